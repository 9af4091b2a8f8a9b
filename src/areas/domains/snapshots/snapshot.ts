/** `summary`: read in its week; `history`: filled in later from the provider's history. */
export type SnapshotSource = 'summary' | 'history';

/** Links by type of source. One link may be counted in several; null: not known. Of a week they are always the provider's. */
export interface SnapshotCounts {
  readonly news: number | null;
  readonly blogs: number | null;
  readonly ecommerce: number | null;
  readonly forums: number | null;
  readonly social: number | null;
  readonly owned: number | null;
  readonly earned: number | null;
  readonly paid: number | null;
  readonly shared: number | null;
}

/** What our classifier says of the links that were read, and how many of all links those are. */
export interface ClassifiedLinks extends SnapshotCounts {
  /** Stored domains that link and have not gone. Null: not recorded, in weeks from before these were. */
  readonly linksRead: number | null;
  readonly linksClassified: number | null;
  readonly domainsRead: number | null;
  readonly domainsClassified: number | null;
}

/** The sums that a week has of its own; null: not known. */
export interface SnapshotMetrics {
  /** 0 to 100. */
  readonly rank: number | null;
  readonly backlinks: number | null;
  readonly backlinksNofollow: number | null;
  readonly referringDomains: number | null;
  readonly referringMainDomains: number | null;
  readonly spamScore: number | null;
  readonly counts: SnapshotCounts;
  /** Links by type of platform, as the provider counts them. */
  readonly platformTypes: Readonly<Record<string, number>> | null;
  /** Null: no link was read. */
  readonly classified: ClassifiedLinks | null;
}

/** One week of a domain. */
export interface Snapshot extends SnapshotMetrics {
  /** ISO week, `YYYYWW`. */
  readonly yearWeek: string;
  /** The day whose state it describes, `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly source: SnapshotSource;
  readonly costUsd: number;
  readonly capturedAt: Date;
}

/** The newest week before it that something is known of, which need not be the last one. */
export interface PreviousPeriod {
  readonly yearWeek: string;
  readonly rank: number | null;
  readonly backlinks: number | null;
  readonly referringDomains: number | null;
}

export interface LinkedSnapshot extends Snapshot {
  readonly previous: PreviousPeriod | null;
}

export const NO_LINK_COUNTS: SnapshotCounts = {
  news: null,
  blogs: null,
  ecommerce: null,
  forums: null,
  social: null,
  owned: null,
  earned: null,
  paid: null,
  shared: null,
};

/** Under the names that both stores and the wire use. */
export function toCountFields(counts: SnapshotCounts) {
  return {
    count_news: counts.news,
    count_blogs: counts.blogs,
    count_ecommerce: counts.ecommerce,
    count_forums: counts.forums,
    count_social: counts.social,
    count_owned: counts.owned,
    count_earned: counts.earned,
    count_paid: counts.paid,
    count_shared: counts.shared,
  };
}

/**
 * Nothing is known of the week: the provider was asked and had nothing. The row prevents a second paid
 * call; readers leave such weeks out.
 */
export const NO_METRICS: SnapshotMetrics = {
  rank: null,
  backlinks: null,
  backlinksNofollow: null,
  referringDomains: null,
  referringMainDomains: null,
  spamScore: null,
  counts: NO_LINK_COUNTS,
  platformTypes: null,
  classified: null,
};

/** Whether the provider had anything to say of the week. */
export function isKnownWeek({ backlinks, referringDomains }: Pick<SnapshotMetrics, 'backlinks' | 'referringDomains'>): boolean {
  return backlinks !== null || referringDomains !== null;
}
