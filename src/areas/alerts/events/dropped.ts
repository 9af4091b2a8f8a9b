import { z } from 'zod';
import { defineMovement } from './movements/define-movement.ts';
import { outcomeAt, toPlace } from './movements/series.ts';
import { By, describeBy, toThreshold } from './movements/threshold.ts';

/** It stands lower than before. */
export const dropped = defineMovement({
  event: 'dropped',
  params: z.strictObject({ by: By }),
  describe: ({ by }) => `dropped ${describeBy(by)}`,
  toMovement: ({ by }) => {
    const thresholdOf = toThreshold(by);
    return {
      direction: 'down',
      toLeast: ({ series, a }) => thresholdOf(outcomeAt(series, a).position),
      isMet: ({ series, a, b, least }) => {
        const [before, now] = [outcomeAt(series, a), outcomeAt(series, b)];
        if (before.position === 0) return false;
        if (toPlace(now) - before.position >= least) return true;
        // It is below all that was read, and may be far below.
        return now.position === 0 ? undefined : false;
      },
    };
  },
});
