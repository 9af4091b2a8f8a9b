import { z } from 'zod';
import { defineMovement } from './movements/define-movement.ts';
import { outcomeAt } from './movements/series.ts';
import { isWithin, Top } from './movements/top.ts';

/** It did not stand among the first n, and does now. */
export const enteredTop = defineMovement({
  event: 'entered_top',
  params: z.strictObject({ n: Top }),
  describe: ({ n }) => `entered the top ${n}`,
  toMovement: ({ n }) => ({
    direction: 'up',
    isMet: ({ series, a, b }) => {
      const isInside = isWithin(outcomeAt(series, b), n);
      if (isInside !== true) return isInside;
      const wasInside = isWithin(outcomeAt(series, a), n);
      return wasInside === undefined ? undefined : !wasInside;
    },
  }),
});
