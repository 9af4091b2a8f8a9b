import { z } from 'zod';
import { defineEventKind } from '../event-kind.ts';
import { foldLevel, type Verdict } from '../fold-level.ts';
import { appRatings, type RatingObservation } from '../sources/app-records.ts';

const STARS_MAX = 5;
const BELOW_DEFAULT = 4;

/** The rating of an own app comes below a bound. A day on which it was not read is none. */
export const appRating = defineEventKind({
  event: 'app_rating',
  params: z.strictObject({ below: z.number().gt(1).max(STARS_MAX).default(BELOW_DEFAULT) }),
  describe: ({ below }) => `the rating of an app is below ${below}`,
  family: 'service',
  judgedAfter: 'hour',
  source: appRatings,
  fold: ({ below }, subject, observations, options) => foldLevel(subject, toVerdicts(observations, below), { options, firstFires: false }),
});

function toVerdicts(observations: readonly RatingObservation[], below: number): Verdict[] {
  const verdicts: Verdict[] = [];
  let before: number | null = null;
  for (const { day, at, rating, ratingCount } of observations) {
    if (rating === null) continue;
    const loss: number = before === null ? 0 : before - rating;
    verdicts.push({
      day,
      at,
      holds: rating < below,
      from: before === null ? null : { rating: before },
      to: { rating, rating_count: ratingCount },
      size: Math.abs(loss),
      direction: 'down',
    });
    before = rating;
  }
  return verdicts;
}
