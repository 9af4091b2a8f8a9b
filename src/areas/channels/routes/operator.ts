import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { estimateReplay, getDelivery, listDeliveries, ONE_CALL, replayDelivery, sendTest } from '../operator/manage-deliveries.ts';
import {
  DeliveriesQuery,
  DeliveriesResponse,
  DeliveryParams,
  DeliveryResponse,
  ReplayBody,
  SentResponse,
  TestEventBody,
  toDeliveriesBody,
  toOneDeliveryBody,
  toSentBody,
} from '../wire/operator.ts';

const common = { spec: '6.1', area: 'channels', access: 'admin' } as const;

const getDeliveries = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/webhooks/deliveries',
  summary: 'Events for the receiver of webhooks, and what became of them, newest first',
  query: DeliveriesQuery,
  responses: { 200: DeliveriesResponse },
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    const { deliveries, total } = await listDeliveries(ctx, query);
    return { status: 200, body: toDeliveriesBody(deliveries, query, total) };
  },
});

const getOneDelivery = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/webhooks/deliveries/{deliveryId}',
  summary: 'One event with its newest 100 tries, the last one first',
  params: DeliveryParams,
  responses: { 200: DeliveryResponse },
  handle: async (ctx, { params: { deliveryId } }) => {
    requireUnbound(ctx.caller);
    const { delivery, tries } = await getDelivery(ctx, deliveryId);
    return { status: 200, body: toOneDeliveryBody(delivery, tries) };
  },
});

const postReplay = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/webhooks/deliveries/{deliveryId}/replay',
  summary: 'Send an event again, with the same id and body',
  description: 'Whatever became of it. A receiver knows by `webhook-id` that it has it already.',
  params: DeliveryParams,
  body: ReplayBody,
  responses: { 200: EstimateResponse, 202: SentResponse },
  failures: ['not_configured'],
  handle: async (ctx, { params: { deliveryId }, body }) => {
    requireUnbound(ctx.caller);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateReplay(ctx, deliveryId)) };
    await replayDelivery(ctx, deliveryId);
    return { status: 202, body: toSentBody(deliveryId) };
  },
});

const postTest = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/webhooks/test',
  summary: 'Send an event `test` to the receiver of webhooks',
  body: TestEventBody,
  responses: { 200: EstimateResponse, 202: SentResponse },
  failures: ['not_configured'],
  subjectOf: (_input, answer) => ('id' in answer ? { id: answer.id } : {}),
  handle: async (ctx, { body: { platform, device, dry_run: isDryRun } }) => {
    requireUnbound(ctx.caller);
    if (isDryRun) return { status: 200, body: toEstimateBody(ONE_CALL) };
    return { status: 202, body: toSentBody(await sendTest(ctx, { platform, device, categoriesCount: 0 })) };
  },
});

export const operatorEndpoints: AppEndpoint[] = [getDeliveries, getOneDelivery, postReplay, postTest];
