import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { toPagination } from '#http/paging.ts';
import { getEvidence, listStoreEvidence } from './read-evidence.ts';
import { EvidenceListResponse, EvidenceParams, EvidenceQuery, EvidenceResponse, toEvidenceBody } from './wire.ts';

const common = { area: 'apps', spec: '4.12', method: 'GET', access: 'admin' } as const;

const getList = defineEndpoint({
  ...common,
  path: '/diagnostics/app-store',
  summary: 'Answers of the app stores that lacked something, newest first',
  description: 'Kept for 30 days; of answers that lack the same, ten an hour.',
  query: EvidenceQuery,
  responses: { 200: EvidenceListResponse },
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    const { evidence, total } = await listStoreEvidence(ctx, query);
    return { status: 200, body: { success: true, evidence: evidence.map(toEvidenceBody), pagination: toPagination(query, total) } };
  },
});

const getOne = defineEndpoint({
  ...common,
  path: '/diagnostics/app-store/{id}',
  summary: 'One of these answers, as it was received',
  params: EvidenceParams,
  responses: { 200: EvidenceResponse },
  failures: ['not_found'],
  handle: async (ctx, { params }) => {
    requireUnbound(ctx.caller);
    const { body, ...record } = await getEvidence(ctx, params.id);
    return { status: 200, body: { success: true, evidence: toEvidenceBody(record), body } };
  },
});

export const evidenceEndpoints: AppEndpoint[] = [getList, getOne];
