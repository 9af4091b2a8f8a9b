import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv } from '../csv.ts';
import { toColumns, toShown, type RowColumn } from './column.ts';
import { column } from './kinds.ts';
import { nextSort, sortRows } from './order.ts';

interface Row {
  readonly name: string | null;
  readonly held?: number | null;
  readonly at: string | null;
}

const UNKNOWN_ROW: Row = { name: null, at: null };
const ROWS: readonly Row[] = [
  { name: 'one', held: 0.25, at: '2026-11-23T14:05:00.000Z' },
  UNKNOWN_ROW,
  { name: 'two', held: 1234.5, at: '2026-11-24T00:00:00.000Z' },
];

/** Each kind with what it shows of the first row, what CSV has of it, and which way it is sorted at the first click. */
const KINDS: readonly (readonly [RowColumn<Row>, shown: string, csv: string, isDescending: boolean])[] = [
  [column.text('name', 'T', 100), 'one', 'one', false],
  [column.text('said', 'T', 100, { of: ({ name }) => name && `said ${name}` }), 'said one', 'said one', false],
  [column.count('held', 'T', 100), '0.25', '0.25', true],
  [column.rank('held', 'T', 100), '0.25', '0.25', false],
  [column.decimal('held', 'T', 100), '0.3', '0.25', true],
  [column.average('held', 'T', 100), '0.3', '0.25', false],
  [column.share('share', 'T', 100, { of: 'held' }), '25.0%', '0.25', true],
  [column.usd('held', 'T', 100), '$0.25', '0.25', true],
  [column.duration('held', 'T', 100), '0 ms', '0.25', true],
  [column.instant('at', 'T', 100), 'Nov 23, 2026, 14:05', '2026-11-23T14:05:00.000Z', true],
  [column.day('at', 'T', 100), 'Nov 23, 2026', '2026-11-23T14:05:00.000Z', true],
];

test('a kind of column brings what is shown, saved and sorted, and shows what is not known as that', () => {
  const [first] = ROWS as [Row];
  for (const [made, shown, csv, isDescending] of KINDS) {
    const [placed] = toColumns(ROWS, [made]) as [RowColumn<number>];
    assert.equal(toShown(made, first), shown);
    assert.equal(toShown(made, UNKNOWN_ROW), '–', shown);
    assert.equal(made.value(UNKNOWN_ROW), null, shown);
    assert.equal(toCsv([placed], [0, 1]), `T\r\n${csv}\r\n\r\n`);
    assert.equal(nextSort(placed, undefined)?.isDescending, isDescending, shown);
    assert.deepEqual([...sortRows(Uint32Array.of(0, 1, 2), placed, false)], [0, 2, 1], `${shown}: the unknown one comes last`);
  }
});

test('what a screen says of a column goes before what its kind says', () => {
  const made: RowColumn<Row> = column.usd('held', 'T', 100, { hint: 'In dollars', render: () => 'none', isDescendingFirst: false });
  assert.equal(toShown(made, UNKNOWN_ROW), 'none');
  assert.deepEqual([made.hint, made.kind, made.isDescendingFirst], ['In dollars', 'number', false]);
});
