import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import type { CheckReading } from '../check-reading.ts';
import { toProviderName } from './provider-name.ts';

/** How the check that gave a position was read. */
export const READING_FIELDS = {
  checked_at: z.string().nullable().meta({ description: 'When the check that gave the position was read.' }),
  checked_depth: z.int().nullable().meta({ description: 'How many results that check read.' }),
  provider: z.string().nullable(),
  cost_usd: z.number().nullable().meta({ description: 'What that check cost. Null: not recorded.' }),
};

/** The same of another check. */
export const ReadingBody = z.object(READING_FIELDS).meta({ id: 'CheckReading' });

export function toReadingBody(reading: CheckReading): z.input<typeof ReadingBody> {
  return toBody(ReadingBody, toReadingSource(reading));
}

/** What `toBody` makes of `READING_FIELDS`. */
export function toReadingSource(reading: CheckReading): CheckReading {
  return { ...reading, provider: toProviderName(reading.provider) };
}
