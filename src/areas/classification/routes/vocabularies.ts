import { defineEndpoint, type AppEndpoint } from '#context';
import { VOCABULARIES } from '../vocabulary/vocabularies.ts';
import { toVocabulariesBody, VocabulariesResponse } from '../wire/vocabularies.ts';

const getVocabularies = defineEndpoint({
  area: 'classification',
  spec: '2.10',
  access: 'admin',
  method: 'GET',
  path: '/api/admin/classifier/vocabularies',
  summary: 'Every label of every dimension, with its definition',
  responses: { 200: VocabulariesResponse },
  handle: () => Promise.resolve({ status: 200, body: toVocabulariesBody(VOCABULARIES) }),
});

export const vocabularyEndpoints: AppEndpoint[] = [getVocabularies];
