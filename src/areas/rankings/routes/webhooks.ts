import { z } from 'zod';
import { defineEndpoint, type AppContext, type AppEndpoint } from '#context';
import { DELIVERY_BYTES_MAX } from '#http/json-body.ts';
import { isPostbackToken } from '../queue/postback-address.ts';
import { receiveAnswer } from '../queue/receive-answers.ts';

const TEXT_LENGTH_MAX = 1_000;

const text = z.string().max(TEXT_LENGTH_MAX).optional();

const DeliveryQuery = z.object({
  kind: text.meta({ description: 'What was posted, as our address says it' }),
  id: text.meta({ description: "The provider's id of the task" }),
  tag: text.meta({ description: 'Our id of the task' }),
  token: text.meta({ description: 'The secret of the address' }),
});
const DeliveryResponse = z.object({ success: z.boolean() });

const common = {
  spec: '6.2',
  area: 'rankings',
  access: 'open',
  query: DeliveryQuery,
  responses: { 200: DeliveryResponse },
  rateLimited: false,
  verify: (ctx: AppContext, { token }: Readonly<Record<string, unknown>>): Promise<boolean> =>
    isPostbackToken(ctx.postgres, typeof token === 'string' ? token : undefined),
} as const;

/** Deliveries of the provider (decisions, section 6 "Provider postback"). */
export const webhookEndpoints: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    method: 'POST',
    path: '/webhooks/provider/postback',
    summary: 'Takes an answer of the provider',
    description: 'Kept as received and answered at once; positions follow. The same answer may come often and in any order.',
    body: { raw: true, description: 'The answer as JSON, packed with gzip or not' },
    bodyLimitBytes: DELIVERY_BYTES_MAX,
    idempotent: false,
    handle: async (ctx, { query, body }) => {
      await receiveAnswer(ctx, { kind: 'postback', tag: query.tag, taskId: query.id, body });
      return { status: 200, body: { success: true } };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/webhooks/provider/pingback',
    summary: 'Learns that an answer of the provider can be collected',
    handle: async (ctx, { query }) => {
      await receiveAnswer(ctx, { kind: 'pingback', tag: query.tag, taskId: query.id, body: Buffer.alloc(0) });
      return { status: 200, body: { success: true } };
    },
  }),
];
