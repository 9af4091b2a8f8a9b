import { z } from 'zod';
import { defineEndpoint, type AppContext, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { DELIVERY_BYTES_MAX } from '#http/input/json-body.ts';
import { changeDeliverySecret, isDeliveryToken } from './postback/delivery-secret.ts';
import { takeDelivery } from './postback/lost-deliveries.ts';
import { receiveAnswer } from './answers/receive-answers.ts';

const TEXT_LENGTH_MAX = 1_000;

const text = z.string().max(TEXT_LENGTH_MAX).optional();

const DeliveryQuery = z.object({
  kind: text.meta({ description: 'What was posted, as our address says it' }),
  id: text.meta({ description: "The provider's id of the task" }),
  tag: text.meta({ description: 'Our id of the task' }),
  token: text.meta({ description: 'The proof that the address is ours, made for the tag' }),
});
const DeliveryResponse = z.object({ success: z.boolean() });

const common = {
  spec: '6.2',
  area: 'rankings',
  access: 'webhook',
  query: DeliveryQuery,
  responses: { 200: DeliveryResponse },
  rateLimited: false,
  verify: (ctx: AppContext, { id, tag, token }: Readonly<Record<string, unknown>>): Promise<boolean> =>
    takeDelivery(ctx, toText(tag), () => isDeliveryToken(ctx, { id: toText(id), tag: toText(tag), token: toText(token) })),
} as const;

const SecretChange = z.object({
  success: z.boolean(),
  changed_at: z.string(),
  old_serves_until: z.string().meta({ description: 'What was posted with the secret before is taken until then.' }),
});

const postSecret = defineEndpoint({
  method: 'POST',
  path: '/api/admin/delivery-secret',
  spec: '6.2',
  area: 'rankings',
  summary: 'Make another secret for the deliveries of the provider',
  description:
    'Tokens of addresses are made with it. The one before serves for a day what was posted with it; changing it twice ends the first one at once. Answers that are refused by that are collected. The secret is shown nowhere.',
  access: 'admin',
  responses: { 200: SecretChange },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    const { changedAt, oldServesUntil } = await changeDeliverySecret(ctx);
    return { status: 200, body: { success: true, changed_at: changedAt.toISOString(), old_serves_until: oldServesUntil.toISOString() } };
  },
});

/** What stands there twice is a list, and proves nothing. */
function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Deliveries of the provider. */
export const deliveryEndpoints: AppEndpoint[] = [
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
      await takeDelivery(ctx, query.tag, () => receiveAnswer(ctx, { kind: 'postback', tag: query.tag, taskId: query.id, body }));
      return { status: 200, body: { success: true } };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/webhooks/provider/pingback',
    summary: 'Learns that an answer of the provider can be collected',
    handle: async (ctx, { query }) => {
      await takeDelivery(ctx, query.tag, () =>
        receiveAnswer(ctx, { kind: 'pingback', tag: query.tag, taskId: query.id, body: Buffer.alloc(0) }),
      );
      return { status: 200, body: { success: true } };
    },
  }),
  postSecret,
];
