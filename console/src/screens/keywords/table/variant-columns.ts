import { capitalize } from '#data/words.ts';
import { UNKNOWN } from '#data/format.ts';
import type { Column } from '#ui/grid/columns/column.ts';
import type { Groups, Variant } from './variants.ts';

/** So many variants have columns without being picked. */
const SHOWN_MAX = 4;
/** Columns that each variant has for itself. */
const OWN = ['position', 'change'];
/** What a row of all variants says otherwise. */
const OF_ALL: Readonly<Record<string, Partial<Column>>> = {
  position: { title: 'Best place', hint: 'The best position of all devices and places' },
  change: { title: 'Its change' },
};
/** In what variants differ, which is in no column of a row that holds all of them. */
const APART = ['device', 'location'];

/**
 * The columns of a table with one row for each keyword: position and change of each variant behind those of the best one.
 * What else a row says is of its best variant.
 */
export function toVariantColumns(columns: readonly Column[], groups: Groups, toPlaceName: (code: number) => string): Column[] {
  const perVariant = groups.variants.flatMap((variant, at) =>
    columns.filter(({ id }) => OWN.includes(id)).map((column) => toVariantColumn(column, { groups, variant, at, toPlaceName })),
  );
  const rest = columns
    .filter(({ id }) => !APART.includes(id))
    .map((column) => (OF_ALL[column.id] ? { ...column, ...OF_ALL[column.id] } : column));
  const behind = rest.findIndex(({ id }) => id === 'position') + 1;
  return [...rest.slice(0, behind), ...perVariant, ...rest.slice(behind)];
}

interface Place {
  readonly groups: Groups;
  readonly variant: Variant;
  readonly at: number;
  readonly toPlaceName: (code: number) => string;
}

function toVariantColumn(column: Column, { groups, variant, at, toPlaceName }: Place): Column {
  const { rowIn, hasPlaces } = groups;
  const name = capitalize(variant.device) + (hasPlaces ? `, ${toPlaceName(variant.locationCode)}` : '');
  const of = <Result>(read: ((row: number) => Result) | undefined, missing: Result) =>
    read && ((row: number): Result => (rowIn(row, variant) < 0 ? missing : read(rowIn(row, variant))));
  const { value, render, reading, csv, isOnPhone: _best, ...rest } = column;
  return {
    ...rest,
    id: `${column.id}-${variant.id}`,
    title: column.id === 'position' ? name : `${name}: change`,
    hint: `${column.hint ?? column.title}: ${name}`,
    width: hasPlaces ? 150 : 96,
    isHidden: at >= SHOWN_MAX,
    value: of(value, null) ?? (() => null),
    ...(render && { render: of(render, UNKNOWN) }),
    ...(reading && { reading: of(reading, undefined) }),
    ...(csv && { csv: of(csv, null) }),
  };
}
