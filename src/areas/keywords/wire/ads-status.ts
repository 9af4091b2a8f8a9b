import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import type { AdsStatus } from '../metrics/get-ads-status.ts';

export const AdsStatusResponse = z.object({
  success: z.boolean(),
  status: z.enum(['ok', 'updating']).meta({ description: '`updating`: the figures of the last month are not out yet.' }),
  credits_remaining: z
    .number()
    .nullable()
    .meta({ description: 'What is left of the account, in USD. Null for a key that is bound to an organization or project.' }),
  daily_limit: z.number().nullable().meta({ description: 'Null: the account has none, or the key is bound.' }),
  last_month: z.object({ year: z.int(), month: z.int() }).nullable().meta({ description: 'The newest month that has figures.' }),
  updated_on: z.string().nullable(),
});

export function toAdsStatusBody(status: AdsStatus): z.input<typeof AdsStatusResponse> {
  return toBody(AdsStatusResponse, { ...status, success: true });
}
