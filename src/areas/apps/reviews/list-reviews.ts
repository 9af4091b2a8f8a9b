import type { RequestContext } from '#context';
import type { Page } from '#kernel/lists.ts';
import { getKnownApp } from '../catalogue/get-app.ts';
import type { Review, ReviewRead } from './review.ts';
import { countReviews, listReviewPage, listReviewReads, type ReviewFilter } from './store/reviews.ts';

export interface Reviews {
  /** Newest first. */
  readonly reviews: readonly Review[];
  readonly total: number;
  /** Reviews with one to five stars, in this order, among all that match. */
  readonly stars: readonly number[];
  readonly reads: readonly ReviewRead[];
}

/**
 * The stored reviews of an app.
 * @throws AppError `App not found`
 */
export async function listReviews(ctx: Pick<RequestContext, 'postgres' | 'caller'>, filter: ReviewFilter, page: Page): Promise<Reviews> {
  await getKnownApp(ctx, filter);
  const { postgres } = ctx;
  const [reviews, counts, reads] = await Promise.all([
    listReviewPage(postgres, filter, page),
    countReviews(postgres, filter),
    listReviewReads(postgres, filter),
  ]);
  const stars = [1, 2, 3, 4, 5].map((rating) => counts.find((one) => one.rating === rating)?.count ?? 0);
  return { reviews, stars, total: stars.reduce((sum, count) => sum + count, 0), reads };
}
