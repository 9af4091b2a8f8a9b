import { z } from 'zod';
import { defineMovement } from './movements/define-movement.ts';
import { outcomeAt, type Series } from './movements/series.ts';

/** It ranks for the first time in all that is looked back on. */
export const found = defineMovement({
  event: 'found',
  params: z.strictObject({}),
  describe: () => 'ranks for the first time',
  toMovement: () => ({
    direction: 'up',
    looksBack: true,
    isMet: ({ series, a, b, start }) => {
      const [before, now] = [outcomeAt(series, a), outcomeAt(series, b)];
      if (now.position === 0 || before.position > 0 || hasRanked(series, start, a)) return false;
      return before.depth >= now.position ? true : undefined;
    },
  }),
});

function hasRanked({ good }: Series, start: number, last: number): boolean {
  for (let index = last; index >= start; index -= 1) if ((good[index]?.position ?? 0) > 0) return true;
  return false;
}
