import { defineEndpoint, type AppEndpoint } from '#context';
import { listFailures } from '../failures/list-failures.ts';
import { getTrackedVersion } from '../grid/grid-version.ts';
import { priceMetrics } from '../grid/price-rows.ts';
import { getMoves } from '../moves/get-moves.ts';
import { getRankingsSummary } from '../reports/get-rankings-summary.ts';
import { startRematch } from '../rematch/start-rematch.ts';
import { MOVES_ROWS } from '../wire/reports/moves-rows.ts';
import { MovesQuery, MovesResponse, toMovesBody, toMovesInput } from '../wire/reports/moves.ts';
import { FailuresQuery, FailuresResponse, toFailuresBody, toFailuresInput } from '../wire/failures.ts';
import { RematchBody, RematchResponse, toRematchInput, toRematchReply } from '../wire/rematch.ts';
import { RankingsSummaryQuery, RankingsSummaryResponse, toRankingsSummaryBody, toSummaryInput } from '../wire/reports/summary.ts';

/** Endpoints over stored results: summary, moves, failed checks, rematch. */
export const historyEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/rankings/summary',
    rows: 'days',
    spec: '4.4',
    area: 'rankings',
    summary: 'What each day came to: counts, average position, share of voice, movers',
    description:
      'One entry a day, of the best own site of each keyword, and in `assets` of each site. A keyword counts once for each platform, place and device it is followed on. ' +
      'An outcome stands on the following days until the next good check: 7 days for daily keywords, 14 for weekly ones, 38 for monthly ones and those checked by hand. ' +
      'A failed check is counted in `failed` and never as a loss. ' +
      '`share_of_voice` is the sum of search volume times voice, divided by the sum of search volume, over the keywords whose outcome and volume are known. ' +
      'The voice of position p is (1/p) / (1/1 + 1/2 + ... + 1/100) down to place 100 and 0 below: all places of a page come to 1. ' +
      'A project that weighs by its own clicks has its own curve in place of that; `share_of_voice_weighing` names which. ' +
      'The volume is the newest that was known on that day. ' +
      'With `group_by`, `groups` has the same days for the keywords of each tag, page, location or device.',
    access: 'key',
    query: RankingsSummaryQuery,
    responses: { 200: RankingsSummaryResponse },
    version: (ctx, { query }) => getTrackedVersion(ctx, query.project_id),
    handle: async (ctx, { query }) => {
      const input = toSummaryInput(query);
      return { status: 200, body: toRankingsSummaryBody(input, await getRankingsSummary(ctx, input)) };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/rankings/moves',
    rows: MOVES_ROWS,
    spec: '4.4',
    area: 'rankings',
    summary: 'What rose and what fell: since a week ago, since the check before, or since a day',
    description:
      'The best own site of each tracked keyword against an earlier outcome, the worst falls first, each with the two checks between which it happened. ' +
      'A keyword that was not known then has not moved, and a failed check moves nothing.',
    access: 'key',
    query: MovesQuery,
    responses: { 200: MovesResponse },
    version: (ctx, { query }) => getTrackedVersion(ctx, query.project_id),
    handle: async (ctx, { query }) => {
      const input = toMovesInput(query);
      return { status: 200, body: toMovesBody(input, await getMoves(ctx, input), priceMetrics(ctx.searchData)) };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/rankings/failures',
    rows: 'failures',
    spec: '4.4',
    area: 'rankings',
    summary: 'Checks that failed, each with its reason',
    description:
      'Newest first, also those that a good check of the same day has followed: the history of positions has of a day its last good check only. ' +
      'A check that a budget refused was not tried and does not stand here. Without days, those of the last 30.',
    access: 'key',
    query: FailuresQuery,
    responses: { 200: FailuresResponse },
    handle: async (ctx, { query }) => {
      const input = toFailuresInput(query);
      return { status: 200, body: toFailuresBody(input, await listFailures(ctx, input)) };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/rankings/rematch',
    spec: '4.4',
    area: 'rankings',
    summary: 'Give competitors and sites that were added later their past',
    description:
      'Looks through every stored result of the project for its websites and places as they are now, and appends to the history what it does not have so; such records carry `recomputed`. ' +
      'Nothing is asked of the provider. Failed checks stay failed. Doing it again changes nothing; one that is under way is joined. ' +
      'What takes longer than 20 s goes on: the answer is 202 with its progress.',
    access: 'key',
    body: RematchBody,
    responses: { 200: RematchResponse, 202: RematchResponse },
    handle: async (ctx, { body }) => {
      const input = toRematchInput(body);
      return toRematchReply(input, await startRematch(ctx, input));
    },
  }),
];
