/** How a site stands beside its competitors for a keyword. The first that fits is the narrowest; a keyword can be of several kinds. */
export const GAP_KINDS = ['missing', 'untapped', 'weak', 'strong', 'shared', 'unique'] as const;
/**
 * `missing`: every competitor ranks and the site does not; `untapped`: at least one competitor ranks and the site does
 * not; `shared`: all rank; `weak`: all rank and the site is the last of them; `strong`: all rank and the site is the
 * first; `unique`: the site alone ranks.
 */
export type GapKind = (typeof GAP_KINDS)[number];

export const GAP_SORTS = ['search_volume', 'keyword_difficulty', 'own_position', 'best_position', 'keyword'] as const;
export type GapSort = (typeof GAP_SORTS)[number];

/** Where a site ranks for a keyword. */
export interface GapStanding {
  readonly domain: string;
  /** Among everything on the page. */
  /** Among the organic results, and among everything on the page. */
  readonly position: number;
  readonly rankAbsolute: number | null;
  readonly url: string | null;
}

export interface GapKeyword {
  readonly keyword: string;
  readonly kinds: readonly GapKind[];
  /** Null: unknown. */
  readonly searchVolume: number | null;
  readonly keywordDifficulty: number | null;
  readonly cpc: number | null;
  readonly intent: string | null;
  /** Null: the site does not rank. */
  readonly ownPosition: number | null;
  /** The best of the competitors; null: none ranks. */
  readonly bestPosition: number | null;
  /** Best first. */
  readonly standings: readonly GapStanding[];
}

/** Which keywords are asked for. */
export interface GapFilter {
  /** Undefined: all. */
  readonly kind: GapKind | undefined;
  /** Keywords of unknown volume have none. */
  readonly volumeMin: number | undefined;
  /** Positions further back do not count as ranking. */
  readonly positionMax: number;
  /** Part of the keyword. */
  readonly search: string | undefined;
}
