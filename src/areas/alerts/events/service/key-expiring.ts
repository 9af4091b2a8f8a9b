import { z } from 'zod';
import { formatPlural } from '#kernel/text.ts';
import { defineEventKind } from '../event-kind.ts';
import { expiringKeys } from '../sources/service-facts.ts';
import { foldStanding } from '../sources/standing.ts';

/** A key stops working soon. */
export const keyExpiring = defineEventKind({
  event: 'key_expiring',
  params: z.strictObject({ days: z.int().min(1).max(365).default(14) }),
  describe: ({ days }) => `an API key expires within ${formatPlural(days, 'day')}`,
  family: 'service',
  judgedAfter: 'hour',
  isToldOnce: true,
  isOfService: true,
  source: expiringKeys,
  fold: (_params, subject, observations, options) => foldStanding(subject, observations, options),
});
