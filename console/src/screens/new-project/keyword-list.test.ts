import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKeywords, toBatches, toPairs } from './keyword-list.ts';
import { toNext, toShown } from './steps.ts';

test('keywords are read line by line, each once', () => {
  assert.deepEqual(parseKeywords('invoice  app\r\n\n Invoice App \nbilling'), ['Invoice App', 'billing']);
});

test('of a spreadsheet the first column is read, without its header', () => {
  assert.deepEqual(parseKeywords('\uFEFFKeyword,Volume\n"free, easy ""invoices""",120\nbilling;9\nledger\t4'), [
    'free, easy "invoices"',
    'billing',
    'ledger',
  ]);
  assert.deepEqual(parseKeywords('billing\nkeyword'), ['billing', 'keyword']);
});

test('each keyword is tracked on each device', () => {
  assert.deepEqual(toPairs(['a'], 'mobile'), [{ keyword_text: 'a', device: 'mobile' }]);
  assert.equal(toPairs(['a', 'b'], 'both').length, 4);
});

test('long lists take several requests', () => {
  assert.deepEqual(toBatches([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  assert.deepEqual(toBatches([]), []);
});

test('steps follow each other, and begin with the project', () => {
  assert.equal(toNext('site'), 'market');
  assert.equal(toNext('start'), undefined);
  assert.equal(toShown('keywords', undefined), 'site');
  assert.equal(toShown('keywords', 'proj_1'), 'keywords');
});
