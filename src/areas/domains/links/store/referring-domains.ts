import type { LinkStatus } from '#providers/search-data/links.ts';
import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { QualityTier } from '../quality-tier.ts';

/** A domain that links, or did, to another. */
export interface ReferringRecord {
  readonly referringDomain: string;
  /** 0 to 100. */
  readonly rank: number | null;
  readonly qualityTier: QualityTier | null;
  readonly backlinks: number | null;
  /** 0 to 100. */
  readonly spamScore: number | null;
  readonly referringPages: number | null;
  /** Links by type of platform. */
  readonly platformTypes: Readonly<Record<string, number>>;
  readonly domainType: string | null;
  readonly mediaType: string | null;
  readonly channelBucket: string | null;
  readonly classificationSource: string | null;
  /** 0 to 100. */
  readonly confidencePct: number | null;
  readonly lastClassifiedAt: Date | null;
  /** By the provider. */
  readonly dfsFirstSeen: Date | null;
  readonly dfsLostDate: Date | null;
  /** By our own fetches. */
  readonly ourFirstSeen: Date;
  readonly ourLastSeen: Date;
  /** Null: it is still there. */
  readonly ourLostAt: Date | null;
}

export const REFERRING_COLUMNS = `referring_domain, rank, quality_tier, backlinks_count as backlinks, spam_score, referring_pages,
  platform_types, domain_type, media_type, channel_bucket, classification_source, classification_confidence as confidence_pct,
  last_classified_at, dfs_first_seen,
  dfs_lost_date, our_first_seen, our_last_seen, our_lost_at`;

export interface ReferringFilter {
  readonly domainId: number;
  readonly status: LinkStatus;
  readonly qualityTier?: QualityTier | undefined;
}

export interface ReferringPage extends ReferringFilter {
  readonly limit: number;
  readonly offset: number;
}

/** The highest rank first. */
export const referringList = defineList<ReferringRecord, ReferringFilter>({
  columns: REFERRING_COLUMNS,
  from: `from referring_domains
  where domain_id = $1 and ($2 = 'all' or (our_lost_at is null) = ($2 = 'live')) and ($3::text is null or quality_tier = $3)`,
  order: 'rank desc nulls last, referring_domain',
  values: ({ domainId, status, qualityTier }) => [domainId, status, qualityTier],
});

/** Domains that link to a domain and are not classified, by name. @param storedAt only those that were stored for the first time then */
export async function listUnclassified(
  sql: Sql,
  domainId: number,
  { storedAt, limit }: { readonly storedAt?: Date; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql.query<{ referringDomain: string }>(
    `select referring_domain from referring_domains
     where domain_id = $1 and ($2::timestamptz is null or our_first_seen = $2) and last_classified_at is null
     order by referring_domain limit $3`,
    [domainId, storedAt ?? null, limit],
  );
  return rows.map((row) => row.referringDomain);
}
