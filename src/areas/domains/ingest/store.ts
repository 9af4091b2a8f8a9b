import type { Sql } from '#stores/postgres/types.ts';
import type { Market } from '../keywords/market.ts';

/** Marks what was last seen before an instant as lost; returns how many. */
export async function markLostLinks(
  sql: Sql,
  table: 'backlinks' | 'referring_domains',
  { domainId, before, lostAt }: { domainId: number; before: Date; lostAt: Date },
): Promise<number> {
  const { rowCount } = await sql.query(
    `update ${table} set our_lost_at = $3 where domain_id = $1 and our_last_seen < $2 and our_lost_at is null`,
    [domainId, before, lostAt],
  );
  return rowCount ?? 0;
}

/** Marks what was last seen in a market before an instant as lost; returns how many. */
export async function markLostKeywords(
  sql: Sql,
  { domainId, market, before, lostAt }: { domainId: number; market: Market; before: Date; lostAt: Date },
): Promise<number> {
  const { rowCount } = await sql.query(
    `update domain_keywords set our_lost_at = $5
     where domain_id = $1 and location_code = $2 and language_code = $3 and our_last_seen < $4 and our_lost_at is null`,
    [domainId, market.locationCode, market.languageCode, before, lostAt],
  );
  return rowCount ?? 0;
}
