import type { Column } from './column.ts';

export interface Sort {
  readonly id: string;
  readonly isDescending: boolean;
}

/** A sort as it stands in the address: `position`, downwards `-position`. */
export function parseSort(text: string | undefined): Sort | undefined {
  if (!text) return undefined;
  return text.startsWith('-') ? { id: text.slice(1), isDescending: true } : { id: text, isDescending: false };
}

export function formatSort({ id, isDescending }: Sort): string {
  return isDescending ? `-${id}` : id;
}

/** The sort after a click on a header: the column's own direction, then the other, then none. */
export function nextSort(column: Column, now: Sort | undefined): Sort | undefined {
  const first = column.isDescendingFirst ?? column.kind === 'number';
  if (now?.id !== column.id) return { id: column.id, isDescending: first };
  return now.isDescending === first ? { id: column.id, isDescending: !first } : undefined;
}

/** The rows that pass every test, in their own order. */
export function filterRows(count: number, tests: readonly ((row: number) => boolean)[]): Uint32Array {
  const rows = new Uint32Array(count);
  let kept = 0;
  for (let row = 0; row < count; row += 1) if (tests.every((test) => test(row))) rows[kept++] = row;
  return rows.slice(0, kept);
}

const TEXT = new Intl.Collator('en', { numeric: true });

/** Rows in the order of a column. What is not known comes last both ways, and equals keep the order they had. */
export function sortRows(rows: Uint32Array, column: Column, isDescending: boolean): Uint32Array {
  const sign = isDescending ? -1 : 1;
  const values = Array.from(rows, (row) => column.value(row));
  const places = rows.map((_, place) => place);
  const known = places.filter((place) => values[place] !== null);
  if (column.kind === 'number') {
    const numbers = Float64Array.from(values, Number);
    known.sort((one, other) => sign * ((numbers[one] as number) - (numbers[other] as number)) || one - other);
  } else {
    const texts = values.map(String);
    known.sort((one, other) => sign * TEXT.compare(texts[one] as string, texts[other] as string) || one - other);
  }
  const order = new Uint32Array(rows.length);
  order.set(known);
  order.set(
    places.filter((place) => values[place] === null),
    known.length,
  );
  return order.map((place) => rows[place] as number);
}
