import { defineEndpoint, type AppEndpoint } from '#context';
import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { KEYWORD_LIST_BYTES_MAX } from '#http/input/json-body.ts';
import { listImportedOfKeyword } from '../imported/list-imported.ts';
import { getProjectRun } from '../runs/get-project-run.ts';
import { getTrackedVersion } from '../grid/grid-version.ts';
import { getSerpRun } from '../runs/get-run.ts';
import { listRankings } from '../newest/list-rankings.ts';
import { estimateTrackRankings } from '../live/estimate-track-rankings.ts';
import { trackRankings } from '../live/track-rankings.ts';
import { ListRankingsQuery, ListRankingsResponse, toListBody, toListInput } from '../wire/list.ts';
import { ProjectRunParams, ProjectRunResponse, toProjectRunBody } from '../wire/project-run.ts';
import { SerpRunParams, RunResponse, toSerpRunBody } from '../wire/run.ts';
import { toTrackInput, TrackRankingsBody } from '../wire/track.ts';
import { toTrackReply, TrackRankingsResponse } from '../wire/track-response.ts';

export const rankingEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/rankings',
    spec: '4.4',
    area: 'rankings',
    summary: 'Newest positions, or with dates their history',
    description:
      'One newest record per tracked keyword and domain. With `start_date` or `end_date`: one record per check date, oldest first. ' +
      'With `relationship=OTHER`: what else stands in the newest results. ' +
      '`position` is the place among the results of the channel, which `checked_depth` counts, and `rank_absolute` the place among everything on the page; ' +
      '`previous_position`, `change` and `movement` are in `position_scale`. ' +
      '`cost` is the price of the whole check; rows of one `run_id` share it.',
    access: 'key',
    query: ListRankingsQuery,
    rows: 'rankings',
    responses: { 200: ListRankingsResponse },
    // Other results change with every check of any project.
    version: async (ctx, { query }) =>
      query.relationship === 'OTHER' || query.imported === true ? undefined : await getTrackedVersion(ctx, query.project_id),
    handle: async (ctx, { query }) => {
      const input = toListInput(query);
      const asked = query.imported === true ? listImportedOfKeyword(ctx, input) : undefined;
      const [result, imported] = await Promise.all([listRankings(ctx, input), asked]);
      return { status: 200, body: toListBody(input, result, imported) };
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
    responses: { 200: TrackRankingsResponse.or(EstimateResponse), 202: TrackRankingsResponse },
    failures: ['not_configured'],
    spends: true,
    bodyLimitBytes: KEYWORD_LIST_BYTES_MAX,
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
    description:
      'Runs and answers are kept for 35 days, each by its setting; `raw_state` says whether the answers are there. ' +
      'Results and positions are kept for ever, in the history.',
    access: 'admin',
    params: SerpRunParams,
    responses: { 200: RunResponse },
    handle: async (ctx, { params }) => ({ status: 200, body: toSerpRunBody(await getSerpRun(ctx, params.run_id)) }),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/projects/{project_id}/runs/{run_id}',
    spec: '2.5',
    area: 'rankings',
    summary: 'A check of a keyword that the project tracks: all its results, those of its websites and places marked',
    description:
      'Whichever project asked first: a page that several projects share is read once. `cost` is the price of the whole check. ' +
      'Runs are kept for 35 days (setting). Results and positions are kept for ever, in the history.',
    access: 'key',
    params: ProjectRunParams,
    responses: { 200: ProjectRunResponse },
    handle: async (ctx, { params }) => {
      const run = await getProjectRun(ctx, params.project_id, params.run_id);
      return { status: 200, body: toProjectRunBody(params.project_id, run) };
    },
  }),
];
