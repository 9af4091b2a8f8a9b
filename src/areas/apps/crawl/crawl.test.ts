import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseApps, toAppMax, toCrawl, toRankMax, toStoreADevice } from './crawl.ts';
import { toListedDepth, toSimilarDepth } from './depth.ts';

test('depth 0 reads lists only, depth 1 stops behind the apps similar to the listed ones, depth 2 goes on', () => {
  assert.deepEqual(([0, 1, 2] as const).map(toListedDepth), [undefined, 1, 1]);
  assert.deepEqual([toSimilarDepth(1, 1), toSimilarDepth(1, 0), toSimilarDepth(2, 1), toSimilarDepth(2, 0)], [0, undefined, 1, undefined]);
});

test('a crawl reads both charts of store_a, and of store_b those that were named', () => {
  const apple = toCrawl('run_1', { platform: 'store_a', device: 'ipad', storefront: 'jp' });
  assert.deepEqual(
    [apple.charts, apple.device, apple.storefront, toAppMax(apple), toRankMax(apple)],
    [['top-free', 'top-paid'], 'tablet', 'jp', 30, 200],
  );
  const google = toCrawl('run_2', {
    platform: 'store_b',
    device: 'tablet',
    chart_types: ['topgrossing', 'topselling_free', 'topgrossing'],
  });
  assert.deepEqual(
    [google.charts, google.device, google.storefront, toAppMax(google)],
    [['topgrossing', 'topselling_free'], 'phone', 'us', 60],
  );
  const named = toCrawl('run_3', { platform: 'store_b', limit: 40, chart_types: [] });
  assert.deepEqual([named.charts, toAppMax(named), toRankMax(named)], [['topselling_free'], 40, 40]);
});

test('store_a is asked as the device that the crawl names: tablets see other charts', () => {
  const devices = ['phone', 'iphone', 'tablet', 'ipad'] as const;
  const asked = devices.map((device) => toStoreADevice(toCrawl('run_1', { platform: 'store_a', device }).device));
  assert.deepEqual(asked, ['iphone', 'iphone', 'ipad', 'ipad']);
});

test('apps of several charts are taken position by position, each once', () => {
  const free = ['a', 'b', 'c'].map((appId, at) => ({ rank: at + 1, appId }));
  const paid = ['x', 'b', 'y'].map((appId, at) => ({ rank: at + 1, appId }));
  assert.deepEqual(chooseApps([free, paid], 4), ['a', 'x', 'b', 'c']);
  assert.deepEqual(chooseApps([], 4), []);
});
