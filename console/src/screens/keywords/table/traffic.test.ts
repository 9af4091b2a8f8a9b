import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeName } from '#ui/states/outcome.ts';
import type { Keywords } from './keywords.ts';
import { sayWhyUnknown, sumTraffic } from './traffic.ts';

const STATUSES: readonly OutcomeName[] = ['ranked', 'ranked', 'ranked', 'failed', 'pending'];

const keywords = {
  statusOf: (row: number) => STATUSES[row] ?? 'pending',
  textOf: () => 'en',
  columns: {
    keyword: ['chairs', 'chairs', 'lamps', 'desks', 'beds'],
    location_code: [2840, 2840, 2840, 2840, 2840],
    volume: [100, 100, null, 10, 10],
    traffic: [20, 10, null, null, null],
  },
} as unknown as Keywords;

test('traffic that is not known says why', () => {
  assert.deepEqual(
    [2, 3, 4].map((row) => sayWhyUnknown(keywords, row)),
    ['Not known: no search volume', 'Not known: the newest check failed', 'Not known: not checked yet'],
  );
});

test('the sum counts a keyword of two devices once, and is unknown where nothing is known', () => {
  assert.deepEqual(sumTraffic(keywords, [0, 1, 2, 3, 4]), { visits: 15, keywords: 1, unknown: 3 });
  assert.deepEqual(sumTraffic(keywords, [2, 3]), { visits: null, keywords: 0, unknown: 2 });
});
