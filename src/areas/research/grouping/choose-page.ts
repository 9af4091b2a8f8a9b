/** A keyword and the place of the site. */
export interface RankedItem {
  readonly searchVolume: number | null;
  /** Null: the site is not known to rank. */
  readonly currentRank: number | null;
  readonly rankingUrl: string | null;
}

/** What a keyword of unknown volume counts as. */
const VOLUME_UNKNOWN = 10;
/** Added to each place, so that the first is worth twice the eleventh and not eleven times as much. */
const RANK_REST = 9;
/** A front page, or the list of everything, serves a cluster only where it stands on the first result page. */
const FRONT_RANK_MAX = 10;

/**
 * The page of the site that ranks for a cluster: the one that ranks for most of its keywords, the searched and well placed
 * ones more, so that an article that ranks for one question is not taken for the page of them all.
 * @param isFront a page that is about everything
 * @returns undefined when none ranks that can serve it
 */
export function findRankingPage(items: readonly RankedItem[], isFront: (url: string) => boolean): string | undefined {
  const weights = new Map<string, number>();
  for (const { searchVolume, currentRank, rankingUrl } of items) {
    if (currentRank === null || rankingUrl === null) continue;
    if (currentRank > FRONT_RANK_MAX && isFront(rankingUrl)) continue;
    const weight = (1 + Math.log1p(searchVolume ?? VOLUME_UNKNOWN)) / (currentRank + RANK_REST);
    weights.set(rankingUrl, (weights.get(rankingUrl) ?? 0) + weight);
  }
  return [...weights].toSorted(([one, weight], [other, otherWeight]) => otherWeight - weight || (one < other ? -1 : 1))[0]?.[0];
}
