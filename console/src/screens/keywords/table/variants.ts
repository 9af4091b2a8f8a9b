import type { Keywords } from './keywords.ts';
import { toOutcomeCells } from './outcomes.ts';

/** One way in which keywords are checked: a device in a place. */
export interface Variant {
  /** Part of the names of its columns. */
  readonly id: string;
  readonly device: string;
  readonly locationCode: number;
}

/** The rows of a project, those of one keyword together. A group is known by its best row: that is the row a table shows. */
export interface Groups {
  readonly count: number;
  /** The most used first. */
  readonly variants: readonly Variant[];
  /** Whether keywords are checked in several places, so that a variant needs its place in its name. */
  readonly hasPlaces: boolean;
  /** Names the group of a row for good. */
  readonly keyOf: (row: number) => string;
  /** All rows of the group of a row. */
  readonly rowsOf: (row: number) => readonly number[];
  /** The row of a variant in the group of a row; -1: the keyword is not checked so. */
  readonly rowIn: (row: number, variant: Variant) => number;
  /** The best row of each group that has one of some rows, in their order. */
  readonly shown: (rows: Uint32Array) => Uint32Array;
}

/** Puts together what only differs in device and place. */
export function groupKeywords(keywords: Keywords): Groups {
  const { count, columns, textOf } = keywords;
  const keyOf = (row: number): string =>
    [columns.keyword[row], textOf('language_code', row), textOf('engine', row), textOf('channel', row)].join('~');
  const rowsByKey = Map.groupBy(
    Array.from({ length: count }, (_, row) => row),
    keyOf,
  );
  const groupOf = new Int32Array(count);
  const groups = [...rowsByKey.values()];
  for (const [group, rows] of groups.entries()) for (const row of rows) groupOf[row] = group;
  const orderOf = toOutcomeCells(keywords).value;
  const best = groups.map((rows) => rows.reduce((one, other) => (toOrder(orderOf(other)) < toOrder(orderOf(one)) ? other : one)));
  const rowsOf = (row: number): readonly number[] => groups[groupOf[row] ?? -1] ?? [];
  return {
    count: groups.length,
    ...listVariants(keywords),
    keyOf,
    rowsOf,
    rowIn: (row, { device, locationCode }) =>
      rowsOf(row).find((one) => textOf('device', one) === device && columns.location_code[one] === locationCode) ?? -1,
    shown: (rows) => {
      const found = new Set(Array.from(rows, (row) => groupOf[row] ?? 0));
      return Uint32Array.from(found, (group) => best[group] ?? 0);
    },
  };
}

/** What is not known comes after every outcome. */
function toOrder(value: ReturnType<ReturnType<typeof toOutcomeCells>['value']>): number {
  return typeof value === 'number' ? value : Infinity;
}

function listVariants({ count, columns, textOf }: Keywords): Pick<Groups, 'variants' | 'hasPlaces'> {
  const uses = new Map<string, { readonly variant: Variant; rows: number }>();
  for (let row = 0; row < count; row += 1) {
    const device = textOf('device', row) ?? '';
    const locationCode = columns.location_code[row] ?? 0;
    const id = `${device}-${locationCode}`;
    const known = uses.get(id) ?? { variant: { id, device, locationCode }, rows: 0 };
    uses.set(id, { ...known, rows: known.rows + 1 });
  }
  const all = [...uses.values()].toSorted((one, other) => other.rows - one.rows || (one.variant.id < other.variant.id ? -1 : 1));
  const variants = all.map(({ variant }) => variant);
  return { variants, hasPlaces: new Set(variants.map(({ locationCode }) => locationCode)).size > 1 };
}
