import type { FailedTry, GetRankingsSeriesResponse, ImportedPoint } from '#client';
import type { Day } from '#data/time/days.ts';
import { formatCount } from '#data/format.ts';
import type { ChartDot, ChartNote, Line, ReadChart } from '#ui/charts/chart/spec.ts';
import { toCheckReading, type Reading } from '#ui/states/reading.ts';
import { OWN_COLOR, toRivalColors, type ColorName } from '#ui/charts/colors.ts';
import { toImportedLayer, type ImportedLayer, type RivalPast } from './imported.ts';
import { decodeBytes, describeByte, FAILED, NOT_FOUND, NOT_MEASURED, toPosition } from '#ui/charts/position-bands.ts';

export type Series = GetRankingsSeriesResponse;

/** A keyword in one engine and channel. */
export interface Tracked {
  readonly keywordId: string;
  readonly engine: string | null;
  readonly channel: string | null;
}

export interface HistoryInput {
  readonly tracked: Tracked;
  /** The best own site of each day, with its pages. */
  readonly own: Series;
  /** The sites of competitors, a row each, with the readings of each day. */
  readonly rivals: Series | undefined;
  /** Points of other trackers, a layer of their own. */
  readonly imported: ImportedLayer;
  readonly notes: readonly ChartNote[];
  /** Checks that failed, also on days with a good one. */
  readonly failures: readonly FailedTry[];
  readonly isLogarithmic: boolean;
  /** 1 to 100 instead of what the lines reach. */
  readonly isWhole: boolean;
}

export interface History {
  readonly spec: ReadChart;
  /** Days on which another page than before had the position. */
  readonly pageChanges: readonly { readonly day: Day; readonly page: string }[];
}

const WHOLE_RANGE = [1, 100] as const;

/** Positions of a keyword over time, as a chart; undefined when the answer does not have the keyword. */
export function toHistory({ tracked, own, rivals, imported, notes, failures, isLogarithmic, isWhole }: HistoryInput): History | undefined {
  const row = own.rows.findIndex((one) => isOf(one, tracked));
  if (row < 0) return undefined;
  const bytes = toRow(own, row);
  const pages = toPages(own, row);
  const pageChanges = toPageChanges(own.days, pages);
  const daysOf = (byte: number): ReadonlySet<Day> => new Set(own.days.filter((_, day) => bytes[day] === byte));
  const others = listRivalRows(rivals, tracked);
  const readings = [toReadings(own, row), ...others.map((at) => (rivals ? toReadings(rivals, at) : []))];
  const colors = toRivalColors(others.map((at) => rivals?.rows[at]?.domain ?? ''));
  const spec: ReadChart = {
    days: own.days,
    lines: [
      { ...toLine('own', 'Your best site', bytes), color: OWN_COLOR },
      ...others.flatMap((at) => (rivals ? [toRivalLine(rivals, at, colors)] : [])),
      ...imported.lines,
    ],
    reading: (day, line) => (line < readings.length ? readings[line]?.[day] : imported.reading(day, line - readings.length)),
    ...(imported.lines.length > 0 && { besides: [{ id: 'imported', title: 'Imported', values: sayLayers(own.days, imported) }] }),
    isReversed: true,
    isLogarithmic,
    ...(isWhole && { range: WHOLE_RANGE }),
    format: formatCount,
    failedDays: new Set([...daysOf(FAILED), ...failures.map(({ day }) => day)]),
    failedWhy: toReasons(failures),
    missedDays: daysOf(NOT_FOUND),
    notes,
    dots: pageChanges.map(({ day, page }): ChartDot => ({ lineId: 'own', day, text: page })),
  };
  return { spec, pageChanges };
}

/** Where the imported points of each day come from, and where the seam is. */
function sayLayers(days: readonly Day[], { sources, seam }: ImportedLayer): (string | null)[] {
  return days.map((day, at) => [day === seam && 'seam: own checks from here on', sources[at]].filter(Boolean).join('; ') || null);
}

/** What other trackers knew of a keyword, beside its own checks. */
export function toLayerOf(own: Series, tracked: Tracked, rivals: RivalPast): ImportedLayer {
  const row = own.rows.findIndex((one) => isOf(one, tracked));
  const bytes = row < 0 ? new Uint8Array() : toRow(own, row);
  const points = (own.imported ?? []).filter((point) => isOf(point, tracked));
  return toImportedLayer(
    own.days,
    points,
    own.days.map((_, at) => bytes[at] !== undefined && bytes[at] !== NOT_MEASURED && bytes[at] !== FAILED),
    { ...rivals, points: rivals.points.filter((point) => isOf(point, tracked)) },
  );
}

/** Why the checks of a day failed, each reason once. */
function toReasons(failures: readonly FailedTry[]): ReadonlyMap<Day, string> {
  const byDay = Map.groupBy(failures, ({ day }) => day);
  return new Map(
    Array.from(byDay, ([day, some]) => [day, [...new Set(some.map(({ error }) => error ?? 'no reason was recorded'))].join('; ')]),
  );
}

function isOf({ keyword_id: id, engine, channel }: Pick<ImportedPoint, 'keyword_id' | 'engine' | 'channel'>, tracked: Tracked): boolean {
  return (
    id === tracked.keywordId &&
    (tracked.engine === null || engine === tracked.engine) &&
    (tracked.channel === null || channel === tracked.channel)
  );
}

function toRow({ days, values }: Series, row: number): Uint8Array {
  return decodeBytes(values).subarray(row * days.length, (row + 1) * days.length);
}

function toLine(id: string, label: string, bytes: Uint8Array): Line {
  return { id, label, values: Array.from(bytes, toPosition), said: (day) => describeByte(bytes[day]) };
}

/** How the check of each day of a row was read. */
export function toReadings({ days, readings }: Series, row: number): (Reading | undefined)[] {
  return days.map((_, day) => {
    const read = readings?.[row * days.length + day];
    return read ? toCheckReading(read) : undefined;
  });
}

function listRivalRows(rivals: Series | undefined, tracked: Tracked): number[] {
  return (rivals?.rows ?? []).flatMap((one, row) => (isOf(one, tracked) && one.domain !== null ? [row] : []));
}

function toRivalLine(rivals: Series, row: number, colors: ReadonlyMap<string, ColorName>): Line {
  const name = rivals.rows[row]?.domain ?? '';
  return { ...toLine(name, name, toRow(rivals, row)), color: colors.get(name), isDashed: true };
}

function toPages({ days, pages }: Series, row: number): (string | null)[] {
  return days.map((_, day) => pages?.list[pages.places[row * days.length + day] ?? -1] ?? null);
}

/** Days whose page differs from the last one known before. The first page is no change. */
export function toPageChanges(days: readonly Day[], pages: readonly (string | null)[]): History['pageChanges'] {
  let last: string | null = null;
  const changes: { readonly day: Day; readonly page: string }[] = [];
  for (const [at, page] of pages.entries()) {
    if (page === null) continue;
    if (last !== null && page !== last) changes.push({ day: days[at] ?? '', page });
    last = page;
  }
  return changes;
}
