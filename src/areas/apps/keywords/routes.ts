import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { AppParams, toAppRef } from '../catalogue/wire/fields.ts';
import { listAppCompetitors } from './list-competitors.ts';
import { listTermHistory } from './list-term-history.ts';
import { listTerms } from './list-terms.ts';
import { estimateTerms, trackTerms } from './track-terms.ts';
import { untrackTerms } from './track-terms.ts';
import {
  CompetitorsQuery,
  CompetitorsResponse,
  HistoryQuery,
  HistoryResponse,
  toCompetitorsBody,
  toCompetitorsInput,
  toTermHistoryBody,
  toHistoryInput,
} from './wire-history.ts';
import {
  TermsQuery,
  TermsResponse,
  toTermsBody,
  toTrackTermsBody,
  toTrackTermsInput,
  toUntrackFilter,
  TrackTermsBody,
  TrackTermsResponse,
  UntrackTermsBody,
  UntrackTermsResponse,
} from './wire.ts';
import { formatPlural } from '#kernel/text.ts';

const common = { spec: '4.8', area: 'apps', access: 'key' } as const;

const postTrack = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/apps/keywords/track',
  summary: 'Track the places of an app in the store search for up to 200 terms',
  description:
    'New terms are searched for now, and then once a day. A term that is tracked already is answered as it is and starts nothing. With `dry_run` only the estimate is made.',
  body: TrackTermsBody,
  responses: { 200: TrackTermsResponse.or(EstimateResponse) },
  failures: ['not_found'],
  handle: async (ctx, { body }) => {
    const input = toTrackTermsInput(body);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateTerms(ctx, input)) };
    return { status: 200, body: toTrackTermsBody(await trackTerms(ctx, input)) };
  },
});

const postUntrack = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/apps/keywords/untrack',
  summary: "End the tracking of an app's terms",
  description: 'What was measured stays.',
  body: UntrackTermsBody,
  refusesUnknown: true,
  responses: { 200: UntrackTermsResponse },
  failures: ['not_found'],
  handle: async (ctx, { body }) => {
    const keywords = await untrackTerms(ctx, toUntrackFilter(body));
    const message = `Untracked ${formatPlural(keywords.length, 'keyword')}`;
    return { status: 200, body: { success: true, message, untracked: keywords.length, keywords } };
  },
});

const getTerms = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/apps/keywords',
  summary: 'List the terms that a project tracks for its apps, with their newest places',
  query: TermsQuery,
  responses: { 200: TermsResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    const { project_id: projectId, app_id: appId, language_code: languageCode, platform, storefront } = query;
    if (appId !== undefined) toAppRef({ app_id: appId }, { platform });
    const { terms, total } = await listTerms(ctx, { projectId, appId, languageCode, platform, storefront }, query);
    return { status: 200, body: toTermsBody(terms, query, total) };
  },
});

const getHistory = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/apps/keywords/history',
  summary: "Every check of an app's terms in a span of days",
  query: HistoryQuery,
  responses: { 200: HistoryResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => ({
    status: 200,
    body: toTermHistoryBody(query, await listTermHistory(ctx, toHistoryInput(query))),
  }),
});

const getCompetitors = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/apps/{app_id}/competitors',
  summary: 'Apps that stand in the same store searches, by the share of tracked terms and their places',
  params: AppParams,
  query: CompetitorsQuery,
  responses: { 200: CompetitorsResponse },
  failures: ['not_found'],
  handle: async (ctx, { params, query }) => {
    const input = toCompetitorsInput(params.app_id, query);
    return { status: 200, body: toCompetitorsBody(input, await listAppCompetitors(ctx, input, query), query) };
  },
});

export const keywordEndpoints: AppEndpoint[] = [postTrack, postUntrack, getTerms, getHistory, getCompetitors];
