import type { NumberRange } from '#areas/keywords/index.ts';
import type { Movement } from '../ingest/position-change.ts';
import type { RankingStatus } from '../vocabulary.ts';
import type { Grid } from './build-grid.ts';

/** The last place of each band of positions, best first. */
const BAND_ENDS = { top3: 3, top10: 10, top20: 20, top50: 50, below: Infinity } as const;
type RankedBand = keyof typeof BAND_ENDS;
const RANKED_BANDS = Object.keys(BAND_ENDS) as RankedBand[];
/** Where keywords stand: a band of positions, or why there is none. */
export const BANDS = [...RANKED_BANDS, 'not_found', 'failed', 'pending'] as const;
export type Band = (typeof BANDS)[number];

const MOVED_BY = {
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

type Test = (row: number) => boolean;

/** A row fits when all of these say so; none: all rows fit. */
export function toOutcomeTests(grid: Grid, filter: OutcomeFilter): Test[] {
  return [...toPlaceTests(grid, filter), ...toMoveTests(grid, filter), ...toPageTests(grid, filter), ...toCompetitorTests(grid, filter)];
}

function toPlaceTests({ columns, lists, positionScale }: Grid, { status, bands, position }: OutcomeFilter): Test[] {
  const places = positionScale === 'organic' ? columns.position : columns.rankAbsolute;
  const statusOf = (row: number): RankingStatus => lists.status[columns.status[row] ?? -1] ?? 'pending';
  const bandOf = (row: number): Band => (statusOf(row) === 'ranked' ? toBand(places[row] ?? 0) : (statusOf(row) as Band));
  // The position of a failed check is an older one.
  const isWithin = toRangeTest(position, (row) => (statusOf(row) === 'ranked' ? places[row] : null));
  return [
    ...(status === undefined ? [] : [(row: number) => statusOf(row) === status]),
    ...(bands === undefined ? [] : [(row: number) => bands.includes(bandOf(row))]),
    ...isWithin,
  ];
}

function toBand(place: number): RankedBand {
  return RANKED_BANDS.find((band) => place <= BAND_ENDS[band]) ?? 'below';
}

function toMoveTests({ columns, lists }: Grid, { moved, change, traffic }: OutcomeFilter): Test[] {
  const wanted: readonly (string | undefined)[] = moved === undefined ? [] : MOVED_BY[moved];
  return [
    ...(moved === undefined ? [] : [(row: number) => wanted.includes(lists.movement[columns.movement[row] ?? -1])]),
    ...toRangeTest(change, (row) => columns.change[row]),
    ...toRangeTest(traffic, (row) => columns.traffic[row]),
  ];
}

function toPageTests({ columns, lists }: Grid, { features, pageContains, domain, isWrongPage }: OutcomeFilter): Test[] {
  const tests: Test[] = [];
  if (features !== undefined) {
    const wanted = new Set(features.map((name) => lists.feature.indexOf(name)));
    tests.push((row) => columns.features[row]?.some((place) => wanted.has(place)) ?? false);
  }
  if (pageContains !== undefined) tests.push((row) => lists.page[columns.page[row] ?? -1]?.includes(pageContains) ?? false);
  if (domain !== undefined) tests.push((row) => lists.domain[columns.domain[row] ?? -1] === domain);
  if (isWrongPage !== undefined) tests.push((row) => isWrong({ columns, lists }, row) === isWrongPage);
  return tests;
}

function isWrong({ columns, lists }: Pick<Grid, 'columns' | 'lists'>, row: number): boolean {
  const target = columns.targetPage[row] ?? null;
  return target !== null && lists.status[columns.status[row] ?? -1] === 'ranked' && columns.page[row] !== target;
}

/** A website that is no competitor stands nowhere. */
function toCompetitorTests({ competitors = [], lists, positionScale }: Grid, filter: OutcomeFilter): Test[] {
  return (filter.competitors ?? []).flatMap(({ domain, ...range }) => {
    const found = competitors.find((known) => known.domain === domain);
    const places = positionScale === 'organic' ? found?.position : found?.rankAbsolute;
    return toRangeTest(range, (row) => (lists.status[found?.status[row] ?? -1] === 'ranked' ? places?.[row] : null), { isAsked: true });
  });
}

/** What is not known is in no range. */
function toRangeTest(
  { min, max }: NumberRange = {},
  get: (row: number) => number | null | undefined,
  { isAsked = min !== undefined || max !== undefined } = {},
): Test[] {
  if (!isAsked) return [];
  return [
    (row) => {
      const value = get(row) ?? null;
      return value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
    },
  ];
}
