import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { decideApproval, listApprovals } from '../quotes/approvals.ts';
import { ApprovalListResponse, ApprovalParams, ApprovalResponse, ListApprovalsQuery, toQuoteBody } from '../wire.ts';

const COMMON = { spec: '4', area: 'assistants' } as const;

const getApprovals = defineEndpoint({
  ...COMMON,
  method: 'GET',
  path: '/api/approvals',
  access: 'key',
  right: 'see_costs',
  summary: 'List quotes of assistants that wait for a person, newest first',
  query: ListApprovalsQuery,
  responses: { 200: ApprovalListResponse },
  handle: async (ctx, { query }) => {
    const { rows, total } = await listApprovals(ctx, query);
    return { status: 200, body: { success: true, quotes: rows.map(toQuoteBody), ...toListFields(rows, query, total) } };
  },
});

const decisions = (['approve', 'decline'] as const).map((verdict) =>
  defineEndpoint({
    ...COMMON,
    method: 'POST',
    path: `/api/approvals/{quote_id}/${verdict}`,
    access: 'person',
    right: 'edit',
    summary: verdict === 'approve' ? 'Let an assistant buy by a quote' : 'Have an assistant not buy by a quote',
    description: 'For people who are signed in: no key approves what a key asks for. The assistant buys when it calls its tool again.',
    params: ApprovalParams,
    responses: { 200: ApprovalResponse },
    failures: ['not_found', 'conflict'],
    handle: async (ctx, { params }) => ({
      status: 200,
      body: { success: true, quote: toQuoteBody(await decideApproval(ctx, params.quote_id, verdict)) },
    }),
  }),
);

export const approvalEndpoints: AppEndpoint[] = [getApprovals, ...decisions];
