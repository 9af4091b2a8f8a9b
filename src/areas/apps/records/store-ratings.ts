import type { AppContext } from '#context';
import { toDay, toUtcText } from '#kernel/clock.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Market } from './market.ts';
import { upsertRatingDays } from './store/ratings.ts';

export interface ObservedRating {
  readonly appId: string;
  /** 0 to 5. */
  readonly rating: number | null;
  readonly ratingCount: number | null;
  /** Ratings with one to five stars, in this order. */
  readonly ratingHistogram?: readonly number[] | null;
  /** Cost of the reading; null: not recorded. */
  readonly costUsd?: number | null;
}

/**
 * Writes the ratings of apps into their series: one row a day in PostgreSQL, where a later reading of the day replaces
 * an earlier one, and a row for ClickHouse. Apps that are not known are left out.
 */
export async function storeRatings(
  tx: Sql,
  { outbox }: Pick<AppContext, 'outbox'>,
  { platform, storefront, ratings, now }: Market & { readonly ratings: readonly ObservedRating[]; readonly now: Date },
): Promise<void> {
  const day = toDay(now);
  const byApp = new Map(ratings.map((rating) => [rating.appId, rating]));
  const sorted = [...byApp.values()].toSorted((left, right) => (left.appId < right.appId ? -1 : 1));
  const written = await upsertRatingDays(
    tx,
    sorted.map(({ appId, rating, ratingCount, ratingHistogram, costUsd }) => ({
      platform,
      storefront,
      app_id: appId,
      day,
      rating,
      rating_count: ratingCount,
      rating_histogram: ratingHistogram,
      cost_usd: costUsd ?? null,
    })),
  );
  const lines = written.map((appId) => ({
    app_id: appId,
    platform,
    storefront,
    rating: byApp.get(appId)?.rating ?? null,
    rating_count: byApp.get(appId)?.ratingCount ?? null,
    captured_at: toUtcText(now),
  }));
  await outbox.append(tx, 'app_analytics', lines);
}
