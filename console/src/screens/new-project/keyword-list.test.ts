import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKeywords, toBatches, toPairs } from './keyword-list.ts';
import { readKeywordFile } from './read-file.ts';

test('keywords are read line by line, each once, as it is first spelled', () => {
  assert.deepEqual(parseKeywords('invoice  app\r\n\n Invoice App \nbilling\nINVOICE APP'), ['invoice app', 'billing']);
});

test('of pasted cells the first column is read', () => {
  assert.deepEqual(parseKeywords('billing\t120\nledger\t4'), ['billing', 'ledger']);
});

test('a comma of a pasted keyword is part of it', () => {
  assert.deepEqual(parseKeywords('free, easy invoices'), ['free, easy invoices']);
});

test('of a table the column of keywords is found by its name', () => {
  const { columns, rows, likely } = readKeywordFile('\uFEFFURL,Keyword,Volume\n/a,"free, easy ""invoices""",120\n/b,billing,9\n');
  assert.deepEqual(columns, ['URL', 'Keyword', 'Volume']);
  assert.equal(likely, 1);
  assert.deepEqual(
    rows.map((row) => row[likely]),
    ['free, easy "invoices"', 'billing'],
  );
});

test('a table without a header keeps its first line, and its columns are numbered', () => {
  const { columns, rows, likely } = readKeywordFile('billing;9\nledger;4');
  assert.deepEqual([columns, rows.length, likely], [['Column 1', 'Column 2'], 2, 0]);
});

test('a list is a table of one column, with or without a header', () => {
  assert.deepEqual(readKeywordFile('billing\n\nkeyword research').rows, [['billing'], ['keyword research']]);
  assert.deepEqual(readKeywordFile('Keyword\nbilling').rows, [['billing']]);
});

test('each keyword is tracked on each device', () => {
  assert.deepEqual(toPairs(['a'], 'mobile'), [{ keyword_text: 'a', device: 'mobile' }]);
  assert.equal(toPairs(['a', 'b'], 'both').length, 4);
});

test('long lists take several requests', () => {
  assert.deepEqual(toBatches([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  assert.deepEqual(toBatches([]), []);
});
