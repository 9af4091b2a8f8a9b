import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getAppsByAppIdRankings, getRankings, getRankingsGrid, getRankingsPages } from '#client';
import { toLines, toListSource } from './list-source.ts';

test('a list is named by the path of its operation, and keeps what narrows it, without its page', () => {
  const options = { path: { app_id: '42' }, query: { platform: 'store_a' as const, granularity: 'day' as const, limit: 500, offset: 500 } };
  assert.deepEqual(toListSource(getAppsByAppIdRankings, options), {
    list: '/api/apps/{app_id}/rankings',
    filters: { app_id: '42', platform: 'store_a', granularity: 'day' },
  });
  const grid = toListSource(getRankingsGrid, {
    query: { project_id: 'p', intents: ['commercial', 'local'], language_code: undefined },
  } as never);
  assert.equal(grid.list, '/api/rankings/grid');
  assert.equal(toLines(grid.filters), 'project_id=p\nintents=commercial\nintents=local');
});

test('a span that ends today moves on, and one of the past stays', () => {
  const ask = (to: string) => toListSource(getRankingsPages, { query: { project_id: 'p', from: '2026-01-01', to } }, '2026-01-28').filters;
  assert.deepEqual(ask('2026-01-28'), { project_id: 'p' });
  assert.deepEqual(ask('2026-01-20'), { project_id: 'p', from: '2026-01-01', to: '2026-01-20' });
  const history = { query: { project_id: 'p', start_date: '2026-01-01', end_date: '2026-01-28' } };
  assert.deepEqual(toListSource(getRankings, history, '2026-01-28').filters, { project_id: 'p', start_date: '2026-01-01' });
});
