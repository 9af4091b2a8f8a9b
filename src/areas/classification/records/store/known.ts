/** Records of what operators have classified or correct, and that nothing else named yet. Sorted, so that two writers never wait for each other in a circle. */
import { toSubjectHash } from '../classification.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';

const TIER = 'classified';

/** @param hosts normalized, none twice */
export async function insertKnownDomains(sql: Sql, hosts: readonly string[], now: Date): Promise<void> {
  await insertRows(sql, {
    table: 'domains',
    columns: { domain: 'text', created_at: 'timestamptz', data_tier: 'text' },
    rows: hosts.toSorted().map((domain) => ({ domain, created_at: now, data_tier: TIER })),
    suffix: 'on conflict (domain) do nothing',
  });
}

export interface KnownUrl {
  readonly url: string;
  /** Without `www.`. */
  readonly host: string;
}

/** @param pages normalized, none twice */
export async function insertKnownUrls(sql: Sql, pages: readonly KnownUrl[], now: Date): Promise<void> {
  await insertRows(sql, {
    table: 'urls',
    columns: {
      url: 'text',
      url_hash: 'bytea',
      domain: 'text',
      first_seen: 'timestamptz',
      last_seen: 'timestamptz',
      data_tier: 'text',
      source_endpoint: 'text',
    },
    rows: pages
      .map(({ url, host }) => ({
        url,
        url_hash: toSubjectHash(url),
        domain: host,
        first_seen: now,
        last_seen: now,
        data_tier: TIER,
        source_endpoint: 'classifier',
      }))
      .toSorted((one, other) => (one.url_hash < other.url_hash ? -1 : 1)),
    suffix: 'on conflict (url_hash) do nothing',
  });
}
