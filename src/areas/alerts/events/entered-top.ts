import { z } from 'zod';
import { defineMovement } from './movements/define-movement.ts';
import { outcomeAt, toPlace } from './movements/series.ts';
import { isWithin, Top } from './movements/top.ts';

/** It did not stand among the first n, and does now. */
export const enteredTop = defineMovement({
  event: 'entered_top',
  params: z.strictObject({ n: Top }),
  describe: ({ n }) => `entered the top ${n}`,
  toMovement: ({ n }) => ({
    direction: 'up',
    toLeast: () => 1,
    // From 10 to 11 and back is no news.
    usualMin: 1,
    isMet: ({ series, a, b, least }) => {
      const [before, now] = [outcomeAt(series, a), outcomeAt(series, b)];
      const isInside = isWithin(now, n);
      if (isInside !== true) return isInside;
      const wasInside = isWithin(before, n);
      return wasInside === undefined ? undefined : !wasInside && toPlace(before) - now.position >= least;
    },
  }),
});
