import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import type { QualityTier } from '../quality-tier.ts';

/** A page that was seen from outside. */
export interface UrlRow {
  readonly url: string;
  /** Hash of the normalized address, as PostgreSQL writes bytes: `\x` and hexadecimal digits. */
  readonly url_hash: string;
  readonly domain: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly data_tier: 'customer' | 'referring';
  readonly source_endpoint: string;
  readonly quality_tier: QualityTier | null;
  readonly quality_tier_source: 'page_rank' | 'domain_rank' | null;
}

const COLUMNS = {
  url: 'text',
  url_hash: 'bytea',
  domain: 'text',
  first_seen: 'timestamptz',
  last_seen: 'timestamptz',
  data_tier: 'text',
  source_endpoint: 'text',
  quality_tier: 'text',
  quality_tier_source: 'text',
} as const;

/** What a person said of a page stays, and so does what was known of it where a row says nothing. */
const TIER = `case when urls.quality_tier_source = 'human_feedback' or excluded.quality_tier is null then`;

/** Adds what is not there; of the others the time moves, and the tier follows the newest ranks. No address twice, and sorted by hash, so that two writers do not wait for each other in a circle. */
export async function upsertUrls(sql: Sql, rows: readonly UrlRow[]): Promise<void> {
  await insertRows(sql, {
    table: 'urls',
    columns: COLUMNS,
    rows,
    suffix: `on conflict (url_hash) do update set last_seen = excluded.last_seen,
       data_tier = case urls.data_tier when 'classified' then excluded.data_tier else urls.data_tier end,
       quality_tier = ${TIER} urls.quality_tier else excluded.quality_tier end,
       quality_tier_source = ${TIER} urls.quality_tier_source else excluded.quality_tier_source end
     where urls.last_seen < excluded.last_seen`,
  });
}
