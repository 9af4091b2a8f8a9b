import type { Series } from '../history/history.ts';
import { decodeBytes, FAILED, NOT_FOUND, NOT_MEASURED, toPosition } from '#ui/charts/position-bands.ts';
import { HEAT_GROUPS, type HeatGroup, type HeatSort } from './search.ts';

export function isGroup(sort: HeatSort): sort is HeatGroup {
  return (HEAT_GROUPS as readonly string[]).includes(sort);
}

/** A keyword of the map with what its days come to. */
export interface HeatRow {
  readonly keywordId: string;
  readonly engine: string;
  readonly channel: string;
  readonly label: string;
  readonly first: number | null;
  readonly last: number | null;
  readonly best: number | null;
  /** Places gained from the first to the last position. */
  readonly change: number | null;
  readonly daysFound: number;
  readonly daysNotFound: number;
  readonly daysFailed: number;
  readonly daysUnchecked: number;
}

export interface Heat {
  readonly values: Uint8Array;
  readonly rows: readonly HeatRow[];
}

/** Reads the matrix of an answer. */
export function toHeat({ rows, days, values: base64 }: Series): Heat {
  const values = decodeBytes(base64);
  return {
    values,
    rows: rows.map((row, at) => {
      const bytes = values.subarray(at * days.length, (at + 1) * days.length);
      const positions = Array.from(bytes, toPosition).filter((position) => position !== null);
      const count = (byte: number): number => bytes.reduce((sum, one) => sum + (one === byte ? 1 : 0), 0);
      const [first = null] = positions;
      const last = positions.at(-1) ?? null;
      return {
        keywordId: row.keyword_id,
        engine: row.engine,
        channel: row.channel,
        label: row.device === 'desktop' ? row.keyword : `${row.keyword} (${row.device})`,
        first,
        last,
        best: positions.length === 0 ? null : Math.min(...positions),
        change: first === null || last === null ? null : first - last,
        daysFound: positions.length,
        daysNotFound: count(NOT_FOUND),
        daysFailed: count(FAILED),
        daysUnchecked: count(NOT_MEASURED),
      };
    }),
  };
}

/**
 * The rows whose keyword contains a text, in the order of a sort. What is not known comes last.
 * @param groups of each row, for the sorts by what keywords have in common
 */
export function orderHeat(
  rows: readonly HeatRow[],
  { sort, search, groups = [] }: { readonly sort: HeatSort; readonly search: string; readonly groups?: readonly (string | null)[] },
): Uint32Array {
  const wanted = search.toLowerCase();
  const places = rows.flatMap(({ label }, at) => (label.toLowerCase().includes(wanted) ? [at] : []));
  const byText = (one: number, other: number): number => (rows[one]?.label ?? '').localeCompare(rows[other]?.label ?? '', 'en');
  const byGroup = (one: number, other: number): number =>
    Number((groups[one] ?? null) === null) - Number((groups[other] ?? null) === null) ||
    (groups[one] ?? '').localeCompare(groups[other] ?? '', 'en') ||
    byText(one, other);
  const compare: Readonly<Record<HeatSort, (one: number, other: number) => number>> = {
    keyword: byText,
    best: (one, other) => orLast(rows[one]?.last) - orLast(rows[other]?.last) || byText(one, other),
    change: (one, other) => orLast(negate(rows[one]?.change)) - orLast(negate(rows[other]?.change)) || byText(one, other),
    page: byGroup,
    tag: byGroup,
  };
  return Uint32Array.from(places.toSorted(compare[sort]));
}

function orLast(value: number | null | undefined): number {
  return value ?? 1e6;
}

function negate(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : -value;
}
