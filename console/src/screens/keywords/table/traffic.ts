import type { Keywords } from './keywords.ts';

/** Why the visits of a row are not known. */
export function sayWhyUnknown({ columns, statusOf }: Pick<Keywords, 'columns' | 'statusOf'>, row: number): string {
  if (columns.volume[row] === null) return 'Not known: no search volume';
  return statusOf(row) === 'failed' ? 'Not known: the newest check failed' : 'Not known: not checked yet';
}

export interface TrafficSum {
  /** Null: of none of the keywords they are known. */
  readonly visits: number | null;
  readonly keywords: number;
  /** Keywords of which they are not known. */
  readonly unknown: number;
}

/** The visits of some rows together. A keyword of several devices or engines has one volume: it counts once, with their average. */
export function sumTraffic({ columns, textOf }: Pick<Keywords, 'columns' | 'textOf'>, rows: Iterable<number>): TrafficSum {
  const searched = Map.groupBy(rows, (row) => [columns.location_code[row], textOf('language_code', row), columns.keyword[row]].join(' '));
  const known = [...searched.values()]
    .map((group) => group.flatMap((row) => columns.traffic[row] ?? []))
    .filter(({ length }) => length > 0);
  const total = known.reduce((sum, visits) => sum + visits.reduce((one, other) => one + other) / visits.length, 0);
  return { visits: known.length === 0 ? null : total, keywords: known.length, unknown: searched.size - known.length };
}
