import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { startAreaServer } from '../support/area-server.ts';
import { makeProject } from '../support/rankings-world.ts';
import { bindProperty, writeDays } from '../support/search-console-rows.ts';

const FIRST = '2025-11-06';

test('what Google counted is read by project, as lists and as CSV, and in shares', async (t) => {
  const { api, withKey, stores } = await startAreaServer(t);
  const projectId = await makeProject(stores.postgres);
  const otherId = await makeProject(stores.postgres);
  const property = await bindProperty(stores.postgres, projectId);
  await writeDays(
    stores,
    property,
    Array.from({ length: 10 }, (_none, at) => ({
      day: addDays(FIRST, at),
      totals: [{ clicks: 10, impressions: 200, position: 5 }],
      queries: [{ query: '=red shoes', clicks: 6, impressions: 100, position: 6 }],
      pages: [{ query: '=red shoes', page: 'https://mine.com/red', clicks: 6, impressions: 100, position: 6 }],
      ...(at === 9 ? { state: 'partial' as const } : {}),
    })),
  );
  const path = (name: string, id = projectId) => `/api/projects/${id}/search-console/${name}`;
  const span = `from=${FIRST}&to=2025-11-15`;

  await t.test('by day, query and page, with what has a name', async () => {
    const { body } = await api.get(`${path('performance')}?group_by=query&${span}&compare=previous`);
    assert.deepEqual([body.rows[0].key, body.rows[0].clicks, body.named.share, body.totals.clicks], ['=red shoes', 60, 0.6, 60]);
    assert.deepEqual([body.span.final, body.span.partial, body.compared.missing, body.compared_totals], [9, 1, 10, null]);
    const beyond = (await api.get(`${path('performance')}?group_by=query&${span}&compare=previous&offset=1000`)).body;
    assert.deepEqual([beyond.rows, beyond.total, beyond.totals, beyond.named], [[], body.total, body.totals, body.named]);
    const csv = await api.get(`${path('performance')}?group_by=query&${span}&format=csv`);
    assert.match(String(csv.body), /^key,clicks,impressions,ctr,position,.*\r\n'=red shoes,60,1000,0.06,6,/u);
    for (const name of ['opportunities', 'ctr-curve']) assert.equal((await api.get(path(name))).status, 200, name);
  });

  await t.test('a project of another is not there, nor is its property, and a bound key sees its own alone', async () => {
    const { rows } = await stores.postgres.query<{ organizationId: string }>('select organization_id from projects where id = $1', [
      otherId,
    ]);
    const foreign = withKey({ organizationId: rows[0]?.organizationId });
    for (const name of ['performance', 'opportunities', 'ctr-curve']) {
      assert.equal((await foreign.get(path(name))).status, 404, name);
      const own = await foreign.get(path(name, otherId));
      assert.deepEqual([own.status, own.body.property], [200, null], name);
    }
  });

  await t.test('all that is wrong is said at once', async () => {
    const { status, body } = await api.get(`${path('performance')}?group_by=word&country=US&sort=clicks_change&limit=0`);
    assert.equal(status, 400);
    assert.deepEqual(body.details.map((one: { path: string }) => one.path).toSorted(), ['country', 'group_by', 'limit']);
    assert.equal((await api.get(`${path('performance')}?sort=clicks_change`)).status, 400);
    assert.equal((await api.get(`${path('performance')}?from=2024-01-01&to=2025-11-01`)).status, 400);
  });

  await t.test('a share shows it without an account, and keeps what is not known apart from zeros', async () => {
    const made = await api.post('/api/shares', {
      project_id: projectId,
      name: 'Clicks',
      sections: ['search_console'],
      from: FIRST,
      to: '2025-11-17',
      days: 12,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { status, body } = await api.get(`/api/public/shares/${made.body.share.token ?? made.body.token}/data?section=search_console`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.totals.clicks, body.named_share, body.queries[0].key], [100, 0.6, '=red shoes']);
    assert.deepEqual(
      body.days.slice(-3).map((day: { state: string; clicks: number | null }) => [day.state, day.clicks]),
      [
        ['partial', 10],
        ['missing', null],
        ['missing', null],
      ],
    );
    assert.deepEqual(
      body.spoiled.map(({ metric }: { metric: string }) => metric),
      ['impressions', 'ctr', 'position'],
    );
    const narrow = { project_id: projectId, name: 'No', sections: ['search_console'], filter: { engine: 'engine_b' } };
    assert.equal((await api.post('/api/shares', narrow)).status, 400, 'Google counts itself alone');
  });
});
