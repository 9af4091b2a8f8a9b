import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCurl, withKeyBudget } from './key-budgets.ts';

test('the limit of one key changes, and those of others stay', () => {
  assert.deepEqual(withKeyBudget(null, 'key_1', 5), { key_1: 5 });
  assert.deepEqual(withKeyBudget({ key_1: 5, key_2: 7, key_3: null }, 'key_1', 9), { key_1: 9, key_2: 7 });
  assert.deepEqual(withKeyBudget({ key_1: 5, key_2: 7 }, 'key_1', null), { key_2: 7 });
  assert.equal(withKeyBudget({ key_1: 5 }, 'key_1', null), null);
});

test('one number for every key leaves no limit of one key', () => {
  assert.equal(withKeyBudget(20, 'key_1', 5), undefined);
});

test('a key is tried with curl', () => {
  assert.equal(toCurl('http://a.example', 'slk_1'), "curl -H 'Authorization: Bearer slk_1' http://a.example/api/me");
});
