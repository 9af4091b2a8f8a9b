import { findOwner } from '#areas/projects/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { KEYWORD_LIST_BYTES_MAX } from '#http/input/json-body.ts';
import { cancelList } from '../lists/cancel-list.ts';
import { countKinds, estimateList } from '../lists/estimate-list.ts';
import { getList, listItemsOfList, listLists } from '../lists/get-list.ts';
import { ITEMS_MAX } from '../lists/list.ts';
import { readList, startList } from '../lists/start-list.ts';
import {
  ItemsQuery,
  ItemsResponse,
  ListBody,
  ListEstimateResponse,
  ListParams,
  ListResponse,
  ListsQuery,
  ListsResponse,
  toItemFilter,
  toItemsBody,
  toLines,
  toClassifiedListBody,
  toListEstimateBody,
  toListsBody,
} from '../wire/lists.ts';

const common = { area: 'classification', spec: '4.7', access: 'key' } as const;

const postList = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/classify',
  summary: 'Classify a list of domains, pages and keywords',
  description:
    `Takes up to ${ITEMS_MAX} lines, and what each is by its looks. A line that cannot be read is named in \`refused\` and holds up no other; ` +
    'when none can be read, the answer is 400 and names every one. The work goes on after the answer; ask `status_url`. With `dry_run` the answer ' +
    'says what each line is and what the list costs at most.',
  body: ListBody,
  bodyLimitBytes: KEYWORD_LIST_BYTES_MAX,
  responses: { 200: ListEstimateResponse, 202: ListResponse },
  failures: ['not_found'],
  spends: true,
  handle: async (ctx, { body }) => {
    const lines = toLines(body.items);
    const stages = { skipFetch: body.skip_fetch, skipLlm: body.skip_llm };
    if (body.dry_run) {
      await findOwner(ctx, body.project_id);
      const read = readList(lines);
      return { status: 200, body: toListEstimateBody(await estimateList(ctx, countKinds(read.items), stages), read) };
    }
    const state = await startList(ctx, { lines, projectId: body.project_id, name: body.name, ...stages });
    return { status: 202, body: toClassifiedListBody(state), spent: { costUsd: 0, isCached: false } };
  },
});

const getLists = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/classify',
  summary: 'List the lists that were given to be classified, newest first',
  query: ListsQuery,
  responses: { 200: ListsResponse },
  failures: ['not_found'],
  handle: async (ctx, { query: { project_id: projectId, ...page } }) => ({
    status: 200,
    body: toListsBody(page, await listLists(ctx, { projectId, ...page })),
  }),
});

const getOne = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/classify/{list_id}',
  summary: 'How far the classification of a list is, what it found, and what it has cost',
  params: ListParams,
  responses: { 200: ListResponse },
  failures: ['not_found'],
  handle: async (ctx, { params }) => ({ status: 200, body: toClassifiedListBody(await getList(ctx, params.list_id)) }),
});

const getItems = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/classify/{list_id}/items',
  summary: 'The items of a list with their labels, and why',
  description: 'In the order of the lines. What a person said of an item counts in place of what the list found.',
  params: ListParams,
  query: ItemsQuery,
  responses: { 200: ItemsResponse },
  failures: ['not_found'],
  handle: async (ctx, { params, query }) => {
    const { limit, offset } = query;
    return { status: 200, body: toItemsBody(query, await listItemsOfList(ctx, toItemFilter(params.list_id, query), { limit, offset })) };
  },
});

const deleteList = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/classify/{list_id}',
  summary: 'Cancel the classification of a list',
  description: 'What was found stays; items whose turn did not come are `not_reached`. A list that has ended otherwise is 409.',
  params: ListParams,
  responses: { 200: ListResponse },
  failures: ['not_found', 'conflict'],
  handle: async (ctx, { params }) => ({ status: 200, body: toClassifiedListBody(await cancelList(ctx, params.list_id)) }),
});

export const listEndpoints: AppEndpoint[] = [postList, getLists, getOne, getItems, deleteList];
