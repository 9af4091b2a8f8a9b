/** A keyword and the place of the site. */
export interface RankedItem {
  readonly searchVolume: number | null;
  /** Null: the site is not known to rank. */
  readonly currentRank: number | null;
  readonly rankingUrl: string | null;
}

/** What a keyword of unknown volume counts as. */
const VOLUME_UNKNOWN = 10;

/**
 * The page of the site that ranks best for a cluster: the one with the largest sum of volume by place over its keywords.
 * @returns undefined when none ranks
 */
export function findRankingPage(items: readonly RankedItem[]): string | undefined {
  const weights = new Map<string, number>();
  for (const { searchVolume, currentRank, rankingUrl } of items) {
    if (currentRank === null || rankingUrl === null) continue;
    weights.set(rankingUrl, (weights.get(rankingUrl) ?? 0) + (1 + (searchVolume ?? VOLUME_UNKNOWN)) / currentRank);
  }
  return [...weights].toSorted(([one, weight], [other, otherWeight]) => otherWeight - weight || (one < other ? -1 : 1))[0]?.[0];
}
