import type { Pool } from 'pg';
import type { Logger } from '#kernel/logger.ts';
import { insure } from './insurance.ts';
import type { TakeSlots } from './types.ts';

export interface SharedRateCounter {
  /**
   * Never rejects: while PostgreSQL is away everything is granted, so that each process keeps its
   * rate limits alone, and the log says so once.
   */
  readonly take: TakeSlots;
}

/**
 * Counts the slots in sliding windows, over all processes and their restarts. In PostgreSQL always: an account that
 * is paid for must not be called twice as often because a cache is away (decision 0058).
 */
export function makeRateCounter(pool: Pool, logger: Logger, answerMsMax?: number): SharedRateCounter {
  const alone: (...given: Parameters<TakeSlots>) => Awaited<ReturnType<TakeSlots>> = (_windows, wanted) => ({
    granted: wanted,
    waitMs: 0,
  });
  return { take: insure(takeFromPostgres(pool), { what: 'shared rate counters', alone, logger, answerMsMax }) };
}

/** Slots in the table `rate_places`, by the server's clock (migrations 0009, 0087 and 0154). One statement, planned once per connection. */
function takeFromPostgres(pool: Pool): TakeSlots {
  return async (windows, wanted, isHeldUp = false) => {
    const { rows } = await pool.query<{ granted: number; wait_ms: number }>({
      name: 'take-rate-slots',
      text: 'select granted, wait_ms from take_rate_slots($1, $2, $3, $4, $5, $6)',
      values: [
        wanted,
        windows.map((window) => window.key),
        windows.map((window) => window.limit),
        windows.map(({ limit, heldUpLimit = limit }) => heldUpLimit),
        windows.map((window) => window.windowMs),
        isHeldUp,
      ],
    });
    return { granted: rows[0]?.granted ?? 0, waitMs: rows[0]?.wait_ms ?? 0 };
  };
}
