import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAreaServer } from '../support/area-server.ts';

const INFLATED = { date: '2025-05-13', end_date: '2026-04-27', metrics: ['impressions', 'ctr', 'position'] };

test('anomalies of Search Console say which figures of a comparison are spoiled', async (t) => {
  const { api } = await startAreaServer(t);
  const ask = async (query: string) => await api.get(`/api/search-console/anomalies${query}`);
  const { status, body } = await ask('');
  assert.equal(status, 200);
  const [first] = body.anomalies;
  assert.deepEqual({ date: first.date, end_date: first.end_date, metrics: first.metrics }, INFLATED);

  const across = await ask('?from=2025-05-13&to=2025-05-19&compare_from=2025-05-06&compare_to=2025-05-12');
  assert.deepEqual([across.body.anomalies.length, across.body.spoiled], [1, INFLATED.metrics]);
  const before = await ask('?from=2025-05-06&to=2025-05-12&compare_from=2025-04-29&compare_to=2025-05-05');
  assert.deepEqual([before.body.anomalies, before.body.spoiled], [[], []]);

  const wrong = await ask('?from=2025-05-13&to=2025-05-12&compare_to=2025-05-05');
  assert.equal(wrong.status, 400);
  assert.deepEqual(
    wrong.body.details.map(({ path }: { path: string }) => path),
    ['to', 'compare_from'],
  );
});
