import { defineEndpoint } from '#context';
import { fetchPage, readGrouping } from './lists/read-grouping.ts';
import {
  GroupingBody,
  GroupingEstimate,
  GroupingResponse,
  RoomQuery,
  RoomResponse,
  toGroupingBody,
  toGroupingEstimate,
  toGroupingPage,
  toRoomBody,
} from './wire.ts';

const ofStores = { area: 'apps', spec: '4.8' } as const;

const postGrouping = defineEndpoint({
  ...ofStores,
  method: 'POST',
  access: 'key',
  path: '/api/app-store/grouping',
  summary: 'Read one hub of `store_a`: its shelves, what they lead to and the apps on them',
  body: GroupingBody,
  responses: { 200: GroupingResponse.or(GroupingEstimate) },
  failures: ['provider_failed'],
  handle: async (ctx, { body }) => {
    const { grouping_id: id, save_rankings: isRankingWanted, dry_run: isDryRun, ...fields } = body;
    if (isDryRun) return { status: 200, body: toGroupingEstimate(id) };
    return { status: 200, body: toGroupingBody(id, await readGrouping(ctx, { ...toGroupingPage(id, fields), isRankingWanted })) };
  },
});

const getRoom = defineEndpoint({
  ...ofStores,
  method: 'GET',
  access: 'key',
  path: '/api/app-store/room/debug',
  summary: 'A room of `store_a` as it is now, and nothing stored',
  query: RoomQuery,
  responses: { 200: RoomResponse },
  failures: ['provider_failed'],
  handle: async (ctx, { query: { room_id: id, ...fields } }) => ({
    status: 200,
    body: toRoomBody(id, await fetchPage(ctx, 'room', toGroupingPage(id, fields))),
  }),
});

export const pageEndpoints = [postGrouping, getRoom];
