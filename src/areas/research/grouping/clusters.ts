/** What keywords are clustered by, and what comes of it. Keywords of one market. */

export interface ClusterItem {
  /** Normalized. */
  readonly keyword: string;
  readonly languageCode: string;
  /** Null: unknown. */
  readonly searchVolume: number | null;
  /** 0 to 100; null: not scored. */
  readonly score: number | null;
  /** The first organic results of its newest page that is known, best first; undefined: no page is known. */
  readonly resultUrls?: readonly string[] | undefined;
}

/** By shared results, or by words and embedding where no page is known. */
export type ClusterMethod = 'shared_results' | 'embedding';

export interface Cluster<Item extends ClusterItem = ClusterItem> {
  /** The main keyword first: the most searched, then the best score. */
  readonly members: readonly Item[];
  readonly method: ClusterMethod;
}

/** The most searched first, what is not known last; then by score and text. */
export function byImportance(one: ClusterItem, other: ClusterItem): number {
  return (
    (other.searchVolume ?? -1) - (one.searchVolume ?? -1) ||
    (other.score ?? -1) - (one.score ?? -1) ||
    (one.keyword < other.keyword ? -1 : one.keyword > other.keyword ? 1 : 0)
  );
}
