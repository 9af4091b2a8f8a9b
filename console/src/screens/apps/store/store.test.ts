import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAppId, toChartName } from './store.ts';

test('reads ids and addresses of both stores, and takes words for neither', () => {
  assert.equal(toAppId('store_a', ' 310633997 '), '310633997');
  assert.equal(toAppId('store_a', 'https://apps.apple.com/us/app/some-name/id310633997?l=en'), '310633997');
  assert.equal(toAppId('store_b', 'com.example.app'), 'com.example.app');
  assert.equal(toAppId('store_b', 'https://play.google.com/store/apps/details?hl=en&id=com.example.app'), 'com.example.app');
  assert.equal(toAppId('store_a', 'budget planner'), undefined);
  assert.equal(toAppId('store_a', '2048'), undefined);
  assert.equal(toAppId('store_b', 'budget planner'), undefined);
});

test('the same list has one name in both stores, and none is a code', () => {
  assert.equal(toChartName('top-free'), 'Top free');
  assert.equal(toChartName('topselling_free'), 'Top free');
  assert.equal(toChartName('a-new_list'), 'a new list');
});
