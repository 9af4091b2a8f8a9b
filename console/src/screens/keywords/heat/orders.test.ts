import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Series } from '../history/history.ts';
import { orderHeat, toHeat } from './orders.ts';

const ROW = { engine: 'engine_a', channel: 'seo', location_code: 2840, language_code: 'en', domain: null, target_page: null } as const;
const series: Series = {
  success: true,
  project_id: 'proj_1',
  time_zone: 'UTC',
  position_scale: 'organic',
  position_scale_pending: null,
  from: '2026-11-01',
  to: '2026-11-03',
  total: 3,
  days: ['2026-11-01', '2026-11-02', '2026-11-03'],
  rows: [
    { ...ROW, keyword_id: 'kw_1', keyword: 'zebra', device: 'desktop' },
    { ...ROW, keyword_id: 'kw_2', keyword: 'apple', device: 'mobile' },
    { ...ROW, keyword_id: 'kw_3', keyword: 'mango', device: 'desktop' },
  ],
  values: btoa(String.fromCodePoint(9, 254, 3, 2, 0, 8, 255, 0, 254)),
  pages: null,
  readings: null,
};
const { rows } = toHeat(series);

test('days are counted by what they came to, and only positions make a change', () => {
  assert.deepEqual(
    rows.map(({ label, first, last, best, change }) => ({ label, first, last, best, change })),
    [
      { label: 'zebra', first: 9, last: 3, best: 3, change: 6 },
      { label: 'apple (mobile)', first: 2, last: 8, best: 2, change: -6 },
      { label: 'mango', first: null, last: null, best: null, change: null },
    ],
  );
  assert.deepEqual(
    rows.map(({ daysFound, daysNotFound, daysFailed, daysUnchecked }) => [daysFound, daysNotFound, daysFailed, daysUnchecked]),
    [
      [2, 0, 1, 0],
      [2, 1, 0, 0],
      [0, 1, 1, 1],
    ],
  );
});

test('rows stand in the order that was asked for, what is not known last', () => {
  assert.deepEqual([...orderHeat(rows, { sort: 'keyword', search: '' })], [1, 2, 0]);
  assert.deepEqual([...orderHeat(rows, { sort: 'best', search: '' })], [0, 1, 2]);
  assert.deepEqual([...orderHeat(rows, { sort: 'change', search: '' })], [0, 1, 2]);
  assert.deepEqual([...orderHeat(rows, { sort: 'keyword', search: 'A' })], [1, 2, 0]);
  assert.deepEqual([...orderHeat(rows, { sort: 'keyword', search: 'MOB' })], [1]);
  assert.deepEqual([...orderHeat(rows, { sort: 'page', search: '', groups: ['/b', null, '/b'] })], [2, 0, 1]);
});
