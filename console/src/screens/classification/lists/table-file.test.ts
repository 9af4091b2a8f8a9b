import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findColumn, listColumns, readTable, toTableLines } from './table-file.ts';

test('a spreadsheet is read by its columns, and the numbers of its lines stay', () => {
  const table = readTable('links.csv', '\uFEFFRank,Domain,Note\r\n1,example.com,"a, ""b"""\r\n2,example.org,\r\n');
  assert.deepEqual([table.width, table.hasHeader, findColumn(table)], [3, true, 1]);
  assert.deepEqual(listColumns(table, true), ['Rank', 'Domain', 'Note']);
  assert.deepEqual(toTableLines(table, 1, true), ['', 'example.com', 'example.org']);
  assert.deepEqual(toTableLines(table, 2, true)[1], 'a, "b"');
});

test('without names the column of addresses is taken, whatever parts the cells', () => {
  for (const separator of [';', '\t']) {
    const table = readTable('x.txt', [`7${separator}example.com`, `8${separator}example.org`].join('\n'));
    assert.deepEqual([table.hasHeader, findColumn(table), toTableLines(table, 1, false)], [false, 1, ['example.com', 'example.org']]);
  }
});

test('lines of text are one column, also with commas in some of them', () => {
  const table = readTable('words.txt', 'red shoes, cheap\nboots\n\nsandals');
  assert.deepEqual([table.width, table.hasHeader], [1, false]);
  assert.deepEqual(toTableLines(table, 0, false), ['red shoes, cheap', 'boots', '', 'sandals']);
});
