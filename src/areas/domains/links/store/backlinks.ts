import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';

const COLUMNS = {
  domain_id: 'bigint',
  link_hash: 'bytea',
  url_hash: 'bytea',
  domain_from: 'text',
  url_from: 'text',
  url_to: 'text',
  anchor: 'text',
  item_type: 'text',
  attributes: 'text[]',
  is_dofollow: 'boolean',
  is_broken: 'boolean',
  rank: 'smallint',
  page_from_rank: 'smallint',
  domain_from_rank: 'smallint',
  spam_score: 'smallint',
  page_from_title: 'text',
  page_from_language: 'text',
  domain_from_country: 'text',
  platform_types: 'text[]',
  semantic_location: 'text',
  dfs_first_seen: 'timestamptz',
  dfs_last_seen: 'timestamptz',
  dfs_lost_date: 'timestamptz',
  our_first_seen: 'timestamptz',
  our_last_seen: 'timestamptz',
  our_lost_at: 'timestamptz',
} as const;

/** A link as it is stored; hashes as `\x` and hexadecimal digits. */
export type BacklinkRow = { readonly [Name in keyof typeof COLUMNS]: unknown };

/** What another reading of the same link may change. */
const CHANGING = [
  'attributes',
  'is_dofollow',
  'is_broken',
  'rank',
  'page_from_rank',
  'domain_from_rank',
  'spam_score',
  'page_from_title',
  'page_from_language',
  'domain_from_country',
  'platform_types',
  'semantic_location',
  'dfs_first_seen',
  'dfs_last_seen',
  'dfs_lost_date',
  'our_last_seen',
] as const satisfies readonly (keyof typeof COLUMNS)[];

const UPSERT = `on conflict (domain_id, link_hash) do update set
  ${CHANGING.map((name) => `${name} = excluded.${name}`).join(', ')},
  our_lost_at = case when excluded.our_lost_at is not null then coalesce(backlinks.our_lost_at, excluded.our_lost_at) end`;

/** Adds links and brings known ones up to date; when they were first seen by us, and found lost, stays. No link twice, sorted by hash. */
export async function upsertBacklinks(sql: Sql, rows: readonly BacklinkRow[]): Promise<void> {
  await insertRows(sql, { table: 'backlinks', columns: COLUMNS, rows, suffix: UPSERT });
}
