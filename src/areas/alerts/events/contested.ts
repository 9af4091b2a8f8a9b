import { z } from 'zod';
import { isSamePage } from '#areas/rankings/index.ts';
import { defineMovement } from './movements/define-movement.ts';
import { outcomeAt, type Series } from './movements/series.ts';

const DAYS = 14;
const TURNS = 2;

/** Own pages take turns. */
export const contested = defineMovement({
  event: 'contested',
  params: z.strictObject({}),
  describe: () => `had own pages take turns at least ${TURNS} times in ${DAYS} days`,
  toMovement: () => ({
    looksBack: true,
    isMet: ({ series, a, b, start }) => countTurns(series, b, start) >= TURNS && countTurns(series, a, start) < TURNS,
    toSize: ({ series, b, start }) => countTurns(series, b, start),
    describe: ({ series, start }, index) => ({ turns: countTurns(series, index, start) }),
  }),
});

/** How often the page that ranks was another one than before, in the days that end with an outcome. */
function countTurns(series: Series, last: number, start: number): number {
  const first = outcomeAt(series, last).dayNumber - DAYS;
  let turns = 0;
  let newer: string | null = null;
  for (let index = last; index >= start && outcomeAt(series, index).dayNumber > first; index -= 1) {
    const { page } = outcomeAt(series, index);
    if (page === null) continue;
    if (newer !== null && newer !== page && !isSamePage(newer, page)) turns += 1;
    newer = page;
  }
  return turns;
}
