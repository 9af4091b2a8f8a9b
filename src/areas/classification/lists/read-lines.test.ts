import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findKind, readListLines } from './read-lines.ts';

test('the looks of a line decide what it is', () => {
  const kinds = {
    'example.com': 'domain',
    'https://www.example.com/': 'domain',
    'münchen.de': 'domain',
    'gov.uk': 'domain',
    'co.uk': 'keyword',
    'example.com/pricing': 'url',
    'https://example.com/?id=3': 'url',
    'buy running shoes': 'keyword',
    'node.js': 'keyword',
    'example.com alternatives': 'keyword',
    'version 2.0': 'keyword',
    shoes: 'keyword',
    'http://': 'url',
  };
  assert.deepEqual(Object.fromEntries(Object.keys(kinds).map((value) => [value, findKind(value)])), kinds);
});

test('a wrong line is named by its number and holds up no other; a line that comes again is named with the first', () => {
  const lines = ['example.com', '', 'https://localhost/a', 'https://EXAMPLE.com', 'Shoes', 'shoes ', 'x'.repeat(201)];
  const read = readListLines(lines.map((value) => ({ value })));
  assert.deepEqual(
    read.items.map(({ line, kind, subject }) => [line, kind, subject]),
    [
      [1, 'domain', 'example.com'],
      [5, 'keyword', 'shoes'],
    ],
  );
  assert.deepEqual(
    read.refused.map(({ line }) => line),
    [3, 7],
  );
  assert.deepEqual(
    read.duplicates.map(({ line, of }) => [line, of]),
    [
      [4, 1],
      [6, 5],
    ],
  );
  assert.equal(read.blank, 1);
});

test('a kind that is said counts instead of the looks, and the same text of two kinds is two items', () => {
  const read = readListLines([{ value: 'example.com' }, { value: 'example.com', kind: 'keyword' }, { value: 'two words', kind: 'domain' }]);
  assert.deepEqual(
    read.items.map(({ kind }) => kind),
    ['domain', 'keyword'],
  );
  assert.match(read.refused[0]?.reason ?? '', /spaces/u);
});
