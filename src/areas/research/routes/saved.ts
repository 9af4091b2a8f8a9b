import { defineEndpoint, type AppEndpoint } from '#context';
import { KEYWORD_LIST_BYTES_MAX } from '#http/input/json-body.ts';
import { saveKeywords } from '../saved/save-keywords.ts';
import { BulkSaveBody, BulkSaveResponse, toBulkSaveBody, toKeywordsToSave } from '../wire/saved.ts';

export const savedEndpoints: AppEndpoint[] = [
  defineEndpoint({
    spec: '4.3',
    area: 'research',
    access: 'jwt',
    method: 'POST',
    path: '/keywords/bulk_save',
    summary: 'Save keywords for a project, without tracking them',
    description: 'A keyword that the project has already stays as it is.',
    body: BulkSaveBody,
    bodyLimitBytes: KEYWORD_LIST_BYTES_MAX,
    responses: { 200: BulkSaveResponse },
    failures: ['not_found'],
    handle: async (ctx, { body }) => {
      const input = toKeywordsToSave(body);
      return { status: 200, body: toBulkSaveBody(input, await saveKeywords(ctx, input)) };
    },
  }),
];
