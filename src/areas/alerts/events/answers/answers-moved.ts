import { z } from 'zod';
import { addDays } from '#kernel/days.ts';
import type { Rate } from '#kernel/statistics/rates.ts';
import { WEEK_DAYS } from '#kernel/weeks.ts';
import { toSurfaceKind } from '#providers/search-data/index.ts';
import { defineEventKind, type FoldOptions, type Folded, type Subject } from '../event-kind.ts';
import { foldFacts, type Fact } from '../fold-facts.ts';
import { answerWeeks, type AnswerObservation } from '../sources/answer-weeks.ts';
import { SurfaceParam } from './surface.ts';

const RATES = { mention_rate: 'mentionRate', citation_rate: 'citationRate' } as const;
const VERDICTS = { down: ['moved_down'], up: ['moved_up'], either: ['moved_down', 'moved_up'] } as const;

const Params = z.strictObject({
  rate: z.enum(['mention_rate', 'citation_rate']).default('mention_rate'),
  direction: z.enum(['down', 'up', 'either']).default('either'),
  surface: SurfaceParam,
});
type Params = z.output<typeof Params>;

/** A rate of a surface moved from one whole week to the next, by the test that the summary of answers judges by. */
export const answersMoved = defineEventKind({
  event: 'answers_moved',
  params: Params,
  describe: ({ rate, direction }) =>
    `answers ${rate === 'mention_rate' ? 'name' : 'cite'} us ${{ down: 'less', up: 'more', either: 'more or less' }[direction]} often than the week before`,
  family: 'service',
  judgedAfter: 'weekly',
  isToldOnce: true,
  source: answerWeeks,
  fold: foldMoves,
});

function foldMoves({ rate, direction }: Params, subject: Subject, weeks: readonly AnswerObservation[], options: FoldOptions): Folded {
  const complete = weeks.filter(({ isComplete }) => isComplete);
  const verdicts: readonly string[] = VERDICTS[direction];
  const facts = complete
    .filter(({ changes }) => verdicts.includes(changes[RATES[rate]].verdict))
    .map((week) => toFact(rate, subject, week));
  return { ...foldFacts(subject, facts, options), considered: complete.length };
}

function toFact(rate: Params['rate'], { label }: Subject, { surface, week, day, at, summary, before, changes }: AnswerObservation): Fact {
  const { change } = changes[RATES[rate]];
  const points = toPercent(change?.difference ?? 0);
  const [rateNow, rateBefore] = [summary[RATES[rate]], before[RATES[rate]]];
  const name = `${rate}_percent`;
  return {
    id: `${rate}:${week}`,
    label,
    day,
    at,
    from: { [name]: toPercent(rateBefore.value), ...toInterval(rateBefore), week: addDays(week, -WEEK_DAYS) },
    to: {
      [name]: toPercent(rateNow.value),
      before_percent: toPercent(rateBefore.value),
      moved_points: points,
      week,
      ...toInterval(rateNow),
      moved_low_points: toPercent(change?.low ?? 0),
      moved_high_points: toPercent(change?.high ?? 0),
      surface_kind: toSurfaceKind(surface),
    },
    size: Math.abs(points),
  };
}

function toInterval({ low, high, n }: Rate) {
  return { low_percent: toPercent(low), high_percent: toPercent(high), answers: n };
}

/** A verdict needs answers on both sides, so there is a value. */
function toPercent(share: number | null): number {
  return Math.round((share ?? 0) * 1_000) / 10;
}
