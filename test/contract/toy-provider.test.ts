import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinWith } from '#areas/index.ts';
import { otherProviders } from '#providers/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openTestStores } from '../support/index.ts';
import { makeProject, track } from '../support/rankings-api.ts';
import { openToyVendor } from '../support/toy-provider.ts';

const PRICE_CENTS = 1.25;
const SITES = ['rival.org', 'mine.com', 'other.net'];
const REFUSED = 'refused words';

test('another vendor of search data is one value: checks ask it, at its price, and the API answers what it said', async (t) => {
  const stores = await openTestStores(t);
  const vendor = await openToyVendor((keyword) => (keyword === REFUSED ? 418 : SITES), PRICE_CENTS);
  stores.onClose(() => vendor.close());
  const searchProvider = vendor.provider;
  const world = await startTestApp(t, { stores, searchProvider, areas: joinWith([], [searchProvider, ...otherProviders]) });
  const projectId = await makeProject(world.api, ['mine.com', 'rival.org']);

  await t.test('a new keyword is checked', () => checkKeyword(world, projectId));
  await t.test('what it cost is booked, under its own service', () => checkCosts(world, projectId));
  await t.test('a failed check says what the vendor answered', () => checkFailure(world, projectId));
  assert.deepEqual(vendor.asked, ['garden chairs', REFUSED]);
  const { body: calls } = await world.sandbox.get('/_sandbox/calls');
  assert.deepEqual([calls.cost_usd, calls.paid_tasks], [0, 0], 'the usual vendor is not asked');
});

async function listRows({ api }: TestApp, projectId: string, keyword: string): Promise<any[]> {
  const { status, body } = await api.get(`/api/rankings?project_id=${projectId}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.rankings.filter((row: any) => row.keyword_text === keyword);
}

async function checkKeyword(world: TestApp, projectId: string): Promise<void> {
  await track(world, projectId, ['garden chairs']);
  const rows = await listRows(world, projectId, 'garden chairs');
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row.domain, [row.status, row.rank, row.url, row.provider]])), {
    'mine.com': ['ranked', 2, 'https://mine.com/', 'provider'],
    'rival.org': ['ranked', 1, 'https://rival.org/', 'provider'],
  });
  const { status, body } = await world.api.get(`/api/rankings/runs/${rows[0].run_id}`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.run.cost, body.run.provider], [PRICE_CENTS / 100, 'provider']);
  assert.deepEqual(
    body.results.map((item: any) => item.domain),
    SITES,
  );
  const { rows: stored } = await world.stores.postgres.query<{ provider: string }>('select provider from serp_runs');
  assert.deepEqual(stored, [{ provider: 'toy' }]);
}

async function checkCosts({ api }: TestApp, projectId: string): Promise<void> {
  const { body } = await api.get(`/api/projects/${projectId}/costs`);
  assert.deepEqual(
    body.costs.map((row: any) => [row.service, row.cost_usd, row.estimate_usd, row.success]),
    [['toy_page', PRICE_CENTS / 100, 0.02, 1]],
    JSON.stringify(body),
  );
  const tiers = await api.get('/api/admin/costs/free-tiers');
  assert.ok(JSON.stringify(tiers.body).includes('toy_page'), JSON.stringify(tiers.body));
}

async function checkFailure(world: TestApp, projectId: string): Promise<void> {
  await track(world, projectId, [REFUSED]);
  const rows = await listRows(world, projectId, REFUSED);
  assert.deepEqual(
    rows.map((row) => [row.status, row.error, row.rank]),
    [
      ['failed', 'toy answered with HTTP status 418', null],
      ['failed', 'toy answered with HTTP status 418', null],
    ],
  );
}
