import type { Sql } from '#stores/postgres/types.ts';
import { insertDomains } from './store/domains.ts';
import { findDomain, type DomainRecord } from './store/domains.ts';

/** The record of a normalized host, made as `pending` when there is none. */
export async function ensureDomain(sql: Sql, domain: string, now: Date): Promise<DomainRecord> {
  const known = await findDomain(sql, domain);
  if (known !== undefined) return known;
  await insertDomains(sql, [domain], now);
  const record = await findDomain(sql, domain);
  if (record === undefined) throw new Error(`The record of domain ${domain} is not readable`);
  return record;
}
