import { countDaysBetween } from '#kernel/days.ts';

/** What a check said beside the position; outcomes of a series that say the same share one. */
export interface OutcomeFacts {
  /** The page that ranks; null: not found. */
  readonly page: string | null;
  readonly provider: string | null;
  /** What stood on the result page; null: not asked for. */
  readonly features: readonly string[] | null;
  /** Null: not asked for. */
  readonly runId: string | null;
}

/** Where a site stood in another row of the same check. */
export interface OtherStanding {
  /** In the project's scale; null: not found. */
  readonly position: number | null;
  /** Epoch milliseconds; 0: as it was recorded. */
  readonly recomputedAt: number;
}

/**
 * The outcome of a project day for one site on one result page: of the newest good check, or a failed one when there is no other.
 * A class, because the outcomes of a project are millions, and few are asked for their day or moment.
 */
export class DayOutcome {
  /** Days since 1970, so that days are compared as numbers. */
  readonly dayNumber: number;
  readonly atMs: number;
  readonly isGood: boolean;
  /** In the project's scale; 0: not found. */
  readonly position: number;
  /** How many results were read: "not found" holds to there. */
  readonly depth: number;
  /** Epoch seconds; 0: as it was recorded. All rows of one correction have the same. */
  readonly recomputedAt: number;
  readonly facts: OutcomeFacts;
  /** The features of the page in which an own site is; null: not asked for, or not knowable. */
  ours: ReadonlySet<string> | null = null;
  /** Features whose results lead to sites, so that it is known whether one is ours. */
  knowable: ReadonlySet<string> | null = null;
  /** Of the same check, by domain. */
  others: ReadonlyMap<string, OtherStanding> | null = null;

  constructor(read: Pick<DayOutcome, 'dayNumber' | 'atMs' | 'isGood' | 'position' | 'depth' | 'recomputedAt' | 'facts'>) {
    this.dayNumber = read.dayNumber;
    this.atMs = read.atMs;
    this.isGood = read.isGood;
    this.position = read.position;
    this.depth = read.depth;
    this.recomputedAt = read.recomputedAt;
    this.facts = read.facts;
  }

  /** `YYYY-MM-DD` in the project's time zone. */
  get day(): string {
    return toDayText(this.dayNumber);
  }

  get at(): Date {
    return new Date(this.atMs);
  }

  get page(): string | null {
    return this.facts.page;
  }
}

/** Where one site stood on one result page. */
export interface OutcomeSeries {
  readonly keywordId: string;
  readonly engine: string;
  readonly channel: string;
  readonly domain: string;
  /** One for each day that has one, oldest first. */
  readonly outcomes: readonly DayOutcome[];
}

const FIRST = '1970-01-01';
const DAY_MS = 86_400_000;

export function toDayNumber(day: string): number {
  return countDaysBetween(FIRST, day);
}

export function toDayText(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}
