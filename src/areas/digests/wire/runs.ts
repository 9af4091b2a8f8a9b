import { z } from 'zod';
import { ListFields } from '#http/paging.ts';
import { RECIPIENT_KINDS, RUN_STATUSES } from '../digest.ts';
import type { ListedRun } from '../get-runs.ts';
import { ADDRESSES_MAX, CHANNELS_MAX, PeriodBody } from './digests.ts';

const DELIVERY_STATUSES = ['queued', 'sent', 'refused', 'failed', 'skipped', 'handed_over', 'unknown'] as const;
/** Periods of ten years, by the day. */
const MISSED_MAX = 400;

const DeliveryBody = z
  .object({
    kind: z.enum(RECIPIENT_KINDS),
    to: z.string().meta({ description: 'An address, masked for callers who may not change the digest, or the id of a channel.' }),
    status: z.enum(DELIVERY_STATUSES).meta({
      description:
        'Of the mail: `queued` for a try, `sent` to the mail server, `refused` by it, `failed` after all tries, `unknown` after 90 days. `handed_over` to the channel, whose deliveries say the rest. `skipped`: see `reason`.',
    }),
    reason: z.string().nullable(),
  })
  .meta({ id: 'DigestDelivery' });

const RunBody = z
  .object({
    id: z.string(),
    period: PeriodBody,
    status: z.enum(RUN_STATUSES),
    reason: z.string().nullable(),
    subject: z.string().nullable(),
    missed: z
      .array(PeriodBody)
      .max(MISSED_MAX)
      .meta({ description: 'Periods before it for which none was sent: the service was not running.' }),
    deliveries: z.array(DeliveryBody).max(ADDRESSES_MAX + CHANNELS_MAX),
    created_at: z.string(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: 'DigestRun' });

export const RunListResponse = z.object({ success: z.boolean(), runs: z.array(RunBody), ...ListFields });

export function toRunBody({ run, deliveries }: ListedRun): z.input<typeof RunBody> {
  const { id, fromDay, toDay, status, reason, subject, missed, createdAt, endedAt } = run;
  return {
    id,
    period: { from: fromDay, to: toDay },
    status,
    reason,
    subject,
    missed: [...missed],
    deliveries: [...deliveries],
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}
