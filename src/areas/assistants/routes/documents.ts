import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { toOrigin } from '#http/callers/resource-metadata.ts';
import { readDocument, toFullText, toLlmsText } from '../documents/read-documents.ts';

const COMMON = { method: 'GET', spec: '9', area: 'assistants', access: 'open', responses: { 200: z.string() } } as const;
const MARKDOWN = 'text/markdown; charset=utf-8';

const llms = defineEndpoint({
  ...COMMON,
  path: '/llms.txt',
  summary: 'The documents of this service, as a list for programs that read',
  contentType: MARKDOWN,
  handle: async ({ client, config }) => ({ status: 200, body: await toLlmsText(toOrigin(client.host, config.publicUrl)) }),
});

const full = defineEndpoint({
  ...COMMON,
  path: '/llms-full.txt',
  summary: 'All documents of this service in one text',
  contentType: MARKDOWN,
  isPacked: true,
  handle: async () => ({ status: 200, body: await toFullText() }),
});

const one = defineEndpoint({
  ...COMMON,
  path: '/docs/{document}',
  summary: 'A document of this service as Markdown',
  contentType: MARKDOWN,
  params: z.object({ document: z.string().max(100).meta({ description: 'For example `assistants.md`; `/llms.txt` lists them.' }) }),
  handle: async (_ctx, { params }) => ({ status: 200, body: await readDocument(params.document) }),
});

export const documentEndpoints: AppEndpoint[] = [llms, full, one];
