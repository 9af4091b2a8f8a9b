import { defineEndpoint, type AppEndpoint } from '#context';
import { getRun } from './get-run.ts';
import { getSummary } from './get-summary.ts';
import { listRankings } from './list-rankings.ts';
import { estimateTrackRankings, trackRankings } from './track-rankings.ts';
import { ListRankingsQuery, ListRankingsResponse, toListBody, toListInput } from './wire/list.ts';
import { RunParams, RunResponse, toRunBody } from './wire/run.ts';
import { SummaryQuery, SummaryResponse, toSummaryBody, toSummaryInput } from './wire/summary.ts';
import { toTrackInput, TrackRankingsBody } from './wire/track.ts';
import { toEstimateBody, toTrackReply, TrackRankingsEstimate, TrackRankingsResponse } from './wire/track-response.ts';

const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/** Specification 4.4. */
export const endpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/rankings',
    spec: '4.4',
    area: 'rankings',
    summary: 'Newest positions, or with dates their history',
    description:
      'One newest record per tracked keyword and domain. With `start_date` or `end_date`: one record per check date, oldest first. ' +
      'With `relationship=OTHER`: what else stands in the newest results. ' +
      '`position` is the place among everything on the page, `rank_group` the place among the organic results, which `checked_depth` counts. ' +
      '`cost` is the price of the whole check; rows of one `run_id` share it.',
    access: 'key',
    query: ListRankingsQuery,
    responses: { 200: ListRankingsResponse },
    handle: async (ctx, { query }) => {
      const input = toListInput(query);
      return { status: 200, body: toListBody(input, await listRankings(ctx, input)) };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/rankings/track',
    spec: '4.4',
    area: 'rankings',
    summary: 'Check up to 100 keywords now',
    description:
      'Pages read within the hour serve again without cost. What takes longer than 25 s goes on: the answer is 202 and names where to ask.',
    access: 'key',
    body: TrackRankingsBody,
    responses: { 200: TrackRankingsResponse.or(TrackRankingsEstimate), 202: TrackRankingsResponse },
    failures: ['not_configured'],
    spends: true,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    handle: async (ctx, { body }) => {
      const { requests, isDryRun } = toTrackInput(body);
      if (isDryRun) return { status: 200, body: toEstimateBody(await estimateTrackRankings(ctx, requests)) };
      return toTrackReply(await trackRankings(ctx, requests));
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/rankings/runs/{run_id}',
    spec: '2.5',
    area: 'rankings',
    summary: "A run with its results and the provider's answer as received",
    description: 'Runs and answers are kept for 35 days (setting). Results and positions are kept for ever, in the history.',
    access: 'admin',
    params: RunParams,
    responses: { 200: RunResponse },
    handle: async (ctx, { params }) => ({ status: 200, body: toRunBody(await getRun(ctx, params.run_id)) }),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/rankings/summary',
    spec: '4.4',
    area: 'rankings',
    summary: 'What each day came to: counts, average position, share of voice, movers',
    description:
      'One entry a day, of the best own site of each keyword, and in `assets` of each site. A keyword counts once for each platform, place and device it is followed on. ' +
      'An outcome stands on the following days until the next good check: 7 days for daily keywords, 14 for weekly ones, 38 for monthly ones and those checked by hand. ' +
      'A failed check is counted in `failed` and never as a loss. ' +
      '`share_of_voice` is the sum of search volume times voice, divided by the sum of search volume, over the keywords whose outcome and volume are known. ' +
      'The voice of position p is (1/p) / (1/1 + 1/2 + ... + 1/100) down to place 100 and 0 below: all places of a page come to 1. ' +
      'The volume is the newest that was known on that day.',
    access: 'key',
    query: SummaryQuery,
    responses: { 200: SummaryResponse },
    handle: async (ctx, { query }) => {
      const input = toSummaryInput(query);
      return { status: 200, body: toSummaryBody(input, await getSummary(ctx, input)) };
    },
  }),
];
