import { z } from 'zod';

/** How a check was read; null: not recorded. */
export interface CheckReading {
  readonly checkedAt: Date | null;
  readonly checkedDepth: number | null;
  readonly provider: string | null;
  readonly costUsd: number | null;
}

export const NO_READING: CheckReading = { checkedAt: null, checkedDepth: null, provider: null, costUsd: null };

/** The columns of `ranking_history` that say it, in the order of `ReadingTuple`; milliseconds, because tuples hold no text dates. */
export const READING_COLUMNS = 'toUnixTimestamp64Milli(check_ts), checked_depth, provider, cost_usd';

/** A row of `READING_COLUMNS`. */
export const ReadingTuple = z.tuple([z.number(), z.number(), z.string(), z.number()]);

/** The reading of a check; a check that was worked out later from stored results has the reading of the original. */
export function toReading([checkedAt, checkedDepth, provider, costUsd]: z.output<typeof ReadingTuple>): CheckReading {
  return { checkedAt: new Date(checkedAt), checkedDepth: checkedDepth || null, provider: provider || null, costUsd };
}
