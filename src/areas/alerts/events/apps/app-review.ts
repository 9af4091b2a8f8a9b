import { z } from 'zod';
import { formatPlural } from '#kernel/text.ts';
import { defineEventKind } from '../event-kind.ts';
import { foldFacts, type Fact } from '../fold-facts.ts';
import { appReviews, type ReviewObservation } from '../sources/app-records.ts';

const STARS_MAX = 5;
const STARS_DEFAULT = 2;
const LABEL_LENGTH_MAX = 120;

/** A review gives an own app few stars: each one once. */
export const appReview = defineEventKind({
  event: 'app_review',
  params: z.strictObject({ stars: z.int().min(1).max(STARS_MAX).default(STARS_DEFAULT) }),
  describe: ({ stars }) => `a review of an app has ${formatPlural(stars, 'star')} or less`,
  family: 'service',
  judgedAfter: 'hour',
  isToldOnce: true,
  source: appReviews,
  fold: ({ stars }, subject, reviews, options) =>
    foldFacts(
      subject,
      reviews.filter(({ rating }) => rating <= stars).map((review) => toFact(subject.label, review)),
      options,
    ),
});

function toFact(app: string, { id, day, at, rating, title, body, version, reviewedAt }: ReviewObservation): Fact {
  const text = (title ?? body).slice(0, LABEL_LENGTH_MAX);
  return {
    id,
    label: `${app}: ${text}`,
    day,
    at,
    from: null,
    to: { review_id: id, stars: rating, title, text: body, version, reviewed_at: reviewedAt.toISOString() },
    size: STARS_MAX - rating,
  };
}
