import type { NumberRange } from '#areas/keywords/index.ts';
import type { RankingStatus } from '../vocabulary.ts';
import type { Grid } from './build-grid.ts';
import { BAND_ENDS, MOVED_BY, RANKED_BANDS, type Band, type OutcomeFilter, type RankedBand } from './outcome-filter.ts';

type Test = (row: number) => boolean;

/** A row fits when all of these say so; none: all rows fit. */
export function toOutcomeTests(grid: Grid, filter: OutcomeFilter): Test[] {
  return [...toPositionTests(grid, filter), ...toMoveTests(grid, filter), ...toPageTests(grid, filter), ...toCompetitorTests(grid, filter)];
}

function toPositionTests({ columns, lists, positionScale }: Grid, { status, bands, position }: OutcomeFilter): Test[] {
  const positions = positionScale === 'organic' ? columns.position : columns.rankAbsolute;
  const statusOf = (row: number): RankingStatus => lists.status[columns.status[row] ?? -1] ?? 'pending';
  const bandOf = (row: number): Band => (statusOf(row) === 'ranked' ? toBand(positions[row] ?? 0) : (statusOf(row) as Band));
  // The position of a failed check is an older one.
  const isWithin = toRangeTest(position, (row) => (statusOf(row) === 'ranked' ? positions[row] : null));
  return [
    ...(status === undefined ? [] : [(row: number) => statusOf(row) === status]),
    ...(bands === undefined ? [] : [(row: number) => bands.includes(bandOf(row))]),
    ...isWithin,
  ];
}

function toBand(position: number): RankedBand {
  return RANKED_BANDS.find((band) => position <= BAND_ENDS[band]) ?? 'below';
}

function toMoveTests({ columns, lists }: Grid, { moved, change, traffic }: OutcomeFilter): Test[] {
  const wanted: readonly (string | undefined)[] = moved === undefined ? [] : MOVED_BY[moved];
  return [
    ...(moved === undefined ? [] : [(row: number) => wanted.includes(lists.movement[columns.movement[row] ?? -1])]),
    ...toRangeTest(change, (row) => columns.change[row]),
    ...toRangeTest(traffic, (row) => columns.traffic[row]),
  ];
}

function toPageTests({ columns, lists }: Grid, { overviews, features, pageContains, domain, isWrongPage }: OutcomeFilter): Test[] {
  const tests: Test[] = [];
  if (overviews !== undefined) tests.push((row) => overviews.some((one) => one === lists.aiOverview[columns.aiOverview[row] ?? -1]));
  if (features !== undefined) {
    const wanted = new Set(features.map((name) => lists.feature.indexOf(name)));
    tests.push((row) => columns.features[row]?.some((index) => wanted.has(index)) ?? false);
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
    const positions = positionScale === 'organic' ? found?.position : found?.rankAbsolute;
    return toRangeTest(range, (row) => (lists.status[found?.status[row] ?? -1] === 'ranked' ? positions?.[row] : null), { isAsked: true });
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
