import { z } from 'zod';
import { defineMovement } from './movements/define-movement.ts';
import { outcomeAt } from './movements/series.ts';
import { isWithin, Top } from './movements/top.ts';

/** It stood among the first n, and does no more. */
export const leftTop = defineMovement({
  event: 'left_top',
  params: z.strictObject({ n: Top }),
  describe: ({ n }) => `left the top ${n}`,
  toMovement: ({ n }) => ({
    direction: 'down',
    isMet: ({ series, a, b }) => {
      if (isWithin(outcomeAt(series, a), n) !== true) return false;
      const isInside = isWithin(outcomeAt(series, b), n);
      return isInside === undefined ? undefined : !isInside;
    },
  }),
});
