import type { TrackedSelection } from '#areas/keywords/index.ts';
import type { OutcomeFilter } from './outcome-filter.ts';

/** Days of the small history in each row, the last one included. */
export const SPARK_DAYS = 30;

/** What a byte of a matrix says of a day. Positions are 1 to 253; deeper ones are 253. */
export const NOT_FOUND = 0;
export const POSITION_MAX = 253;
export const FAILED = 254;
export const NOT_MEASURED = 255;
/** The bytes that are no positions, for those outside. */
export const DAY_CODES = { notFound: NOT_FOUND, failed: FAILED, notMeasured: NOT_MEASURED } as const;

export const COMPARES = ['check', 'week', 'previous', 'year', 'none'] as const;
/**
 * What `previous` is: the last good check of an earlier date, what stood a week before the last day of the span, what stood on the
 * day before the span, what stood a year before its last day, or nothing.
 */
export type Compare = (typeof COMPARES)[number];

/** Which tracked keywords, and how many of them. */
export interface TrackedFilter extends TrackedSelection {
  readonly limit: number;
}

/** Which tracked keywords, and over which days. */
export interface GridInput extends TrackedFilter {
  readonly outcomes?: OutcomeFilter | undefined;
  /** `YYYY-MM-DD` in the project's time zone; 30 days until today unless given. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly compare: Compare;
  /** Whether the websites of competitors are columns too. */
  readonly withCompetitors?: boolean | undefined;
}

/** Rows of the grid in one answer. */
export const ROWS_MAX = 20_000;

/** A span of project days, both ends included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** What is tracked under a keyword: its key in every store, with spaces between. */
export function toTrackedKey(keywordId: string, engine: string, channel: string): string {
  return `${keywordId} ${engine} ${channel}`;
}
