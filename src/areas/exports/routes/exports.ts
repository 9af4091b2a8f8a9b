import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { deleteExport, updateExport } from '../change-export.ts';
import { createExport } from '../create-export.ts';
import type { Export } from '../export.ts';
import { describeExports, getExport, listExports } from '../get-export.ts';
import type { ExportLists } from '../lists/export-lists.ts';
import type { ProjectReader } from '#areas/projects/index.ts';
import * as wire from '../wire/exports.ts';
import { ExportListsResponse, toListBody } from '../wire/lists.ts';

const common = { spec: '4', area: 'exports', access: 'key' } as const;

export function makeExportEndpoints(lists: ExportLists): AppEndpoint[] {
  return [makeGetLists(lists), getExports, makePostExport(lists), getOneExport, makePutExport(lists), removeExport];
}

function makeGetLists(lists: ExportLists): AppEndpoint {
  return defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/export-lists',
    summary: 'Lists that can be exported',
    description: 'Those that the caller may take away as CSV, each by its path.',
    responses: { 200: ExportListsResponse },
    handle: ({ caller }) => {
      const open = [...lists.values()].filter(({ reader }) => reader.isOpenTo(caller));
      return Promise.resolve({ status: 200, body: { success: true, lists: open.map(toListBody) } });
    },
  });
}

const getExports = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/exports',
  summary: 'List exports, newest first',
  description: 'Those that the caller has made, and those of others of which the caller sees all that they are about.',
  query: wire.ListExportsQuery,
  responses: { 200: wire.ExportListResponse },
  handle: async (ctx, { query }) => {
    const { exports, total } = await listExports(ctx, { ...query, projectId: query.project_id });
    return { status: 200, body: { success: true, exports: exports.map(wire.toExportBody), ...toListFields(exports, query, total) } };
  },
});

function makePostExport(lists: ExportLists): AppEndpoint {
  return defineEndpoint({
    ...common,
    method: 'POST',
    path: '/api/exports',
    summary: 'Save an export',
    description:
      'A list as a file, by a schedule or by hand. One row of it is read now. At each run the rights of the caller are asked again.',
    body: wire.CreateExportBody,
    refusesUnknown: true,
    responses: { 201: wire.ExportResponse },
    failures: ['not_found', 'conflict'],
    handle: async (ctx, { body }) => ({ status: 201, body: await answer(ctx, await createExport(ctx, lists, wire.toNewExport(body))) }),
  });
}

const getOneExport = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/exports/{export_id}',
  summary: 'Read an export, and how its last run went',
  params: wire.ExportParams,
  responses: { 200: wire.ExportResponse },
  handle: async (ctx, { params }) => ({ status: 200, body: await answer(ctx, await getExport(ctx, params.export_id)) }),
});

function makePutExport(lists: ExportLists): AppEndpoint {
  return defineEndpoint({
    ...common,
    method: 'PUT',
    path: '/api/exports/{export_id}',
    summary: 'Change an export',
    description: 'Another time holds from now on. The rights of the caller are those that are asked at each run from now on.',
    params: wire.ExportParams,
    body: wire.UpdateExportBody,
    refusesUnknown: true,
    responses: { 200: wire.ExportResponse },
    handle: async (ctx, { params, body }) => {
      const { changes, secret } = wire.toExportChanges(body);
      const changed = await updateExport(ctx, lists, { exportId: params.export_id, changes, secret });
      return { status: 200, body: await answer(ctx, changed) };
    },
  });
}

const removeExport = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/exports/{export_id}',
  summary: 'Delete an export with its runs and their files',
  params: wire.ExportParams,
  responses: { 200: wire.DeleteExportResponse },
  handle: async (ctx, { params: { export_id: id } }) => {
    await deleteExport(ctx, id);
    return { status: 200, body: { success: true, id, deleted: true } };
  },
});

async function answer(ctx: ProjectReader, one: Export) {
  const [described] = await describeExports(ctx, [one]);
  if (described === undefined) throw new TypeError('an export was not described');
  return { success: true, export: wire.toExportBody(described) };
}
