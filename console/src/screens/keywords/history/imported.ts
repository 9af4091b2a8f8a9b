import type { ImportedPoint } from '#client';
import { IMPORT_QUALITIES, IMPORT_SCALES, toImportKind } from '#data/names.ts';
import type { Day } from '#data/time/days.ts';
import type { ChartNote, Line } from '#ui/charts/chart/spec.ts';
import { IMPORTED_COLOR, toRivalColors } from '#ui/charts/colors.ts';
import type { Reading } from '#ui/states/reading.ts';

/** What other trackers knew of a keyword, as a chart draws it beside the own checks. */
export interface ImportedLayer {
  /** A line for each program and scale. */
  readonly lines: readonly Line[];
  /** The programs and scales of the own points. */
  readonly programs: readonly string[];
  /** How the value of a line on a day came about, by their indexes. */
  readonly reading: (day: number, line: number) => Reading | undefined;
  /** Where each day comes from: program, scale, how good, row; of days without a point null. */
  readonly sources: readonly (string | null)[];
  /** The first own check behind imported points; undefined: there is none of both in these days. */
  readonly seam: Day | undefined;
}

/** What other trackers knew of competitors. */
export interface RivalPast {
  readonly points: readonly ImportedPoint[];
  /** Of all competitors, whose colors theirs are. */
  readonly domains: readonly string[];
}

const NO_RIVALS: RivalPast = { points: [], domains: [] };

/**
 * @param measured whether a day has a good check of one's own, by its place
 * @param rivals each of their websites has lines of its own
 */
export function toImportedLayer(
  days: readonly Day[],
  points: readonly ImportedPoint[],
  measured: readonly boolean[],
  rivals: RivalPast = NO_RIVALS,
): ImportedLayer {
  const own = [...Map.groupBy(points, ({ source, scale }) => `${source} ${scale}`).values()].map(keepBest);
  const others = [...Map.groupBy(rivals.points, ({ source, scale, domain }) => `${domain} ${source} ${scale}`).values()].map(keepBest);
  const groups = [...own, ...others];
  const colors = toRivalColors(rivals.domains);
  const firstOwn = days.find((_, at) => measured[at] === true);
  const isBefore = firstOwn !== undefined && points.some(({ date }) => date < firstOwn);
  return {
    lines: groups.map((byDay, at) => {
      const [any] = byDay.values();
      const rival = at < own.length ? undefined : any?.domain;
      return {
        ...toLine(`imported-${at}`, days, byDay, rival),
        color: rival === undefined ? IMPORTED_COLOR : (colors.get(rival) ?? IMPORTED_COLOR),
      };
    }),
    programs: own.map((byDay) => sayProgram(byDay.values().next().value)),
    reading: (day, line) => {
      const point = groups[line]?.get(days[day] ?? '');
      return point && { computedFrom: `a file of ${saySource(point)}` };
    },
    sources: days.map((day) => {
      const found = groups.flatMap((byDay, at) => {
        const point = byDay.get(day);
        if (point === undefined) return [];
        return [at < own.length ? saySource(point) : `${point.domain}: ${saySource(point)}`];
      });
      return found.length === 0 ? null : found.join('; ');
    }),
    seam: isBefore ? firstOwn : undefined,
  };
}

/** The seam on a chart, with both places of the first own check where they are known. */
export function toSeamNote(seam: Day, { programs }: Pick<ImportedLayer, 'programs'>, first: FirstCheck | undefined): ChartNote {
  const own = first === undefined ? '' : `: ${sayPlaces(first)}`;
  const text = `Seam: before it ${programs.join(' and ')}, from here on your own checks${own}`;
  return { id: 'seam', from: seam, to: seam, text, isFixed: true };
}

export interface FirstCheck {
  readonly position: number | null;
  readonly rank_absolute: number | null;
}

function sayPlaces({ position, rank_absolute: absolute }: FirstCheck): string {
  if (position === null) return 'not found by the first one';
  return absolute === null ? `${position} of the organic results` : `${position} of the organic results, ${absolute} on the page`;
}

/** Of several websites the best place of a day, else what says the most. */
function keepBest(points: readonly ImportedPoint[]): ReadonlyMap<Day, ImportedPoint> {
  const byDay = new Map<Day, ImportedPoint>();
  for (const point of points) {
    const known = byDay.get(point.date);
    if (known === undefined || weigh(point) < weigh(known)) byDay.set(point.date, point);
  }
  return byDay;
}

function weigh({ outcome, place }: ImportedPoint): number {
  if (outcome === 'ranked') return place ?? 0;
  return outcome === 'not_found' ? 2_000 : 3_000;
}

function toLine(id: string, days: readonly Day[], byDay: ReadonlyMap<Day, ImportedPoint>, rival: string | undefined): Line {
  const [any] = byDay.values();
  const label = rival === undefined ? sayProgram(any) : `${rival}: ${sayProgram(any)}`;
  return {
    id,
    label,
    values: days.map((day) => byDay.get(day)?.place ?? null),
    said: (at) => sayGap(byDay.get(days[at] ?? '')),
    isDashed: true,
  };
}

function sayProgram(point: ImportedPoint | undefined): string {
  return point === undefined ? '' : `${toImportKind(point.source)}, ${IMPORT_SCALES[point.scale]}`;
}

function sayGap(point: ImportedPoint | undefined): string {
  if (point === undefined) return 'nothing imported';
  if (point.outcome !== 'not_found') return 'not measured';
  return point.depth === null ? 'not found, depth unknown' : `not found to ${point.depth}`;
}

function saySource({ source, scale, quality, row }: ImportedPoint): string {
  return `${toImportKind(source)}, ${IMPORT_SCALES[scale]}, ${IMPORT_QUALITIES[quality]}, row ${row}`;
}
