import { z } from 'zod';
import { defineMovement } from './movements/define-movement.ts';
import { outcomeAt, toPlace } from './movements/series.ts';
import { By, describeBy, toThreshold } from './movements/threshold.ts';

/** It stands higher than before. */
export const rose = defineMovement({
  event: 'rose',
  params: z.strictObject({ by: By }),
  describe: ({ by }) => `rose ${describeBy(by)}`,
  toMovement: ({ by }) => {
    const thresholdOf = toThreshold(by);
    return {
      direction: 'up',
      toLeast: ({ series, a }) => thresholdOf(toPlace(outcomeAt(series, a))),
      isMet: ({ series, a, b, least }) => {
        const [before, now] = [outcomeAt(series, a), outcomeAt(series, b)];
        if (now.position === 0) return false;
        if (toPlace(before) - now.position >= least) return true;
        // It was below all that was read, and may have been far below.
        return before.position === 0 ? undefined : false;
      },
    };
  },
});
