import { addDays, countDaysBetween, listDays } from '#kernel/days.ts';
import { readCountedPage } from '#kernel/lists.ts';
import {
  asksForText,
  chooseTable,
  listGroups,
  sumUp,
  type GroupedQuestion,
  type GroupRow,
  type PerformanceFilter,
  type SumsRow,
} from './analytics.ts';
import { listLacks } from '../binding/binding.ts';
import { toFigures, toSumsBefore, type Figures } from './figures.ts';
import { listSpans, toReadingParams } from './readings.ts';
import { hasFigures, readScope, type ReadContext, type Scope, type SpanInput } from './scope.ts';
import type { KnownDay } from './store.ts';

export interface PerformanceInput extends SpanInput, GroupedQuestion {}

export interface PerformanceRow {
  readonly key: string;
  /** Null: Google has nothing of it, or too few people asked. */
  readonly now: Figures | null;
  readonly before: Figures | null;
  /** Of a day; undefined for other groups. `missing`: never asked for. */
  readonly state: KnownDay['state'] | 'missing' | undefined;
}

/** How many of the clicks have a name. */
export interface Named {
  readonly clicks: number;
  /** Of all clicks of the property, 0 to 1; null: there are none. */
  readonly share: number | null;
  readonly shareBefore: number | null;
}

export interface Performance extends Scope {
  /** Of what fits. Null: no day was read, or Google has nothing. */
  readonly totals: Figures | null;
  readonly totalsBefore: Figures | null;
  /** Of sums by query or page; undefined for those that hold everything. */
  readonly named: Named | undefined;
  readonly rows: readonly PerformanceRow[];
  readonly total: number;
}

/**
 * Clicks and impressions of a project's property, by day, query, page, country or device.
 * @throws AppError `Project not found`; 400 for a span of more than 16 months
 */
export async function getPerformance(ctx: ReadContext, input: PerformanceInput): Promise<Performance> {
  const scope = await readScope(ctx, input);
  const { property, span } = scope;
  const lacks: readonly string[] = listLacks(property?.type ?? '');
  if (property === undefined || lacks.includes(input.group) || !listSpans(scope).some(hasFigures))
    return { ...scope, totals: null, totalsBefore: null, named: undefined, ...toDayRows(input, scope, []) };
  const { filter } = input;
  const params = { ...toReadingParams(property, scope), ...toFilterParams(filter) };
  const table = chooseTable(input.group, filter);
  const asked = input.group === 'date' ? { ...input, sort: 'key' as const, limit: 2 * span.asked, offset: 0 } : input;
  const [{ rows: groups, some, total }, all] = await Promise.all([
    readCountedPage(asked, (page) => listGroups(ctx.clickhouse, { ...asked, ...page }, params)),
    table === 'gsc_totals' ? undefined : sumUp(ctx.clickhouse, { table: 'gsc_totals', filter: toPlaces(filter) }, params),
  ]);
  const ofGroups = asksForText(filter) ? undefined : some?.all;
  const sums = ofGroups ?? (await sumUp(ctx.clickhouse, { table, filter }, params));
  return {
    ...scope,
    totals: toFigures(sums),
    totalsBefore: toFigures(toSumsBefore(sums)),
    named: all && !lacks.includes('query') ? toNamed(sums, all) : undefined,
    ...(input.group === 'date' ? toDayRows(input, scope, groups) : { rows: groups.map(toRow), total }),
  };
}

function toRow(group: GroupRow): PerformanceRow {
  return { key: group.key, now: toFigures(group), before: toFigures(toSumsBefore(group)), state: undefined };
}

/** A row for each day that was asked for, oldest first, beside the day at the same place of the other span. */
function toDayRows({ group, limit, offset }: PerformanceInput, { property, span, compared }: Scope, groups: readonly GroupRow[]) {
  if (group !== 'date' || property === undefined) return { rows: [], total: 0 };
  const byDay = new Map(groups.map((row) => [row.key, row]));
  const states = new Map(span.known.map(({ day, state }) => [day, state]));
  const back = compared === undefined ? undefined : countDaysBetween(compared.from, span.from);
  const rows = listDays(span.from, span.to).map((day): PerformanceRow => {
    const now = byDay.get(day);
    const before = back === undefined ? undefined : byDay.get(addDays(day, -back));
    return {
      key: day,
      now: now === undefined ? null : toFigures(now),
      before: before === undefined ? null : toFigures(toSumsBefore(before)),
      state: states.get(day) ?? 'missing',
    };
  });
  return { rows: rows.slice(offset, offset + limit), total: rows.length };
}

function toNamed(named: SumsRow, all: SumsRow): Named {
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : Math.min(1, part / whole));
  return {
    clicks: named.named_clicks,
    share: share(named.named_clicks, all.clicks),
    shareBefore: share(named.before_named_clicks, all.before_clicks),
  };
}

function toFilterParams({ query, queryContains, page, pageContains, country, device }: PerformanceFilter) {
  return {
    ...(query === undefined ? {} : { query }),
    ...(queryContains === undefined ? {} : { query_contains: queryContains }),
    ...(page === undefined ? {} : { page }),
    ...(pageContains === undefined ? {} : { page_contains: pageContains }),
    ...(country === undefined ? {} : { country }),
    ...(device === undefined ? {} : { device }),
  };
}

/** All that can be asked of the table that has everything. */
function toPlaces({ country, device }: PerformanceFilter): PerformanceFilter {
  return { country, device };
}
