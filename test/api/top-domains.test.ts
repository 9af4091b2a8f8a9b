import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#kernel/ids.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { startAreaServer } from '../support/area-server.ts';
import { assertAllRefused } from '../support/bad-input.ts';
import { makeDomain, makeSnapshot, makeWebsite } from '../support/domain-rows.ts';
import { recordHistory } from '../support/history-rows.ts';

interface ReadPage {
  readonly keyword: string;
  readonly projectId: string;
  /** Days ago. */
  readonly age?: number;
  readonly hour?: string;
  readonly location?: number;
  /** Hosts by place; an advertisement has a mark. */
  readonly results: readonly string[];
}

/** Writes result pages as checks would have left them. */
async function recordPages(clickhouse: ClickHouse, pages: readonly ReadPage[]): Promise<void> {
  for (const { keyword, projectId, age = 0, hour = '10', location = 2840, results } of pages) {
    const day = new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10);
    const runId = newId('run_');
    const common = { run_id: runId, keyword_id: keyword, engine: 'engine_a', kind: 'organic', project_id: projectId };
    const check = {
      ...common,
      check_date: day,
      check_ts: `${day} ${hour}:00:00.000`,
      depth: 100,
      checked_depth: 100,
      provider: 'dataforseo',
    };
    await clickhouse.insertLines('serp_checks', JSON.stringify(check), newId('run_'));
    const rows = results.map((host, at) => ({
      ...common,
      keyword,
      location_code: location,
      run_date: day,
      tracked_at: check.check_ts,
      type: 'organic',
      rank_absolute: at + 1,
      rank_group: results.slice(0, at + 1).filter((other) => !other.startsWith('ad:')).length,
      domain: host.replace('ad:', ''),
      is_paid: host.startsWith('ad:') ? 1 : 0,
    }));
    await clickhouse.insertLines('serp_runs', rows.map((row) => JSON.stringify(row)).join('\n'), newId('run_'));
    await recordHistory(clickhouse, [{ project_id: projectId, keyword_id: keyword, domain: 'mine.com', check_date: day }]);
  }
}

const FILL = Array.from({ length: 9 }, (_, at) => `fill-${at}.org`);

test('the domains of the most results', async (t) => {
  const { api, withKey, stores } = await startAreaServer(t);
  const makeProject = async (organization: string): Promise<string> =>
    (await api.post('/api/projects', { name: 'Shop', organization_id: organization })).body.project_id;
  const [ours, theirs] = [await makeProject('org_ours'), await makeProject('org_theirs')];
  await recordPages(stores.clickhouse, [
    // An older reading of the same keyword, and one that is too old to count.
    { keyword: 'kw_a', projectId: ours, age: 3, results: ['gone.com', 'big.com'] },
    { keyword: 'kw_old', projectId: ours, age: 40, results: ['old.com'] },
    { keyword: 'kw_a', projectId: ours, hour: '08', results: ['gone.com'] },
    { keyword: 'kw_a', projectId: ours, hour: '12', results: ['ad:paid.com', 'www.big.com', 'small.com', 'big.com'] },
    { keyword: 'kw_b', projectId: ours, location: 2276, results: [...FILL, 'small.com', 'big.com'] },
    { keyword: 'kw_c', projectId: theirs, results: ['big.com', 'theirs.com'] },
  ]);
  const [bigId, theirsId] = [await makeDomain(stores.postgres, 'big.com'), await makeDomain(stores.postgres, 'theirs.com')];
  await makeSnapshot(stores.postgres, bigId, '202546', 500);
  await makeSnapshot(stores.postgres, bigId, '202547', 700);
  await makeSnapshot(stores.postgres, theirsId, '202547', 30);
  await makeWebsite(stores.postgres, { projectId: ours, domainId: bigId, domain: 'big.com' });
  const list = async (query = '', client = api) => (await client.get(`/api/top-domains${query}`)).body;
  const rows = (body: { domains: Record<string, unknown>[] }) =>
    body.domains.map((row) => [row['domain'], row['keywords_count'], row['top_10_count'], row['avg_rank'], row['backlinks_count']]);

  await t.test('come out of the newest page of each keyword, each at its best place', async () => {
    const body = await list('?limit=3');
    assert.deepEqual(rows(body), [
      ['big.com', 3, 2, 4.33, 700],
      ['small.com', 2, 2, 6, null],
      ['fill-0.org', 1, 1, 1, null],
    ]);
    assert.deepEqual([body.success, body.count, body.total, body.pagination.has_more], [true, 3, 12, true]);
    const all = await list('?offset=3');
    assert.equal(all.count, 9);
    assert.deepEqual(all.pagination, { limit: 100, offset: 3, has_more: false, total: 12 });
    assert.deepEqual([(await list('?offset=500')).count, (await list('?offset=500')).total], [0, 12]);
  });

  await t.test('of a project and of a place', async () => {
    assert.deepEqual(rows(await list(`?project_id=${theirs}`)), [
      ['big.com', 1, 1, 1, 700],
      ['theirs.com', 1, 1, 2, 30],
    ]);
    const german = await list('?location_code=2276');
    assert.deepEqual(rows(german).at(-1), ['big.com', 1, 0, 11, 700]);
    assert.equal(german.total, 11);
    assert.equal((await list('?location_code=2124')).total, 0);
  });

  await t.test('a bound key counts its own keywords and gets the links of its own domains', async () => {
    const own = withKey({ organizationId: 'org_ours' });
    assert.deepEqual(rows(await list('?limit=2', own)), [
      ['big.com', 2, 1, 6, 700],
      ['small.com', 2, 2, 6, null],
    ]);
    const other = withKey({ organizationId: 'org_theirs' });
    assert.deepEqual(rows(await list('', other)), [
      ['big.com', 1, 1, 1, null],
      ['theirs.com', 1, 1, 2, null],
    ]);
    const stranger = withKey({ organizationId: 'org_none' });
    assert.deepEqual(await list('', stranger), {
      success: true,
      position_scale: 'organic',
      position_scale_pending: null,
      domains: [],
      count: 0,
      total: 0,
      pagination: { limit: 100, offset: 0, has_more: false, total: 0 },
    });
    const foreign = await other.get(`/api/top-domains?project_id=${ours}`);
    assert.deepEqual([foreign.status, foreign.body.error], [404, 'Project not found']);
  });

  await t.test('wrong input is refused by the names of its fields', async () => {
    await assertAllRefused(api, [
      {
        because: 'all of it',
        method: 'get',
        path: '/api/top-domains?limit=501&offset=-1&location_code=x&project_id=',
        names: ['limit', 'offset', 'location_code', 'project_id'],
      },
    ]);
  });
});
