import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortRows } from '#ui/grid/columns/order.ts';
import type { Column } from '#ui/grid/columns/column.ts';
import type { GridAnswer, Keywords } from './keywords.ts';
import { readKeywords } from './keywords.ts';
import { toOutcomeCells } from './outcomes.ts';
import { toVariantColumns } from './variant-columns.ts';
import { groupKeywords } from './variants.ts';

type Row = readonly [keyword: string, device: string, location: number, status: string, position: number | null];

/** Two keywords on two devices, one of them in two places, and one that is only checked on a phone. */
const ROWS: readonly Row[] = [
  ['boots', 'desktop', 2840, 'ranked', 8],
  ['boots', 'mobile', 2840, 'ranked', 3],
  ['shoes', 'desktop', 2840, 'ranked', 5],
  ['shoes', 'mobile', 2840, 'failed', null],
  ['shoes', 'desktop', 2826, 'not_found', null],
  ['socks', 'mobile', 2840, 'pending', null],
];

function read(rows: readonly Row[]): Keywords {
  const devices = ['desktop', 'mobile'];
  const statuses = ['ranked', 'not_found', 'failed', 'pending'];
  const column = <Value>(of: (row: Row) => Value): Value[] => rows.map(of);
  return readKeywords({
    n: rows.length,
    position_scale: 'organic',
    lists: {
      device: devices,
      status: statuses,
      engine: ['engine_a'],
      channel: ['seo'],
      language_code: ['en'],
      page: [],
      error: [],
      provider: [],
    },
    columns: {
      keyword: column(([keyword]) => keyword),
      keyword_id: column(([keyword, device, location]) => `${keyword} ${device} ${location}`),
      device: column(([, device]) => devices.indexOf(device)),
      location_code: column(([, , location]) => location),
      status: column(([, , , status]) => statuses.indexOf(status)),
      position: column(([, , , , position]) => position),
      rank_absolute: column(() => null),
      change: column(([, , , , position]) => position),
      engine: column(() => 0),
      channel: column(() => 0),
      language_code: column(() => 0),
    },
    spark: '',
  } as unknown as GridAnswer);
}

const keywords = read(ROWS);
const base: readonly Column[] = [
  { id: 'keyword', title: 'Keyword', kind: 'text', width: 1, value: (row) => keywords.columns.keyword[row] ?? null },
  { id: 'position', title: 'Position', width: 1, ...toOutcomeCells(keywords) },
  { id: 'change', title: 'Change', kind: 'number', width: 1, value: (row) => keywords.columns.change[row] ?? null },
  { id: 'device', title: 'Device', kind: 'text', width: 1, value: () => '' },
];
const ALL = Uint32Array.from(ROWS, (_, row) => row);

test('a keyword is one row, by its best variant, and is found by any of its variants', () => {
  const groups = groupKeywords(keywords);
  assert.equal(groups.count, 3);
  assert.deepEqual([...groups.shown(ALL)], [1, 2, 5]);
  assert.deepEqual([...groups.shown(Uint32Array.of(4))], [2], 'only the failed variant matches');
  assert.deepEqual(groups.rowsOf(2), [2, 3, 4]);
  assert.equal(new Set([2, 3, 4].map(groups.keyOf)).size, 1);
  assert.equal(groups.hasPlaces, true);
});

test('each variant has a position and a change of its own; a variant that is not checked has none, and sorts last', () => {
  const columns = toVariantColumns(base, groupKeywords(keywords), (code) => (code === 2840 ? 'United States' : 'United Kingdom'));
  const titles = columns.map(({ title }) => title);
  assert.deepEqual(titles, [
    'Keyword',
    'Best place',
    'Mobile, United States',
    'Mobile, United States: change',
    'Desktop, United States',
    'Desktop, United States: change',
    'Desktop, United Kingdom',
    'Desktop, United Kingdom: change',
    'Its change',
  ]);
  const cells = (title: string) => [1, 2, 5].map((row) => columns.find((column) => column.title === title)?.csv?.(row) ?? null);
  assert.deepEqual(cells('Desktop, United States'), [8, 5, null]);
  assert.deepEqual(cells('Mobile, United States'), [3, 'failed', 'pending']);
  assert.deepEqual(cells('Desktop, United Kingdom'), [null, 'not_found', null]);
  const desktop = columns.find(({ title }) => title === 'Desktop, United States')!;
  assert.deepEqual([...sortRows(Uint32Array.of(1, 2, 5), desktop, false)], [2, 1, 5]);
  const best = columns.find(({ title }) => title === 'Best place')!;
  assert.deepEqual([...sortRows(Uint32Array.of(2, 1, 5), best, false)], [1, 2, 5]);
});
