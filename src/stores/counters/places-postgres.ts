import type { Pool } from 'pg';
import type { TakePlaces } from './types.ts';

/** Places in the unlogged table `rate_places`, by the server's clock (migration 0009). One statement, planned once per connection. */
export function takeFromPostgres(pool: Pool): TakePlaces {
  return async (windows, wanted) => {
    const { rows } = await pool.query<{ granted: number; wait_ms: number }>({
      name: 'take-places',
      text: 'select granted, wait_ms from take_places($1, $2, $3, $4)',
      values: [
        wanted,
        windows.map((window) => window.key),
        windows.map((window) => window.limit),
        windows.map((window) => window.windowMs),
      ],
    });
    return { granted: rows[0]?.granted ?? 0, waitMs: rows[0]?.wait_ms ?? 0 };
  };
}
