import { z } from 'zod';
import { defineMovement } from './movements/define-movement.ts';
import { outcomeAt } from './movements/series.ts';

/** It ranked, and was not found although the check read as deep. */
export const lost = defineMovement({
  event: 'lost',
  params: z.strictObject({}),
  describe: () => 'was lost',
  toMovement: () => ({
    direction: 'down',
    isMet: ({ series, a, b }) => {
      const [before, now] = [outcomeAt(series, a), outcomeAt(series, b)];
      if (before.position === 0 || now.position > 0) return false;
      return now.depth >= before.position ? true : undefined;
    },
  }),
});
