import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';

const COLUMNS = {
  platform: 'text',
  storefront: 'text',
  app_id: 'text',
  day: 'date',
  rating: 'double precision',
  rating_count: 'bigint',
  rating_histogram: 'bigint[]',
  cost_usd: 'double precision',
} as const;

export type RatingRow = { readonly [Name in keyof typeof COLUMNS]: unknown };

/** Adds the days or brings them up to date; what is null stays as it was. Apps that are not known are left out. @returns the ids of the others */
export async function upsertRatingDays(sql: Sql, rows: readonly RatingRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const { rows: written } = await sql.query<{ appId: string }>(
    `insert into app_rating_days (platform, storefront, app_id, day, rating, rating_count, rating_histogram, cost_usd)
     select t.platform, t.storefront, t.app_id, t.day, t.rating, t.rating_count, t.rating_histogram::bigint[], t.cost_usd from ${unnest(COLUMNS)}
     where exists (select from apps where apps.platform = t.platform and apps.storefront = t.storefront and apps.app_id = t.app_id)
     on conflict (platform, storefront, app_id, day) do update set
       rating = coalesce(excluded.rating, app_rating_days.rating),
       rating_count = coalesce(excluded.rating_count, app_rating_days.rating_count),
       rating_histogram = coalesce(excluded.rating_histogram, app_rating_days.rating_histogram), cost_usd = excluded.cost_usd
     returning app_id`,
    toArrays(COLUMNS, rows),
  );
  return written.map((row) => row.appId);
}
