import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { correctMention, listCorrections, removeCorrection } from '../corrections/correct-mention.ts';
import { listUnsure } from '../corrections/list-unsure.ts';
import * as wire from '../wire/corrections.ts';

const common = { spec: '4', area: 'answers', access: 'key' } as const;

export const correctionEndpoints: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/answers/unsure',
    summary: 'List names that are perhaps a common word, for a person to decide',
    description: 'Brands whose name is a common word, where no second witness says that they are meant. They count as no mention.',
    query: wire.UnsureQuery,
    responses: { 200: wire.UnsureResponse },
    handle: async (ctx, { query }) => {
      const { names, total } = await listUnsure(ctx, query.project_id, query);
      return { status: 200, body: { success: true, names: names.map(wire.toUnsureBody), ...toListFields(names, query, total) } };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/answers/corrections',
    summary: 'List what people said of names in answers, newest first',
    query: wire.CorrectionsQuery,
    responses: { 200: wire.CorrectionListResponse },
    handle: async (ctx, { query }) => {
      const { rows, total } = await listCorrections(ctx, query.project_id, query);
      return { status: 200, body: { success: true, corrections: rows.map(wire.toCorrectionBody), ...toListFields(rows, query, total) } };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'POST',
    path: '/api/answers/corrections',
    summary: 'Say whether a brand is meant in an answer',
    description:
      'It decides that answer at once. The same name between the same words is decided with it, in kept answers, which are read again at no cost, and in those to come. Saying it again replaces it.',
    body: wire.CorrectionBody,
    responses: { 201: wire.CorrectionResponse },
    failures: ['not_found', 'conflict'],
    handle: async (ctx, { body }) => {
      const { sample_id: sampleId, brand_id: brandId, is_mention: isMention } = body;
      const { correction, workflowId } = await correctMention(ctx, { sampleId, brandId, isMention });
      return { status: 201, body: { success: true, correction: wire.toCorrectionBody(correction), workflow_id: workflowId } };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'DELETE',
    path: '/api/answers/corrections/{correction_id}',
    summary: 'Take back what was said of a name',
    description: 'Kept answers are read again without it.',
    params: wire.CorrectionParams,
    responses: { 200: wire.DeleteCorrectionResponse },
    failures: ['conflict'],
    handle: async (ctx, { params }) => {
      const workflowId = await removeCorrection(ctx, params.correction_id);
      return { status: 200, body: { success: true, id: params.correction_id, deleted: true, workflow_id: workflowId } };
    },
  }),
];
