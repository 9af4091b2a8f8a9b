import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { listImportKeywords } from '../track/list-import-keywords.ts';
import { ImportParams } from '../wire/imports.ts';
import * as wire from '../wire/keywords.ts';

export const importKeywordEndpoints: AppEndpoint[] = [
  defineEndpoint({
    spec: '4',
    area: 'imports',
    access: 'key',
    method: 'GET',
    path: '/api/imports/{import_id}/keywords',
    summary: 'List keywords of an import with their tags, stars and searches',
    description: 'Those of which the file says more than their days, by their text.',
    params: ImportParams,
    query: wire.ListImportKeywordsQuery,
    responses: { 200: wire.ImportKeywordListResponse },
    handle: async (ctx, { params, query }) => {
      const { keywords, total } = await listImportKeywords(ctx, params.import_id, query);
      return {
        status: 200,
        body: { success: true, keywords: keywords.map(wire.toImportKeywordBody), ...toListFields(keywords, query, total) },
      };
    },
  }),
];
