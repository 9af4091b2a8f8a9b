import { defineEndpoint, type AppEndpoint } from '#context';
import { getProjectKeyword } from '../tracking/get-project-keyword.ts';
import { editKeywords, PAGES_MAX } from '../organize/edit-keywords.ts';
import { estimateEdit } from '../organize/estimate-edit.ts';
import { listProjectKeywords } from '../tracking/list-project-keywords.ts';
import {
  EditEstimateResponse,
  EditKeywordBody,
  EditKeywordParams,
  EditKeywordsBody,
  EditKeywordsResponse,
  toEditBody,
  toEditEstimateBody,
  toKeywordEdit,
  toKeywordsEdit,
} from '../wire/edit.ts';
import { KeywordEditedResponse, ProjectKeywordQuery, ProjectKeywordResponse, toProjectKeywordBody } from '../wire/lists.ts';
import { toMonthBodies } from '../wire/overview.ts';

const common = { spec: '4.3', area: 'keywords', access: 'key', failures: ['not_found', 'conflict'] } as const;

const PRICE = 'With `dry_run` nothing is changed, and the answer says what the checks cost before and after.';

const getKeyword = defineEndpoint({
  ...common,
  failures: ['not_found'],
  method: 'GET',
  path: '/api/project-keywords/{keyword_id}',
  summary: 'A tracked keyword in each engine and channel, with its searches by month',
  description: 'Of what is stored: the answer calls nothing outside and costs nothing.',
  params: EditKeywordParams,
  query: ProjectKeywordQuery,
  responses: { 200: ProjectKeywordResponse },
  handle: async (ctx, { params, query }) => {
    const keyword = { projectId: query.project_id, keywordId: params.keyword_id };
    const { pages, monthlySearches } = await getProjectKeyword(ctx, keyword);
    const body = { keywords: pages.map(toProjectKeywordBody), monthly_searches: toMonthBodies(monthlySearches) };
    return { status: 200, body: { success: true, ...body } };
  },
});

const putKeyword = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/api/project-keywords/{keyword_id}',
  summary: 'Change the tags, note, star or target page of a keyword, or how it is checked',
  description: `What is left out stays. Tags, note, star and target page are the same in every engine and channel. With another interval the keyword is due when it would be if it had always had that. ${PRICE}`,
  params: EditKeywordParams,
  body: EditKeywordBody,
  responses: { 200: KeywordEditedResponse.or(EditEstimateResponse) },
  handle: async (ctx, { params, body }) => {
    const edit = toKeywordEdit(params.keyword_id, body);
    if (body.dry_run) return { status: 200, body: toEditEstimateBody(await estimateEdit(ctx, edit)) };
    await editKeywords(ctx, edit);
    const { keywords } = await listProjectKeywords(ctx, { ...edit.selection, limit: PAGES_MAX, offset: 0 });
    return { status: 200, body: { success: true, keywords: keywords.map(toProjectKeywordBody) } };
  },
});

const postBulk = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/project-keywords/bulk',
  summary: 'Change or untrack up to 10,000 keywords of a project at once',
  description: `All of it is done, or nothing. ${PRICE}`,
  body: EditKeywordsBody,
  responses: { 200: EditKeywordsResponse.or(EditEstimateResponse) },
  handle: async (ctx, { body }) => {
    const edit = toKeywordsEdit(body);
    if (body.dry_run) return { status: 200, body: toEditEstimateBody(await estimateEdit(ctx, edit)) };
    return { status: 200, body: toEditBody(await editKeywords(ctx, edit)) };
  },
});

export const editEndpoints: AppEndpoint[] = [getKeyword, putKeyword, postBulk];
