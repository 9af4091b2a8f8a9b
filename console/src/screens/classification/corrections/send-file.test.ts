import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBatches, toWrongCells } from './send-file.ts';

test('a file goes in batches, and numbers of lines are those of the file', () => {
  const text = ['domain,domain_type', ...Array.from({ length: 401 }, (_none, at) => (at === 5 ? '' : `a-${at}.com,news`)), ''].join('\r\n');
  const batches = toBatches(text);
  assert.deepEqual(
    batches.map(({ header, lines, line }) => [header, lines.length, line]),
    [
      ['domain,domain_type', 200, 2],
      ['domain,domain_type', 200, 202],
      ['domain,domain_type', 2, 402],
    ],
  );
  assert.deepEqual(toBatches('domain,domain_type\n\n'), []);
});

test('what the service names is found in the file', () => {
  const details = [
    { path: 'lines[3].Page type', message: 'must be a label' },
    { path: 'lines[0]', message: 'has 3 cells' },
    { path: 'header', message: 'has a column' },
    { path: 'body', message: 'is something else' },
  ];
  assert.deepEqual(toWrongCells(details, 202), [
    { line: 205, column: 'Page type', message: 'must be a label' },
    { line: 202, column: null, message: 'has 3 cells' },
    { line: 1, column: null, message: 'has a column' },
  ]);
  assert.deepEqual(toWrongCells(undefined, 2), []);
});
