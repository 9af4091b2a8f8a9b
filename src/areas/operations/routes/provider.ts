import { defineEndpoint, type AppEndpoint } from '#context';
import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { requireUnbound } from '#http/auth.ts';
import { findProviderTask } from '../provider/find-provider-task.ts';
import { estimateRelay, relayToProvider } from '../provider/relay-to-provider.ts';
import { ProviderTaskParams, ProviderTaskResponse, RelayBody, RelayResponse, toProviderTaskBody } from '../wire/provider.ts';

const common = { spec: '4.10', area: 'operations', access: 'admin' } as const;

const getProviderTask = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/dataforseo/tasks/{task_id}',
  summary: "What our ledger and the provider's record say of one of its tasks",
  params: ProviderTaskParams,
  responses: { 200: ProviderTaskResponse },
  handle: async (ctx, { params }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toProviderTaskBody(await findProviderTask(ctx, params.task_id)) };
  },
});

const postRelay = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/debug/dataforseo',
  summary: "Make one call of the provider's API",
  description:
    'Answers what the provider answers, errors too, unchanged but for the tokens of deliveries. Only its known endpoints are called; budgets hold, and the cost is booked.',
  body: RelayBody,
  responses: { 200: RelayResponse.or(EstimateResponse) },
  failures: ['not_configured', 'provider_failed', 'payment_required'],
  spends: true,
  subjectOf: ({ body: { endpoint, dry_run } }) => ({ endpoint, dry_run }),
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    if (body.dry_run) return { status: 200, body: toEstimateBody(estimateRelay(ctx, body)) };
    const { answer, costUsd } = await relayToProvider(ctx, body);
    return { status: 200, body: answer as Record<string, unknown>, spent: { costUsd, isCached: false } };
  },
});

export const providerEndpoints: AppEndpoint[] = [getProviderTask, postRelay];
