import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { getOpenExport, getRun, listRuns } from '../get-export.ts';
import { makeLink } from '../links/make-link.ts';
import { openFile, openLink, type OpenedFile } from '../links/open-file.ts';
import type { ExportLists } from '../lists/export-lists.ts';
import { CONTENT_TYPES } from '../runs/write-file.ts';
import { startRun } from '../start-run.ts';
import { raiseLinkVersion } from '../store/runs.ts';
import { ExportParams } from '../wire/exports.ts';
import * as wire from '../wire/runs.ts';

const common = { spec: '4', area: 'exports', access: 'key' } as const;
const LINK_DAYS = 7;
const FILE_TYPES = { contentType: CONTENT_TYPES.csv, otherContentTypes: [CONTENT_TYPES.jsonl] };

export function makeRunEndpoints(lists: ExportLists): AppEndpoint[] {
  return [getRuns, postRun, makeGetFile(lists), postLink, removeLinks, makeGetLink(lists)];
}

const getRuns = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/exports/{export_id}/runs',
  summary: 'What became of an export, newest first',
  params: ExportParams,
  query: wire.RunsQuery,
  responses: { 200: wire.RunListResponse },
  handle: async (ctx, { params, query }) => {
    const { runs, total } = await listRuns(ctx, params.export_id, query);
    return { status: 200, body: { success: true, runs: runs.map(wire.toRunBody), ...toListFields(runs, query, total) } };
  },
});

const postRun = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/exports/{export_id}/run',
  summary: 'Begin an export now',
  description: 'Whatever its schedule. One run of an export at a time.',
  params: ExportParams,
  responses: { 202: wire.RunResponse },
  failures: ['conflict'],
  handle: async (ctx, { params }) => ({
    status: 202,
    body: { success: true, run: wire.toRunBody(await startRun(ctx, params.export_id)) },
  }),
});

function makeGetFile(lists: ExportLists): AppEndpoint {
  return defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/exports/{export_id}/runs/{run_id}/file',
    summary: 'The file of a run',
    description: 'For who made the export, and for who is shown as much, while they may see its list.',
    right: 'export',
    params: wire.RunParams,
    responses: { 200: z.string() },
    ...FILE_TYPES,
    failures: ['conflict'],
    handle: async (ctx, { params }) => toReply(await openFile(ctx, lists, { exportId: params.export_id, runId: params.run_id })),
  });
}

const postLink = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/exports/{export_id}/runs/{run_id}/link',
  summary: 'Make a link to the file of a run',
  description:
    'It is signed, opens the file without an account until its days are over, and no longer than who made the export sees its list.',
  params: wire.RunParams,
  body: wire.LinkBody,
  idempotent: false,
  responses: { 200: wire.LinkResponse },
  failures: ['conflict'],
  handle: async (ctx, { params, body }) => {
    const one = await getOpenExport(ctx, params.export_id);
    const run = await getRun(ctx, one, params.run_id);
    const days = body.days ?? ('days' in one.destination ? one.destination.days : LINK_DAYS);
    return { status: 200, body: wire.toLinkBody(await makeLink(ctx, { run, days })) };
  },
});

const removeLinks = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/exports/{export_id}/runs/{run_id}/link',
  summary: 'End all links to the file of a run',
  params: wire.RunParams,
  responses: { 200: wire.EndLinksResponse },
  handle: async (ctx, { params }) => {
    const run = await getRun(ctx, await getOpenExport(ctx, params.export_id), params.run_id);
    await raiseLinkVersion(ctx.postgres, run.id);
    return { status: 200, body: { success: true, run_id: run.id, ended: true } };
  },
});

function makeGetLink(lists: ExportLists): AppEndpoint {
  return defineEndpoint({
    ...common,
    access: 'share',
    method: 'GET',
    path: '/api/public/exports/{token}',
    summary: 'The file that a link leads to',
    description: 'For readers without an account. A link that never was, is over or was ended is 404.',
    params: wire.LinkParams,
    responses: { 200: z.string() },
    ...FILE_TYPES,
    handle: async (ctx, { params }) => toReply(await openLink(ctx, lists, params.token)),
  });
}

/** The body is a stream, which the framework sends piece by piece. */
function toReply({ stream, run, format }: OpenedFile) {
  return {
    status: 200,
    body: stream as unknown as string,
    headers: {
      'content-type': CONTENT_TYPES[format],
      'content-length': String(run.bytes),
      'content-disposition': `attachment; filename="${run.fileName}"`,
      'cache-control': 'no-store',
    },
  };
}
