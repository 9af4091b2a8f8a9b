import type { ReactNode } from 'react';
import { formatDay, formatDecimal, formatInstant, formatUsd } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { formatDuration } from '#data/time/duration.ts';
import type { RowColumn } from './column.ts';

/** Fields of a row that hold such a value, or none. */
export type FieldOf<Row, Held> = { [Name in keyof Row & string]-?: Row[Name] extends Held | null | undefined ? Name : never }[keyof Row &
  string];
type More<Row> = Partial<Omit<RowColumn<Row>, 'id' | 'title' | 'kind' | 'width' | 'value'>>;

/** Makes a column of a kind: by its id, which names the field too unless `of` does, its title, and its width in pixels. */
interface MakeColumn<Held> {
  <Row>(
    id: string,
    title: string,
    width: number,
    more: NoInfer<More<Row> & { readonly of: FieldOf<Row, Held> | ((row: Row) => Held | null) }>,
  ): RowColumn<Row>;
  <Row>(id: NoInfer<FieldOf<Row, Held>>, title: string, width: number, more?: NoInfer<More<Row>>): RowColumn<Row>;
}

type Look = Pick<RowColumn<never>, 'kind' | 'isDescendingFirst' | 'holds'>;

export function makeKind<Held extends string | number>(look: Look, write?: (held: Held | null) => ReactNode): MakeColumn<Held> {
  const make = <Row>(
    id: string,
    title: string,
    width: number,
    { of = id as keyof Row, ...more }: More<Row> & { readonly of?: keyof Row | ((row: Row) => Held | null) } = {},
  ): RowColumn<Row> => {
    const value = typeof of === 'function' ? of : (row: Row) => (row[of] ?? null) as Held | null;
    return { id, title, width, ...look, value, ...(write && { render: (row) => write(value(row)) }), ...more };
  };
  return make as MakeColumn<Held>;
}

const NUMBER: Look = { kind: 'number' };
const LEAST_FIRST: Look = { kind: 'number', isDescendingFirst: false };
const TEXT: Look = { kind: 'text' };
const TIME: Look = { kind: 'text', isDescendingFirst: true };

/** Columns by what they hold: each kind says where its values stand, how they are written and sorted, and what CSV has of them. */
export const column = {
  text: makeKind<string>(TEXT),
  count: makeKind<number>(NUMBER),
  /** The least is the best. */
  rank: makeKind<number>(LEAST_FIRST),
  decimal: makeKind<number>(NUMBER, formatDecimal),
  /** An average of ranks. */
  average: makeKind<number>(LEAST_FIRST, formatDecimal),
  /** A share from 0 to 1, in percent. */
  share: makeKind<number>(NUMBER, formatShare),
  usd: makeKind<number>({ ...NUMBER, holds: 'money' }, formatUsd),
  /** In milliseconds. */
  duration: makeKind<number>(NUMBER, formatDuration),
  /** The newest first. */
  instant: makeKind<string>(TIME, (at) => formatInstant(at)),
  day: makeKind<string>(TIME, formatDay),
} as const;
