import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';

/** A page that was seen from outside. */
export interface UrlRow {
  readonly url: string;
  /** Of the normalized address, as PostgreSQL writes bytes: `\x` and hexadecimal digits. */
  readonly url_hash: string;
  readonly domain: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly data_tier: 'customer' | 'referring';
  readonly source_endpoint: string;
}

const COLUMNS = {
  url: 'text',
  url_hash: 'bytea',
  domain: 'text',
  first_seen: 'timestamptz',
  last_seen: 'timestamptz',
  data_tier: 'text',
  source_endpoint: 'text',
} as const;

/** Adds what is not there; of the others only the time moves. No address twice, and sorted by hash, so that two writers do not wait for each other in a circle. */
export async function upsertUrls(sql: Sql, rows: readonly UrlRow[]): Promise<void> {
  await insertRows(sql, {
    table: 'urls',
    columns: COLUMNS,
    rows,
    suffix: 'on conflict (url_hash) do update set last_seen = excluded.last_seen where urls.last_seen < excluded.last_seen',
  });
}
