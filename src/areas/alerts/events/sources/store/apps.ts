import type { Sql } from '#stores/postgres/types.ts';
import type { FollowedApp } from './assets.ts';

const TERMS_MAX = 10_000;
const ROWS_MAX = 10_000;

type AppKey = Pick<FollowedApp, 'platform' | 'storefront' | 'appId'>;

/** A span of days in UTC, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

export interface FollowedTerm {
  readonly keyword: string;
  readonly languageCode: string;
  readonly ownerId: string;
}

/** The terms that a project follows an app for. */
export async function listFollowedTerms(sql: Sql, projectId: string, { platform, storefront, appId }: AppKey): Promise<FollowedTerm[]> {
  const { rows } = await sql.query<FollowedTerm>(
    `select keyword, language_code, owner_id from tracked_app_keywords
     where project_id = $1 and platform = $2 and storefront = $3 and app_id = $4 and is_active
     order by keyword, language_code limit ${TERMS_MAX}`,
    [projectId, platform, storefront, appId],
  );
  return rows;
}

export interface RatingDay {
  readonly day: string;
  /** Null: it was not read. */
  readonly rating: number | null;
  readonly ratingCount: number | null;
}

/** Oldest first. */
export async function listRatings(sql: Sql, { platform, storefront, appId }: AppKey, { from, to }: Days): Promise<RatingDay[]> {
  const { rows } = await sql.query<RatingDay>(
    `select day, rating, rating_count from app_rating_days
     where platform = $1 and storefront = $2 and app_id = $3 and day between $4::date and $5::date order by day`,
    [platform, storefront, appId, from, to],
  );
  return rows;
}

export interface FoundReview {
  readonly id: string;
  readonly rating: number;
  readonly title: string | null;
  readonly body: string;
  readonly version: string | null;
  readonly reviewedAt: Date;
  readonly firstSeenAt: Date;
  /** The day on which it was first seen. */
  readonly day: string;
}

/** Reviews with few stars that were first seen on these days and written since an instant, oldest first. */
export async function listPoorReviews(
  sql: Sql,
  { platform, storefront, appId }: AppKey,
  { from, to, stars, writtenSince }: Days & { readonly stars: number; readonly writtenSince: Date },
): Promise<FoundReview[]> {
  const { rows } = await sql.query<FoundReview>(
    `select id, rating, title, left(body, 500) as body, version, reviewed_at, first_seen_at, (first_seen_at at time zone 'UTC')::date as day
     from app_reviews
     where platform = $1 and storefront = $2 and app_id = $3 and rating <= $6 and reviewed_at >= $7
       and first_seen_at >= $4::date::timestamp at time zone 'UTC' and first_seen_at < ($5::date + 1)::timestamp at time zone 'UTC'
     order by first_seen_at, id limit ${ROWS_MAX}`,
    [platform, storefront, appId, from, to, stars, writtenSince],
  );
  return rows;
}

export interface ListingChange {
  readonly changedAt: Date;
  readonly day: string;
  /** As the app's body names it. */
  readonly field: string;
  readonly oldValue: unknown;
  readonly newValue: unknown;
}

/** What a store changed on an app's page on these days, oldest first. */
export async function listListingChanges(
  sql: Sql,
  { platform, storefront, appId }: AppKey,
  { from, to, fields }: Days & { readonly fields: readonly string[] },
): Promise<ListingChange[]> {
  const { rows } = await sql.query<ListingChange>(
    `select changed_at, (changed_at at time zone 'UTC')::date as day, field, old_value, new_value from app_changes
     where platform = $1 and storefront = $2 and app_id = $3 and field = any($6::text[])
       and changed_at >= $4::date::timestamp at time zone 'UTC' and changed_at < ($5::date + 1)::timestamp at time zone 'UTC'
     order by changed_at, field limit ${ROWS_MAX}`,
    [platform, storefront, appId, from, to, fields],
  );
  return rows;
}
