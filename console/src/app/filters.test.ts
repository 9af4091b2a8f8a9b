import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pickFilters, toComparedPeriod, toPeriod } from './filters.ts';

const TODAY = '2026-11-23';

test('a range counts back from today, today included', () => {
  assert.deepEqual(toPeriod({}, TODAY), { from: '2026-10-27', to: TODAY });
  assert.deepEqual(toPeriod({ range: '7d' }, TODAY), { from: '2026-11-17', to: TODAY });
  assert.deepEqual(toPeriod({ range: '7d', to: '2026-11-10' }, TODAY), { from: '2026-11-04', to: '2026-11-10' });
});

test('all days begin with the project, but not before what one answer can hold', () => {
  assert.deepEqual(toPeriod({ range: 'all' }, TODAY, '2026-03-01'), { from: '2026-03-01', to: TODAY });
  assert.deepEqual(toPeriod({ range: 'all' }, TODAY, '2020-03-01'), { from: '2025-10-20', to: TODAY });
  assert.deepEqual(toPeriod({ range: 'all' }, TODAY), { from: '2025-10-20', to: TODAY });
});

test('a first day that is after the last one is left out', () => {
  assert.deepEqual(toPeriod({ from: '2026-11-01', to: '2026-11-05' }, TODAY), { from: '2026-11-01', to: '2026-11-05' });
  assert.deepEqual(toPeriod({ from: '2026-12-01' }, TODAY), { from: '2026-10-27', to: TODAY });
});

test('a period is compared with as many days before it, or with the year before', () => {
  const period = { from: '2026-11-17', to: TODAY };
  assert.deepEqual(toComparedPeriod(period), { from: '2026-11-10', to: '2026-11-16' });
  assert.deepEqual(toComparedPeriod(period, 'year'), { from: '2025-11-17', to: '2025-11-23' });
  assert.equal(toComparedPeriod(period, 'none'), undefined);
});

test('filters go along from screen to screen, and the rest of an address stays', () => {
  assert.deepEqual(pickFilters({ range: '7d', tag: ['tag_1'], tab: 'links', device: undefined }), { range: '7d', tag: ['tag_1'] });
});
