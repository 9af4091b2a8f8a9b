/** A state that was read in its week, or told by the provider's history afterwards. */
export type SnapshotSource = 'summary' | 'history';

/** Links by who they come from. They count links, and one link may be in several; null: not known. */
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

/** The sums that a week has of its own (specification 2.9, domain_summaries); null: not known. */
export interface SnapshotFigures {
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
}

/** One week of a domain. */
export interface Snapshot extends SnapshotFigures {
  /** ISO week, `YYYYWW`. */
  readonly yearWeek: string;
  /** The day whose state it tells, `YYYY-MM-DD`. */
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

export const NO_COUNTS: SnapshotCounts = {
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

/** Under the names of specification 2.9, which both stores and the wire use. */
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
 * Nothing is known of the week: the provider was asked and had nothing. It is kept all the same, so
 * that nobody pays twice for asking; readers leave such weeks out.
 */
export const NO_FIGURES: SnapshotFigures = {
  rank: null,
  backlinks: null,
  backlinksNofollow: null,
  referringDomains: null,
  referringMainDomains: null,
  spamScore: null,
  counts: NO_COUNTS,
  platformTypes: null,
};

/** Whether the provider had anything to say of the week. */
export function isKnown({ backlinks, referringDomains }: Pick<SnapshotFigures, 'backlinks' | 'referringDomains'>): boolean {
  return backlinks !== null || referringDomains !== null;
}
