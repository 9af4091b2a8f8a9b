import { z } from 'zod';
import { isSamePage } from '#areas/rankings/index.ts';
import { defineMovement } from './movements/define-movement.ts';
import { outcomeAt } from './movements/series.ts';

/** Another page ranks than the one that should; it did not before. */
export const wrongPage = defineMovement({
  event: 'wrong_page',
  params: z.strictObject({}),
  describe: () => 'ranks with another page than the one that should',
  toMovement: (_params, { targetPage }) => {
    if (targetPage === null) return undefined;
    const isWrong = (page: string | null): boolean => page !== null && page !== targetPage && !isSamePage(page, targetPage);
    return {
      isMet: ({ series, a, b }) => {
        const { page } = outcomeAt(series, b);
        if (page === null) return undefined;
        return isWrong(page) && !isWrong(outcomeAt(series, a).page);
      },
      describe: () => ({ target_page: targetPage }),
    };
  },
});
