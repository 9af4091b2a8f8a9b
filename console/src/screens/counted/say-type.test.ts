import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameType, sayLacks } from './say-type.ts';

test('says what a kind of search has none of, and nothing of one that has all', () => {
  assert.equal(sayLacks('web', []), undefined);
  assert.equal(
    sayLacks('discover', ['query', 'device', 'position']),
    'Discover has no queries, devices and positions: Google does not count by them.',
  );
  assert.equal(sayLacks('googleNews', ['query', 'position']), 'Google News has no queries and positions: Google does not count by them.');
  assert.equal(nameType('later'), 'later');
});
