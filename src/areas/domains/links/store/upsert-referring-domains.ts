import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';

const COLUMNS = {
  domain_id: 'bigint',
  referring_domain: 'text',
  rank: 'smallint',
  quality_tier: 'text',
  backlinks_count: 'integer',
  spam_score: 'smallint',
  referring_pages: 'integer',
  platform_types: 'jsonb',
  dfs_first_seen: 'timestamptz',
  dfs_lost_date: 'timestamptz',
  our_first_seen: 'timestamptz',
  our_last_seen: 'timestamptz',
  our_lost_at: 'timestamptz',
} as const;

export type ReferringDomainRow = { readonly [Name in keyof typeof COLUMNS]: unknown };

const CHANGING = [
  'rank',
  'quality_tier',
  'backlinks_count',
  'spam_score',
  'referring_pages',
  'platform_types',
  'dfs_first_seen',
  'dfs_lost_date',
  'our_last_seen',
] as const satisfies readonly (keyof typeof COLUMNS)[];

const UPSERT = `on conflict (domain_id, referring_domain) do update set
  ${CHANGING.map((name) => `${name} = excluded.${name}`).join(', ')},
  our_lost_at = case when excluded.our_lost_at is not null then coalesce(referring_domains.our_lost_at, excluded.our_lost_at) end`;

/** Adds referring domains and brings known ones up to date. None twice, sorted by name. */
export async function upsertReferringDomains(sql: Sql, rows: readonly ReferringDomainRow[]): Promise<void> {
  await insertRows(sql, { table: 'referring_domains', columns: COLUMNS, rows, suffix: UPSERT });
}
