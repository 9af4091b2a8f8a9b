import type { Sql } from '#stores/postgres/types.ts';
import type { AppKey } from '../app-key.ts';

/** From the first to the last day, both included, `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface RatingDay {
  readonly day: string;
  readonly rating: number | null;
  readonly ratingCount: number | null;
  readonly ratingHistogram: readonly number[] | null;
  /** Cost of the reading; 0: free, null: not recorded. */
  readonly costUsd: number | null;
}

/** Oldest first. */
export async function listAppRatingDays(sql: Sql, { platform, storefront, appId }: AppKey, { from, to }: DayRange): Promise<RatingDay[]> {
  const { rows } = await sql.query<RatingDay>(
    `select day, rating, rating_count, rating_histogram, cost_usd from app_rating_days
     where platform = $1 and storefront = $2 and app_id = $3 and day between $4 and $5 order by day`,
    [platform, storefront, appId, from, to],
  );
  return rows;
}

export interface AppChange {
  readonly changedAt: Date;
  /** As the app's body names it. */
  readonly field: string;
  readonly oldValue: unknown;
  readonly newValue: unknown;
}

/** Newest first. */
export async function listChanges(
  sql: Sql,
  { platform, storefront, appId }: AppKey,
  { from, to, limit }: DayRange & { readonly limit: number },
): Promise<AppChange[]> {
  const { rows } = await sql.query<AppChange>(
    `select changed_at, field, old_value, new_value from app_changes
     where platform = $1 and storefront = $2 and app_id = $3
       and changed_at >= $4::date::timestamp at time zone 'UTC' and changed_at < ($5::date + 1)::timestamp at time zone 'UTC'
     order by changed_at desc, field limit $6`,
    [platform, storefront, appId, from, to, limit],
  );
  return rows;
}
