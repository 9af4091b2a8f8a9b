import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { commitImport } from '../commit/commit-import.ts';
import { undoImport } from '../commit/undo-import.ts';
import { estimateTrackImport, trackImport } from '../track/track-import.ts';
import * as wire from '../wire/imports.ts';

const common = { spec: '4', area: 'imports', access: 'key' } as const;

const removeImport = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/imports/{import_id}',
  summary: 'Undo an import, for ever',
  description: 'All its points are gone from answers at once. One that was not committed is deleted with its file.',
  params: wire.ImportParams,
  responses: { 200: wire.ImportResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, import: wire.toImportBody(await undoImport(ctx, params.import_id)) },
  }),
});

const postCommit = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/imports/{import_id}/commit',
  summary: 'Write the points of the file',
  description:
    'A workflow does it; `points` of the import says how far it is. Imported positions stand in a layer of their own and never enter positions, averages, shares, moves or alerts.',
  params: wire.ImportParams,
  body: wire.CommitBody,
  responses: { 200: EstimateResponse, 202: wire.ImportResponse },
  failures: ['unprocessable'],
  handle: async (ctx, { params, body }) => {
    const input = { importId: params.import_id, acceptRejects: body.accept_rejects, isDryRun: body.dry_run };
    const record = await commitImport(ctx, input);
    if (body.dry_run) return { status: 200, body: toEstimateBody({ calls: 0, costUsd: 0, monthlyCostUsd: 0 }) };
    return { status: 202, body: { success: true, import: wire.toImportBody(record) } };
  },
});

const postTrack = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/imports/{import_id}/track',
  summary: 'Track the keywords of an import, so that its history goes on',
  description:
    'Of one that is committed, at most 10,000. A keyword that is tracked already stays as it is; undoing the import ends no tracking. With `dry_run` only the price is said.',
  params: wire.ImportParams,
  body: wire.TrackImportBody,
  responses: { 200: wire.TrackImportResponse.or(EstimateResponse) },
  handle: async (ctx, { params, body: { check_interval: checkInterval, depth, labels: isLabelled, dry_run: isDryRun } }) => {
    const options = { checkInterval, depth };
    if (isDryRun) return { status: 200, body: toEstimateBody(await estimateTrackImport(ctx, params.import_id, options)) };
    const { tracked, begun, queued, refused, labels } = await trackImport(ctx, params.import_id, { ...options, isLabelled });
    const counts = { keywords_tracked: tracked, keywords_new: begun, keywords_queued: queued, keywords_refused: refused };
    const labelled = { keywords_tagged: labels.tagged, keywords_starred: labels.starred, tags_refused: [...labels.refusedTags] };
    return { status: 200, body: { success: true, import_id: params.import_id, ...counts, ...labelled } };
  },
});

export const commitEndpoints: AppEndpoint[] = [removeImport, postCommit, postTrack];
