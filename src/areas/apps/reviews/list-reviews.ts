import type { AppContext } from '#context';
import type { Page } from '#http/paging.ts';
import { notFound } from '#kernel/errors.ts';
import { findApps } from '../records/index.ts';
import type { Review, ReviewRead } from './review.ts';
import { countReviews, listReviewPage, listReviewReads, type ReviewFilter } from './store/reviews.ts';

export interface Reviews {
  /** Newest first. */
  readonly reviews: readonly Review[];
  readonly total: number;
  /** Of one to five stars, in this order, of all that match. */
  readonly stars: readonly number[];
  readonly reads: readonly ReviewRead[];
}

/**
 * The stored reviews of an app.
 * @throws AppError `App not found` when no store answer had it in the storefront
 */
export async function listReviews({ postgres }: Pick<AppContext, 'postgres'>, filter: ReviewFilter, page: Page): Promise<Reviews> {
  const { platform, storefront, appId } = filter;
  const known = await findApps(postgres, { platform, storefront, appIds: [appId] });
  if (!known.has(appId)) throw notFound('App');
  const [reviews, counts, reads] = await Promise.all([
    listReviewPage(postgres, filter, page),
    countReviews(postgres, filter),
    listReviewReads(postgres, filter),
  ]);
  const stars = [1, 2, 3, 4, 5].map((rating) => counts.find((one) => one.rating === rating)?.count ?? 0);
  return { reviews, stars, total: stars.reduce((sum, count) => sum + count, 0), reads };
}
