import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import type { Market } from '../../records/index.ts';
import type { ObservedReview, Review, ReviewRead, ReviewSubject } from '../review.ts';

const INSERTED = {
  platform: 'text',
  storefront: 'text',
  app_id: 'text',
  id: 'text',
  rating: 'smallint',
  title: 'text',
  body: 'text',
  language_code: 'text',
  version: 'text',
  reviewed_at: 'timestamptz',
  first_seen_at: 'timestamptz',
} as const;

/** What one source leaves open another one may say. */
const FILL = `on conflict (platform, storefront, app_id, id) do update
    set language_code = coalesce(app_reviews.language_code, excluded.language_code), version = coalesce(app_reviews.version, excluded.version)
    where (app_reviews.language_code is null and excluded.language_code is not null) or (app_reviews.version is null and excluded.version is not null)
  returning first_seen_at`;

/**
 * Adds those that are not there, always in the order of their ids. A review stays as it was first seen; only language and
 * version are filled in where they were not known.
 * @returns how many were new
 */
export async function insertReviews(
  sql: Sql,
  { platform, storefront }: Market,
  { reviews, now }: { readonly reviews: readonly ObservedReview[]; readonly now: Date },
): Promise<number> {
  const byKey = new Map(reviews.map((review) => [`${review.appId} ${review.id}`, review]));
  const rows = [...byKey]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, review]) => ({
      platform,
      storefront,
      app_id: review.appId,
      id: review.id,
      rating: review.rating,
      title: review.title,
      body: review.body,
      language_code: review.languageCode,
      version: review.version,
      reviewed_at: review.reviewedAt,
      first_seen_at: now,
    }));
  const written = await insertRows<(typeof rows)[number], { firstSeenAt: Date }>(sql, {
    table: 'app_reviews',
    columns: INSERTED,
    rows,
    suffix: FILL,
  });
  return written.filter((row) => row.firstSeenAt.getTime() === now.getTime()).length;
}

/** Records a reading of reviews. When it failed (`error`), what the last good one found stays. */
export async function upsertReviewRead(
  sql: Sql,
  { platform, storefront, appId, languageCode }: ReviewSubject,
  { now, reviewsRead, error }: { readonly now: Date; readonly reviewsRead: number | null; readonly error: string | null },
): Promise<void> {
  await sql.query(
    `insert into app_review_reads as known (platform, storefront, app_id, language_code, read_at, reviews_read, tried_at, error)
     values ($1, $2, $3, $4, case when $7::text is null then $5::timestamptz end, $6, $5, $7)
     on conflict (platform, storefront, app_id, language_code) do update
       set read_at = coalesce(excluded.read_at, known.read_at), reviews_read = coalesce(excluded.reviews_read, known.reviews_read),
         tried_at = excluded.tried_at, error = excluded.error`,
    [platform, storefront, appId, languageCode, now, reviewsRead, error],
  );
}

export interface ReviewFilter extends Pick<ReviewSubject, 'platform' | 'storefront' | 'appId'> {
  readonly languageCode: string | undefined;
  readonly rating: number | undefined;
  readonly version: string | undefined;
  /** `YYYY-MM-DD`: those written on that day and later. */
  readonly since: string | undefined;
}

const FILTER = `from app_reviews
  where platform = $1 and storefront = $2 and app_id = $3 and ($4::text is null or language_code = $4)
    and ($5::smallint is null or rating = $5) and ($6::text is null or version = $6) and ($7::timestamptz is null or reviewed_at >= $7)`;

/** Newest first. */
export async function listReviewPage(sql: Sql, filter: ReviewFilter, { limit, offset }: Page): Promise<Review[]> {
  const { rows } = await sql.query<Review>(
    `select id, rating, title, body, language_code, version, reviewed_at, first_seen_at
     ${FILTER} order by reviewed_at desc, id limit $8 offset $9`,
    [...toValues(filter), limit, offset],
  );
  return rows;
}

/** How many there are of each number of stars. */
export async function countReviews(sql: Sql, filter: ReviewFilter): Promise<{ readonly rating: number; readonly count: number }[]> {
  const { rows } = await sql.query<{ rating: number; count: number }>(
    `select rating, count(*) as count ${FILTER} group by rating order by rating`,
    toValues(filter),
  );
  return rows;
}

function toValues({ platform, storefront, appId, languageCode, rating, version, since }: ReviewFilter): unknown[] {
  return [platform, storefront, appId, languageCode ?? null, rating ?? null, version ?? null, since ?? null];
}

/** By language. */
export async function listReviewReads(
  sql: Sql,
  { platform, storefront, appId }: Omit<ReviewSubject, 'languageCode'>,
): Promise<ReviewRead[]> {
  const { rows } = await sql.query<ReviewRead>(
    `select language_code, read_at, reviews_read, tried_at, error
     from app_review_reads where platform = $1 and storefront = $2 and app_id = $3 order by language_code limit 200`,
    [platform, storefront, appId],
  );
  return rows;
}
