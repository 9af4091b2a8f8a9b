import type { NumberRange } from '#areas/keywords/index.ts';
import type { OverviewStanding } from '../vocabulary.ts';
import type { Movement } from '../ingest/position-change.ts';
import type { RankingStatus } from '../vocabulary.ts';

/** The last position of each band of positions, best first. */
export const BAND_ENDS = { top3: 3, top10: 10, top20: 20, top50: 50, below: Infinity } as const;
export type RankedBand = keyof typeof BAND_ENDS;
export const RANKED_BANDS = Object.keys(BAND_ENDS) as RankedBand[];
/** Where keywords stand: a band of positions, or why there is none. */
export const BANDS = [...RANKED_BANDS, 'not_found', 'failed', 'pending'] as const;
export type Band = (typeof BANDS)[number];

/** The movements that each filter takes. */
export const MOVED_BY = {
  fell: ['down', 'lost'],
  rose: ['up', 'new'],
  up: ['up'],
  down: ['down'],
  new: ['new'],
  lost: ['lost'],
  unchanged: ['unchanged'],
} as const satisfies Readonly<Record<string, readonly Movement[]>>;
export type Moved = keyof typeof MOVED_BY;
export const MOVED = Object.keys(MOVED_BY) as [Moved, ...Moved[]];

/** Where a competitor stands. */
export interface CompetitorRange extends NumberRange {
  readonly domain: string;
}

/** Which rows of the grid, by what checks found. What is left out is not asked about; positions are in the project's scale. */
export interface OutcomeFilter {
  readonly status?: RankingStatus | undefined;
  /** One of these. */
  readonly bands?: readonly Band[] | undefined;
  readonly moved?: Moved | undefined;
  /** Of what ranks by its newest check. */
  readonly position?: NumberRange | undefined;
  readonly change?: NumberRange | undefined;
  /** Estimated visits a month. */
  readonly traffic?: NumberRange | undefined;
  /** What the AI overview says of the own sites, one of these. */
  readonly overviews?: readonly OverviewStanding[] | undefined;
  /** The result page had one of these. */
  readonly features?: readonly string[] | undefined;
  /** A part of the address of the page that ranks. */
  readonly pageContains?: string | undefined;
  /** The own site that has the position. */
  readonly domain?: string | undefined;
  /** Whether another page ranks than the one that should. */
  readonly isWrongPage?: boolean | undefined;
  /** All of them. */
  readonly competitors?: readonly CompetitorRange[] | undefined;
}
