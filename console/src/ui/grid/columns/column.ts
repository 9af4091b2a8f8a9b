import type { ReactNode } from 'react';
import type { Hidden } from '#app/rights.ts';
import type { Reading } from '#ui/states/reading.ts';

/** What a cell holds for sorting and CSV; null is not known. */
export type Value = string | number | null;

/** A column as a value, over rows that are objects. */
export interface RowColumn<Row> {
  /** Names the column in the address, in views and in CSV. */
  readonly id: string;
  readonly title: string;
  /** Longer words for the tooltip of the header. */
  readonly hint?: string;
  /** Numbers stand at the right and sort by size; texts sort as people read them. */
  readonly kind: 'text' | 'number';
  /** In pixels. */
  readonly width: number;
  /** Sorted downwards at the first click. Numbers are, unless this is false. */
  readonly isDescendingFirst?: boolean;
  readonly isSortable?: boolean;
  /** What it holds is left out for people who are not shown such values, and so is the column. */
  readonly holds?: Hidden;
  /** Only shown when it is picked. */
  readonly isHidden?: boolean;
  /** Rows differ in it where the first column is equal: CSV has it also when it is not shown. */
  readonly isKey?: boolean;
  /** One of the three fields of a card on a phone. Without any, the first three columns are. */
  readonly isOnPhone?: boolean;
  readonly value: (row: Row) => Value;
  /** What is shown; without it, the value. */
  readonly render?: (row: Row) => ReactNode;
  /** How the number came about: its tooltip. Every number that was read or computed has it, here or in what it draws. */
  readonly reading?: (row: Row) => Reading | undefined;
  /** What CSV holds, where that is not the value. */
  readonly csv?: (row: Row) => Value;
  /** What a card on a phone has as its title, where that is not the value. */
  readonly short?: (row: Row) => string;
}

/** A column that is asked by the place of a row, so that the data may lie in arrays. */
export type Column = RowColumn<number>;

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** What stands in a cell: what its column draws, else its value. */
export function toShown<Row>({ render, value }: RowColumn<Row>, row: Row): ReactNode {
  if (render) return render(row);
  const known = value(row);
  if (known === null) return '–';
  return typeof known === 'number' ? NUMBER.format(known) : known;
}

/** Columns over a list of objects. */
export function toColumns<Row>(rows: readonly Row[], columns: readonly RowColumn<Row>[]): Column[] {
  return columns.map(({ value, render, reading, csv, short, ...column }) => ({
    ...column,
    value: (at) => value(rows[at] as Row),
    ...(render && { render: (at: number) => render(rows[at] as Row) }),
    ...(reading && { reading: (at: number) => reading(rows[at] as Row) }),
    ...(csv && { csv: (at: number) => csv(rows[at] as Row) }),
    ...(short && { short: (at: number) => short(rows[at] as Row) }),
  }));
}

/** The same columns, whose numbers all came about in one way. */
export function toReadColumns<Row>(columns: readonly RowColumn<Row>[], reading: Reading): RowColumn<Row>[] {
  return columns.map((column) => (column.kind === 'number' ? { ...column, reading: () => reading } : column));
}
