import type { Engine } from '#providers/search-data/index.ts';
import type { Channel, Device, RankingStatus, Relationship } from './vocabulary.ts';

/** The outcome for a keyword and domain, the newest or that of one date. */
export interface Ranking {
  readonly keywordId: string;
  readonly keywordText: string;
  readonly engine: Engine;
  readonly channel: Channel;
  readonly device: Device;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly domain: string;
  readonly assetId: string | null;
  readonly assetName: string | null;
  readonly relationship: Relationship;
  readonly status: RankingStatus;
  /** The rank among the results of the channel; of a failed check, the last good one. */
  readonly rankGroup: number | null;
  /** The same rank among everything on the page. */
  readonly rankAbsolute: number | null;
  readonly previousRankGroup: number | null;
  readonly previousRankAbsolute: number | null;
  readonly url: string | null;
  readonly title: string | null;
  readonly isFeaturedSnippet: boolean;
  /** Among the references of the AI overview; 0: not cited; null: none was loaded. Undefined: not asked. */
  readonly citedPlace?: number | null | undefined;
  readonly checkedDepth: number | null;
  readonly checkTs: Date | null;
  /** `YYYY-MM-DD`. */
  readonly checkDate: string | null;
  readonly runId: string | null;
  readonly provider: string | null;
  readonly costUsd: number | null;
  readonly serpFeatures: readonly string[];
  readonly error: string | null;
  readonly failedAt: Date | null;
  /** Computed later from the results that were stored then. */
  readonly isRecomputed: boolean;
}

/** What to list; what is left out is not asked about. */
export interface RankingFilter {
  readonly projectId: string;
  /** The normalized beginning of a keyword. */
  readonly keywordPrefix?: string | undefined;
  readonly keywordId?: string | undefined;
  readonly assetId?: string | undefined;
  readonly domain?: string | undefined;
  readonly channel?: Channel | undefined;
  readonly engine?: Engine | undefined;
  readonly device?: string | undefined;
  readonly locationCode?: number | undefined;
  readonly relationship?: Relationship | undefined;
  readonly status?: RankingStatus | undefined;
}

export interface RankingPage {
  readonly rankings: readonly Ranking[];
  readonly total: number;
}
