import { z } from 'zod';
import { isSamePage } from '#areas/rankings/index.ts';
import { defineMovement } from './movements/define-movement.ts';
import { outcomeAt } from './movements/series.ts';

/** Another own page ranks than before. */
export const pageChanged = defineMovement({
  event: 'page_changed',
  params: z.strictObject({}),
  describe: () => 'ranks with another page',
  toMovement: () => ({
    isMet: ({ series, a, b }) => {
      const [before, now] = [outcomeAt(series, a).page, outcomeAt(series, b).page];
      if (before === null || now === null) return undefined;
      return before !== now && !isSamePage(before, now);
    },
  }),
});
