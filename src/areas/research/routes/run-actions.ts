import { defineEndpoint, type AppEndpoint } from '#context';
import { cancelRun } from '../runs/cancel-run.ts';
import { estimateTrackRun, trackRun } from '../runs/track/track-run.ts';
import { CancelResponse, toCancelBody } from '../wire/cancel.ts';
import { RunParams } from '../wire/fields.ts';
import {
  toRunTrackEstimateBody,
  toTrackRunBody,
  toTrackRunInput,
  TrackRunBody,
  TrackRunEstimateResponse,
  TrackRunResponse,
} from '../wire/track.ts';

const common = { spec: '4.5', area: 'research', access: 'key' } as const;

const deleteRun = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/run/{runId}',
  summary: 'Cancel a run',
  description:
    'The run becomes `failed` with the error `cancelled`, and its work ends; what it has found stays. One that has ended is 409.',
  params: RunParams,
  responses: { 200: CancelResponse },
  failures: ['conflict'],
  handle: async (ctx, { params }) => ({ status: 200, body: toCancelBody(await cancelRun(ctx, params.runId)) }),
});

const postTrack = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/run/{runId}/track',
  summary: 'Track keywords of a run in its project',
  description:
    'Those that are named, or the best `top`. Each is answered with what became of it. With `dry_run` only the daily and monthly cost is answered.',
  params: RunParams,
  body: TrackRunBody,
  responses: { 200: TrackRunResponse.or(TrackRunEstimateResponse) },
  failures: ['conflict'],
  handle: async (ctx, { params: { runId }, body }) => {
    const input = toTrackRunInput(runId, body);
    if (body.dry_run) return { status: 200, body: toRunTrackEstimateBody(runId, await estimateTrackRun(ctx, input)) };
    return { status: 200, body: toTrackRunBody(runId, await trackRun(ctx, input)) };
  },
});

export const runActionEndpoints: AppEndpoint[] = [postTrack, deleteRun];
