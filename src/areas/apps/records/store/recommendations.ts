import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import type { Market } from '../market.ts';

const COLUMNS = {
  id: 'text',
  platform: 'text',
  storefront: 'text',
  source_app_id: 'text',
  recommended_app_id: 'text',
  section: 'text',
  position: 'integer',
  first_seen: 'timestamptz',
  last_seen: 'timestamptz',
} as const;

export type RecommendationRow = { readonly [Name in keyof typeof COLUMNS]: unknown };

/** Adds what is new, counts what was seen again. None twice, sorted. An older reading changes nothing. */
export async function upsertRecommendations(sql: Sql, rows: readonly RecommendationRow[]): Promise<void> {
  await insertRows(sql, {
    table: 'app_recommendations',
    columns: COLUMNS,
    rows,
    suffix: `on conflict (platform, storefront, source_app_id, section, recommended_app_id) do update set
      position = excluded.position, last_seen = excluded.last_seen, is_active = 1, times_seen = app_recommendations.times_seen + 1
      where app_recommendations.last_seen < excluded.last_seen`,
  });
}

/** What these apps recommended and was not seen since. */
export async function retireRecommendations(
  sql: Sql,
  { platform, storefront }: Market,
  { sourceAppIds, before }: { readonly sourceAppIds: readonly string[]; readonly before: Date },
): Promise<void> {
  await sql.query(
    `update app_recommendations set is_active = 0
     where platform = $1 and storefront = $2 and source_app_id = any($3::text[]) and last_seen < $4 and is_active = 1`,
    [platform, storefront, sourceAppIds, before],
  );
}
