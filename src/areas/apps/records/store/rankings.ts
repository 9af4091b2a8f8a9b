import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';

const COLUMNS = {
  platform: 'text',
  storefront: 'text',
  category_id: 'text',
  chart: 'text',
  device: 'text',
  app_id: 'text',
  year_week: 'text',
  app_rank: 'integer',
  parent_category_id: 'text',
  category_type: 'text',
  category_section: 'text',
  scraped_at: 'timestamptz',
  list_usd: 'double precision',
} as const;

export type RankingRow = { readonly [Name in keyof typeof COLUMNS]: unknown };

/** Adds the positions of a week or moves them; none twice, sorted. An older reading changes nothing. */
export async function upsertRankings(sql: Sql, rows: readonly RankingRow[]): Promise<void> {
  await insertRows(sql, {
    table: 'app_category_rankings',
    columns: COLUMNS,
    rows,
    suffix: `on conflict (platform, storefront, category_id, chart, device, year_week, app_id) do update set
      app_rank = excluded.app_rank, parent_category_id = excluded.parent_category_id, category_type = excluded.category_type,
      category_section = excluded.category_section, scraped_at = excluded.scraped_at, list_usd = excluded.list_usd
      where app_category_rankings.scraped_at <= excluded.scraped_at`,
  });
}
