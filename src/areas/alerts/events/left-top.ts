import { z } from 'zod';
import { defineMovement } from './movements/define-movement.ts';
import { outcomeAt, toPlace } from './movements/series.ts';
import { isWithin, Top } from './movements/top.ts';

/** It stood among the first n, and does no more. */
export const leftTop = defineMovement({
  event: 'left_top',
  params: z.strictObject({ n: Top }),
  describe: ({ n }) => `left the top ${n}`,
  toMovement: ({ n }) => ({
    direction: 'down',
    toLeast: () => 1,
    // From 10 to 11 and back is no news.
    usualMin: 1,
    isMet: ({ series, a, b, least }) => {
      const [before, now] = [outcomeAt(series, a), outcomeAt(series, b)];
      if (isWithin(before, n) !== true) return false;
      const isInside = isWithin(now, n);
      return isInside === undefined ? undefined : !isInside && toPlace(now) - before.position >= least;
    },
  }),
});
