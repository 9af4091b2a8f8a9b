import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toColumns, type Column, type RowColumn } from './columns/column.ts';
import { toCsv } from './csv.ts';
import { filterRows, formatSort, nextSort, parseSort, sortRows } from './columns/order.ts';
import { NOTHING, extendTo, listSelected, toggleAll, toggleRow } from './selection.ts';
import { fitShown } from './columns/fit-shown.ts';
import { formatShown, moveShown, parseShown, resizeShown, toggleShown } from './columns/shown.ts';
import { moveFrom } from './use-keys.ts';

interface Row {
  readonly name: string;
  readonly position: number | null;
}

const COLUMNS: readonly RowColumn<Row>[] = [
  { id: 'name', title: 'Name', kind: 'text', width: 200, value: ({ name }) => name },
  { id: 'position', title: 'Position', kind: 'number', width: 80, isDescendingFirst: false, value: ({ position }) => position },
  { id: 'note', title: 'Note', kind: 'text', width: 90, isHidden: true, value: () => null },
];
const ROWS: readonly Row[] = [
  { name: 'item 10', position: 4 },
  { name: '=1+1', position: null },
  { name: 'item 9', position: 12 },
  { name: 'Äpfel, "rot"', position: 4 },
];
const columns = toColumns(ROWS, COLUMNS);
const [name, position] = columns as [Column, Column];
const all = filterRows(ROWS.length, []);

test('rows are sorted by number or as people read texts; what is unknown is last both ways, equals keep their order', () => {
  assert.deepEqual([...sortRows(all, position, false)], [0, 3, 2, 1]);
  assert.deepEqual([...sortRows(all, position, true)], [2, 0, 3, 1]);
  assert.deepEqual([...sortRows(all, name, false)], [1, 3, 2, 0]);
  assert.deepEqual([...sortRows(Uint32Array.of(2, 1), position, false)], [2, 1], 'rows that a filter left');
});

test('rows that pass every test are kept', () => {
  const tests = [(row: number) => row > 0, (row: number) => position.value(row) !== null];
  assert.deepEqual([...filterRows(ROWS.length, tests)], [2, 3]);
});

test('a header sorts its own way first, then the other, then not at all', () => {
  const first = nextSort(position, undefined);
  assert.deepEqual(first, { id: 'position', isDescending: false });
  const second = nextSort(position, first);
  assert.equal(second && formatSort(second), '-position');
  assert.equal(nextSort(position, second), undefined);
  assert.deepEqual(nextSort(name, second), { id: 'name', isDescending: false });
  assert.deepEqual(parseSort('-position'), second);
});

test('the columns of an address are shown in its order and widths, the first stays first, unknown ones are left out', () => {
  assert.deepEqual(parseShown(columns, 'note:120,gone,position'), [
    { id: 'name', width: 200 },
    { id: 'note', width: 120 },
    { id: 'position', width: 80 },
  ]);
  const usual = parseShown(columns, undefined);
  assert.equal(formatShown(columns, usual), undefined);
  const withNote = toggleShown(usual, columns[2] as Column);
  const moved = moveShown(withNote, 'note', -1);
  assert.equal(formatShown(columns, moved), 'name,note,position');
  assert.deepEqual(moveShown(moved, 'note', -1), moved, 'nothing goes before the first column');
  assert.equal(formatShown(columns, resizeShown(usual, 'position', 5)), 'name,position:48');
  assert.deepEqual(parseShown(columns, formatShown(columns, moved)), moved);
});

test('ranges, all that match, and nothing that is hidden', () => {
  const visible = ['a', 'b', 'c', 'd'];
  const range = extendTo(toggleRow(NOTHING, 'c'), 'a', visible);
  assert.deepEqual(listSelected(range, visible), ['a', 'b', 'c']);
  assert.deepEqual(listSelected(range, ['b', 'd']), ['b']);
  const every = toggleAll(range, visible);
  assert.equal(every.keys.size, 4);
  assert.equal(toggleAll(every, visible).keys.size, 0);
  assert.deepEqual(listSelected(toggleRow(every, 'b'), visible), ['a', 'c', 'd']);
});

test('CSV holds what is shown, in its order, and no formula', () => {
  assert.equal(toCsv([name, position], [3, 1]), 'Name,Position\r\n"Äpfel, ""rot""",4\r\n\'=1+1,\r\n');
});

test('keys move within the rows', () => {
  assert.equal(moveFrom('j', -1, 3), 0);
  assert.equal(moveFrom('End', 0, 3), 2);
  assert.equal(moveFrom('ArrowUp', 0, 3), 0);
  assert.equal(moveFrom('j', -1, 0), undefined);
  assert.equal(moveFrom('q', 0, 3), undefined);
});

test('ten thousand rows sort and filter within the time of a key press', () => {
  const count = 10_000;
  const texts = Array.from({ length: count }, (_, row) => `keyword ${(row * 7919) % count} für alle`);
  const text: Column = { id: 'text', title: 'Text', kind: 'text', width: 1, value: (row) => texts[row] ?? null };
  const rows = filterRows(count, []);
  const start = performance.now();
  const sorted = sortRows(rows, text, false);
  const sortMs = performance.now() - start;
  const found = filterRows(count, [(row) => texts[row]?.includes('99') ?? false]);
  const filterMs = performance.now() - start - sortMs;
  assert.equal(texts[sorted[0] as number], 'keyword 0 für alle');
  assert.ok(found.length > 100 && found.length < count);
  // Ten times what it takes: the figure itself is measured by the bench.
  assert.ok(sortMs < 1000 && filterMs < 1000, `${sortMs} ms, ${filterMs} ms`);
});

test('the last columns give way where the window has no room for all, but never the first one nor the sorted one', () => {
  const shown = [
    { id: 'name', width: 300 },
    { id: 'a', width: 100 },
    { id: 'b', width: 100 },
    { id: 'c', width: 100 },
  ];
  const ids = (roomPx: number, sorted?: string): string =>
    fitShown(shown, roomPx, sorted)
      .map(({ id }) => id)
      .join(' ');
  assert.equal(fitShown(shown, 520), shown, 'the first column gives of its width first');
  assert.deepEqual([ids(519), ids(400), ids(10), ids(0)], ['name a b', 'name a', 'name', 'name a b c']);
  assert.deepEqual([ids(430, 'c'), ids(10, 'b')], ['name a c', 'name b']);
  const texts = [...shown, { id: 'page', width: 400 }];
  const widths = (roomPx: number): string =>
    fitShown(texts, roomPx)
      .map(({ id, width }) => `${id} ${width}`)
      .join(', ');
  assert.equal(widths(820), 'name 300, a 100, b 100, c 100, page 300', 'a long text is cut before a column goes');
  assert.equal(widths(719), 'name 300, a 100, b 100, c 100');
});

test('a window that is too narrow for the usual columns stays usual in the address, and a choice is kept', () => {
  const [usual, wide] = [parseShown(columns, 'name'), parseShown(columns, undefined)];
  assert.equal(formatShown(columns, usual, usual), undefined);
  assert.equal(formatShown(columns, wide, usual), 'name,position');
});
