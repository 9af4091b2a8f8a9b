import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';

const COLUMNS = {
  domain_id: 'bigint',
  keyword: 'text',
  location_code: 'integer',
  language_code: 'text',
  item_type: 'text',
  rank_group: 'integer',
  rank_absolute: 'integer',
  previous_rank_absolute: 'integer',
  url: 'text',
  title: 'text',
  is_new: 'boolean',
  is_up: 'boolean',
  is_down: 'boolean',
  search_volume: 'integer',
  cpc: 'double precision',
  competition: 'double precision',
  competition_level: 'text',
  keyword_difficulty: 'integer',
  intent: 'text',
  estimated_traffic: 'double precision',
  dfs_checked_at: 'timestamptz',
  our_first_seen: 'timestamptz',
  our_last_seen: 'timestamptz',
  our_lost_at: 'timestamptz',
} as const;

export type DomainKeywordRow = { readonly [Name in keyof typeof COLUMNS]: unknown };

/** What one result on a result page says. */
const OF_RESULT = [
  'rank_group',
  'rank_absolute',
  'previous_rank_absolute',
  'url',
  'title',
  'is_new',
  'is_up',
  'is_down',
  'estimated_traffic',
] as const satisfies readonly (keyof typeof COLUMNS)[];

const OF_KEYWORD = [
  'search_volume',
  'cpc',
  'competition',
  'competition_level',
  'keyword_difficulty',
  'intent',
  'dfs_checked_at',
  'our_last_seen',
  'our_lost_at',
] as const satisfies readonly (keyof typeof COLUMNS)[];

/** A domain may stand twice on one result page, and the second result come with a later page of rows: the better one stays. */
const IS_WORSE = `domain_keywords.dfs_checked_at = excluded.dfs_checked_at and domain_keywords.rank_absolute < excluded.rank_absolute`;

const UPSERT = `on conflict (domain_id, location_code, language_code, keyword, item_type) do update set
  ${OF_RESULT.map((name) => `${name} = case when ${IS_WORSE} then domain_keywords.${name} else excluded.${name} end`).join(', ')},
  ${OF_KEYWORD.map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** Adds keywords and brings known ones up to date. None twice, sorted. */
export async function upsertDomainKeywords(sql: Sql, rows: readonly DomainKeywordRow[]): Promise<void> {
  await insertRows(sql, { table: 'domain_keywords', columns: COLUMNS, rows, suffix: UPSERT });
}
