import { z } from 'zod';
import { idField, limitField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { DEVICES } from '../keyword.ts';
import type { Subscription } from '../tracking/list-subscriptions.ts';
import { LIMIT_DEFAULT, LIMIT_MAX } from './lists.ts';

export const SubscriptionsQuery = z.object({
  project_id: idField(),
  status: z.enum(['active', 'all']).default('active').meta({ description: '`all` adds those that have ended.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const SubscriptionBody = z
  .object({
    id: z.string(),
    customer_id: z.string(),
    project_id: z.string(),
    subscription_type: z.string(),
    is_active: z.int(),
    keyword_id: z.string().nullable(),
    keyword_text: z.string().nullable(),
    keyword: z.string().nullable(),
    search_volume: z.int().nullable(),
    cpc: z.number().nullable(),
    competition: z.number().nullable(),
    keyword_difficulty: z.int().nullable(),
    location_code: z.int().nullable(),
    language_code: z.string().nullable(),
    device: z.enum(DEVICES).nullable(),
    engine: z.enum(ENGINES).nullable(),
    status: z.string(),
    next_check: z.int().nullable(),
    started_at: z.int(),
    expires_at: z.int().nullable(),
    created_at: z.int(),
  })
  .meta({ id: 'Subscription' });

export const SubscriptionsResponse = z.object({
  success: z.boolean(),
  subscriptions: z.array(SubscriptionBody),
  ...ListFields,
});

export function toSubscriptionBody(subscription: Subscription): z.input<typeof SubscriptionBody> {
  return toBody(SubscriptionBody, {
    ...subscription,
    subscriptionType: subscription.type,
    isActive: subscription.isActive ? 1 : 0,
    keyword: subscription.keywordText,
  });
}
