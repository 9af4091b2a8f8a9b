import type { ReferringDomain } from '#providers/search-data/links.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { upsertReferringDomains, type ReferringDomainRow } from './store/upsert-referring-domains.ts';
import { cleanCount, cleanCounts, cleanDate, cleanScore, cleanText } from '../ingest/clean.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import { toQualityTier } from './quality-tier.ts';

const HOST_MAX = 253;

/**
 * Writes a page of domains that link to a domain, each once, with the tier of
 * quality that its rank gives. When it was first seen by us stays, when it was last seen moves.
 * @returns `skipped`: rows without a name that can be stored
 */
export async function ingestReferringDomains(
  sql: Sql,
  { domain, rows, now }: { readonly domain: KnownDomain; readonly rows: readonly ReferringDomain[]; readonly now: Date },
): Promise<{ readonly stored: number; readonly skipped: number }> {
  const byName = new Map<string, ReferringDomainRow>();
  let skipped = 0;
  for (const row of rows) {
    const name = cleanText(row.domain, HOST_MAX + 1)
      .trim()
      .toLowerCase();
    if (name === '' || name.length > HOST_MAX) skipped += 1;
    else byName.set(name, toRow(name, row, { domainId: domain.id, now }));
  }
  const sorted = [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await upsertReferringDomains(sql, sorted);
  return { stored: sorted.length, skipped };
}

function toRow(name: string, row: ReferringDomain, { domainId, now }: { domainId: number; now: Date }): ReferringDomainRow {
  const rank = cleanScore(row.rank);
  const lostDate = cleanDate(row.lostDate);
  return {
    domain_id: domainId,
    referring_domain: name,
    rank,
    quality_tier: toQualityTier(rank),
    backlinks_count: cleanCount(row.backlinks),
    spam_score: cleanScore(row.spamScore),
    referring_pages: cleanCount(row.referringPages),
    platform_types: cleanCounts(row.platformTypes),
    dfs_first_seen: cleanDate(row.firstSeen),
    dfs_lost_date: lostDate,
    our_first_seen: now,
    our_last_seen: now,
    our_lost_at: lostDate === null ? null : now,
  };
}
