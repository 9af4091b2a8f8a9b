import { z } from 'zod';
import type { DayOutcome } from '#areas/rankings/index.ts';

const TOP_MAX = 100;

export const Top = z
  .int()
  .min(1, 'must be at least 1')
  .max(TOP_MAX, `must be at most ${TOP_MAX}`)
  .meta({ description: 'The last position that counts. Keywords whose checks read less deep cannot be seen to leave it.' });

/** Whether it stands among the first ones; undefined: it was not found, and not so many were read. */
export function isWithin({ position, depth }: DayOutcome, top: number): boolean | undefined {
  if (position > 0) return position <= top;
  return depth >= top ? false : undefined;
}
