import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { CSV_TYPE, toAttachment, toCsv } from '#http/csv.ts';
import { toListFields } from '#http/paging.ts';
import { createImport } from '../create-import.ts';
import { getImport, listImports } from '../get-import.ts';
import { detectImport } from '../preview/detect-import.ts';
import { mapImport } from '../preview/map-import.ts';
import { previewImport } from '../preview/preview-import.ts';
import { getRejects } from '../preview/get-rejects.ts';
import { receivePart } from '../upload/receive-part.ts';
import * as wire from '../wire/imports.ts';
import { PreviewResponse, toPreviewBody } from '../wire/preview.ts';

const common = { spec: '4', area: 'imports', access: 'key' } as const;
/** A part, with room for what is around it. */
const PART_BYTES_MAX = 8 * 1_048_576;

const postImport = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/imports',
  summary: 'Begin to import the history of another tracker',
  description: 'The file is then sent in parts, looked at, mapped, previewed and committed. Nothing is kept of it before that.',
  body: wire.CreateImportBody,
  responses: { 201: wire.ImportResponse },
  handle: async (ctx, { body: { project_id: projectId, name, kind, bytes } }) => ({
    status: 201,
    body: { success: true, import: wire.toImportBody(await createImport(ctx, { projectId, name, kind, bytes })) },
  }),
});

const getImports = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/imports',
  summary: 'List the imports of a project, newest first',
  query: wire.ListImportsQuery,
  responses: { 200: wire.ImportListResponse },
  handle: async (ctx, { query }) => {
    const { imports, total } = await listImports(ctx, { projectId: query.project_id, status: query.status }, query);
    return { status: 200, body: { success: true, imports: imports.map(wire.toListedImportBody), ...toListFields(imports, query, total) } };
  },
});

const getOneImport = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/imports/{import_id}',
  summary: 'Read an import',
  params: wire.ImportParams,
  responses: { 200: wire.ImportResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, import: wire.toImportBody(await getImport(ctx, params.import_id)) },
  }),
});

const putPart = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/api/imports/{import_id}/parts/{part}',
  summary: 'Send a part of the file',
  description:
    'Parts have 8 MiB (8,388,608 bytes), the last one what remains, and come in their order. The same part again changes nothing, and one without bytes only asks how far it is; one that is not expected is 409 with the offset that is.',
  params: wire.PartParams,
  query: wire.PartQuery,
  body: { raw: true, description: 'The bytes of the part' },
  bodyLimitBytes: PART_BYTES_MAX,
  responses: { 200: wire.PartResponse },
  handle: async (ctx, { params, query, body }) => {
    const part = { importId: params.import_id, number: params.part, offset: query.offset, sha256: query.sha256, bytes: body };
    return { status: 200, body: wire.toPartBody(await receivePart(ctx, part)) };
  },
});

const postDetect = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/imports/{import_id}/detect',
  summary: 'Find out what the file is',
  description: 'Says how sure it is and why, and proposes a mapping. A file that the project has already is 409 with the earlier import.',
  params: wire.ImportParams,
  responses: { 200: wire.ImportResponse },
  failures: ['unprocessable'],
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, import: wire.toImportBody(await detectImport(ctx, params.import_id)) },
  }),
});

const putMapping = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/api/imports/{import_id}/mapping',
  summary: 'Say how the file is read',
  description: 'Replaces what was said before. What the file itself says of a point comes first.',
  params: wire.ImportParams,
  body: wire.MappingBody,
  refusesUnknown: true,
  responses: { 200: wire.ImportResponse },
  handle: async (ctx, { params, body }) => ({
    status: 200,
    body: { success: true, import: wire.toImportBody(await mapImport(ctx, params.import_id, body)) },
  }),
});

const getPreview = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/imports/{import_id}/preview',
  summary: 'What would become of the file as it is mapped',
  params: wire.ImportParams,
  responses: { 200: PreviewResponse },
  failures: ['conflict', 'unprocessable'],
  handle: async (ctx, { params }) => ({ status: 200, body: toPreviewBody((await previewImport(ctx, params.import_id)).preview) }),
});

const getRejectsCsv = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/imports/{import_id}/rejects.csv',
  summary: 'The first 10,000 rows that cannot be taken, with reasons',
  params: wire.ImportParams,
  contentType: CSV_TYPE,
  responses: { 200: z.string() },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: toCsv(['row', 'reason', 'text'], await getRejects(ctx, params.import_id)),
    headers: toAttachment('rejects', params.import_id),
  }),
});

export const importEndpoints: AppEndpoint[] = [
  postImport,
  getImports,
  getOneImport,
  putPart,
  postDetect,
  putMapping,
  getPreview,
  getRejectsCsv,
];
