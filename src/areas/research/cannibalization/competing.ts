import type { Device } from '#areas/keywords/index.ts';
import type { Engine } from '#providers/search-data/index.ts';

/** How bad it is that several own pages rank for a keyword, the least first. */
export const SEVERITIES = ['low', 'medium', 'high'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * `high`: the best page changed at least three times, and at every fourth check or more often. `medium`: it changed at
 * least twice, so that one page came back, or several pages stood on at least half of the result pages. `low`: several
 * pages stood on a result page. A page that was replaced by another one for good is none of these.
 */
export const SEVERITY_LIMITS = { highSwitches: 3, highShare: 0.25, mediumSwitches: 2, mediumShare: 0.5 } as const;

/** A page of an own site that ranks for a keyword for which others of it rank as well. */
export interface CompetingPage {
  readonly url: string;
  /** Checks that it was found in, and those in which it was the best own page. */
  readonly checks: number;
  readonly led: number;
  readonly days: number;
  /** `YYYY-MM-DD` */
  readonly firstDay: string;
  readonly lastDay: string;
  /** In the project's scale. */
  readonly bestPosition: number;
  readonly avgPosition: number;
  /** Among the organic results, and among everything on the page. */
  readonly lastPosition: number;
  readonly lastRankAbsolute: number;
}

export interface CompetingKeyword {
  readonly keywordId: string;
  /** The own website whose pages these are. */
  readonly site: string;
  /** Other own websites that ranked for the keyword in the time: an overlap, which is not counted as competing pages. */
  readonly otherSites: readonly string[];
  readonly keyword: string;
  readonly engine: Engine;
  readonly device: Device;
  readonly locationCode: number;
  readonly languageCode: string;
  /** In which an own page ranked. */
  readonly checks: number;
  /** How often another own page became the best one. */
  readonly switches: number;
  /** Checks with several own pages on one result page. */
  readonly together: number;
  readonly severity: Severity;
  /** The one that led most often first. */
  readonly pages: readonly CompetingPage[];
}
