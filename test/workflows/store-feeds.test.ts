import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const [STORE, WORD, PAGE] = ['36', '7019', 'page:apps'];
/** A feed leaves out the bundle that stands behind these on the page. */
const LIMIT = 30;

test('where pages of the store are off, a crawl reads its charts from the feeds', async (t) => {
  const { api, app, sandbox } = await startTestApp(t, { environment: { STORE_A_SOURCES: 'lookup,feed,legacy_feed' } });
  const body = { platform: 'store_a', category_ids: [STORE, WORD, PAGE], limit: LIMIT };
  const started = await api.post('/api/admin/start-crawl', body);
  assert.equal(started.status, 200, JSON.stringify(started.body));
  assert.ok(await app.context.workflows.waitFor(started.body.run_id, PATIENCE_MS));

  const { status, progress } = (await api.get(`/api/admin/crawl-runs/${started.body.run_id}`)).body;
  const ends = new Map<string, { status: string; error: string | null }>(progress.categories.map((one: any) => [one.category_id, one]));
  assert.deepEqual(
    [status, ...[STORE, WORD, PAGE].map((id) => ends.get(id ?? '')?.status)],
    ['completed', 'completed', 'completed', 'failed'],
    JSON.stringify(progress.categories),
  );
  assert.match(ends.get(PAGE ?? '')?.error ?? '', /STORE_A_SOURCES/u, 'an editorial page has no feed');

  for (const [id, of] of [
    [STORE, 'all'],
    [WORD, WORD],
  ])
    for (const [chart, collection] of [
      ['top-free', 'free'],
      ['top-paid', 'paid'],
    ]) {
      const truth = (await sandbox.get(`/_sandbox/truth/chart?platform=store_a&category_id=${of}&collection=${collection}&limit=${LIMIT}`))
        .body;
      const top = (await api.get(`/api/top-apps?platform=store_a&category_id=${id}&chart=${chart}`)).body;
      assert.deepEqual(
        top.apps.map((one: any) => [one.app_rank, one.app_id]),
        truth.ranks.map((one: any) => [one.rank, one.app_id]),
        `${id} ${chart}`,
      );
      assert.ok(top.apps.length > 0 && top.apps.every((one: any) => one.title !== null && one.sources.title === 'feed'));
    }

  const { entries } = (await sandbox.get('/_sandbox/calls?limit=1000000')).body as { entries: { host: string; path: string }[] };
  assert.deepEqual(
    entries.filter(({ host, path }) => host === 'apps.apple.com' && path !== '/robots.txt'),
    [],
  );
  const { costs } = (await api.get('/api/admin/costs/recent?service=rss_feed')).body;
  assert.deepEqual([costs.length, new Set(costs.map((cost: any) => cost.cost_usd))], [4, new Set([0])]);
});
