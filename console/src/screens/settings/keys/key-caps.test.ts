import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCurl, withKeyCap } from './key-caps.ts';

test('the limit of one key changes, and those of others stay', () => {
  assert.deepEqual(withKeyCap(null, 'key_1', 5), { key_1: 5 });
  assert.deepEqual(withKeyCap({ key_1: 5, key_2: 7, key_3: null }, 'key_1', 9), { key_1: 9, key_2: 7 });
  assert.deepEqual(withKeyCap({ key_1: 5, key_2: 7 }, 'key_1', null), { key_2: 7 });
  assert.equal(withKeyCap({ key_1: 5 }, 'key_1', null), null);
});

test('one number for every key leaves no limit of one key', () => {
  assert.equal(withKeyCap(20, 'key_1', 5), undefined);
});

test('a key is tried with curl', () => {
  assert.equal(toCurl('http://a.example', 'slk_1'), "curl -H 'Authorization: Bearer slk_1' http://a.example/api/me");
});
