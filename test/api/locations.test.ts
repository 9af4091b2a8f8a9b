import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAreaServer } from '../support/area-server.ts';
import { startTestApp } from '../support/app.ts';
import { assertAllRefused } from '../support/bad-input.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { waitUntil } from '../support/wait-until.ts';

test('places and languages are found by every key, and every one that is shown can be used', async (t) => {
  const { api, withKey } = await startAreaServer(t);
  const reader = withKey({ scopes: ['read'], organizationId: 'org_1' });
  const found = await reader.get('/api/locations?search=portland&country=us&limit=2');
  assert.equal(found.status, 200);
  assert.deepEqual(found.body.locations, [
    { location_code: 1017274, name: 'Portland, Indiana, United States', type: 'city', country: 'US' },
    { location_code: 1019006, name: 'Portland, Maine, United States', type: 'city', country: 'US' },
  ]);
  assert.deepEqual([found.body.count, found.body.pagination.has_more], [2, true]);
  const named = await reader.get('/api/locations?location_codes=2276,2840,999');
  assert.deepEqual(
    named.body.locations.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [
      ['Germany', 'country'],
      ['United States', 'country'],
    ],
  );

  const { body } = await reader.get('/api/languages');
  assert.ok(body.count > 40 && body.count === body.languages.length);
  assert.deepEqual(
    body.languages.find(({ name }: { name: string }) => name === 'German'),
    { language_code: 'de', name: 'German' },
  );
  const { project_id: projectId } = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_1' })).body;
  const { body: all } = await reader.get('/api/locations?limit=500&offset=1600');
  const keywords = [
    ...all.locations.map(({ location_code }: { location_code: number }) => ({ keyword: 'a', location_code })),
    ...body.languages.map(({ language_code }: { language_code: string }) => ({ keyword: 'a', language_code })),
  ];
  const tracked = await api.post('/api/keywords/track', { project_id: projectId, keywords, dry_run: true });
  assert.equal(tracked.status, 200, JSON.stringify(tracked.body.details));
});

test('wrong questions are refused by the names of their fields', async (t) => {
  const { api } = await startAreaServer(t);
  await assertAllRefused(api, [
    {
      because: 'all wrong',
      method: 'get',
      path: `/api/locations?search=&country=usa&location_codes=x&limit=501&offset=-1`,
      names: ['search', 'country', 'location_codes[0]', 'limit', 'offset'],
    },
  ]);
});

test("the provider's list of places replaces the bundled table, country by country", async (t) => {
  const world = await startTestApp(t);
  const { api, app, sandbox } = world;
  const ask = async (query: string) => (await api.get(`/api/locations?${query}`)).body;
  const QUESTIONS = [
    'search=portland&country=us',
    'search=port',
    'search=york',
    'search=portland, or',
    'search=us',
    'search=sao',
    'location_codes=2276,999',
  ];
  const before = await Promise.all(QUESTIONS.map((question) => ask(`${question}&limit=15`)));
  assert.ok(before.every(({ as_of: asOf }) => asOf === null));
  const near = await ask('near=1019006&limit=10');

  const { workflows, postgres, clock } = app.context;
  const refresh = async () =>
    (await workflows.waitFor<{ countries: number; places: number }>(await workflows.start('locations-refresh', {}), PATIENCE_MS))?.output;
  const first = await refresh();
  assert.ok((first?.countries ?? 0) > 200 && (first?.places ?? 0) > 20_000, JSON.stringify(first));
  const { by_endpoint: calls, cost_usd: costUsd } = (await sandbox.get('/_sandbox/calls')).body;
  const asked = Object.entries(calls as Record<string, number>).filter(([path]) => path.includes('/serp/google/locations'));
  assert.equal(
    asked.reduce((sum, [, count]) => sum + count, 0),
    first?.countries,
    'one call for each country',
  );
  const { rows: booked } = await postgres.query<{ count: number; cost: number }>(
    `select count(*) as count, sum(cost_usd)::float8 as cost from api_costs where service = 'provider_locations'`,
  );
  assert.deepEqual([booked[0]?.count, booked[0]?.cost, costUsd], [first?.countries, 0, 0], 'booked, and free');

  await t.test('it answers what the bundled table answered, in the same order, and says of when it is', async () => {
    for (const [at, question] of QUESTIONS.entries()) {
      const { as_of: asOf, ...now } = await ask(`${question}&limit=15`);
      const { as_of: _none, ...then } = before[at];
      assert.deepEqual(now, then, question);
      assert.ok(Math.abs(Date.parse(asOf) - clock.now().getTime()) < PATIENCE_MS);
    }
    assert.deepEqual((await ask('search=%25&limit=1')).total, 0, 'signs of patterns are letters');
    assert.equal((await ask('search=port&offset=100000&limit=1')).total, (await ask('search=port&limit=1')).total);
  });

  await t.test('places near another one share the smallest area with it', async () => {
    const { locations, as_of: _asOf, ...rest } = await ask('near=1019006&limit=10');
    assert.deepEqual([locations, rest.total], [near.locations, near.total]);
    assert.ok(
      locations.every(({ name, type }: { name: string; type: string }) => name.endsWith(', Maine, United States') && type === 'city'),
    );
    assert.equal((await ask('near=999&limit=1')).total, 0);
  });

  await t.test('a month later it is read again, not earlier, and a place that is gone leaves', async () => {
    assert.equal((await refresh())?.countries, 0);
    await postgres.query(
      `insert into locations values (999999, 'Gone,Maine,United States', 'US', 3, 'gone', ',maine,united states,us', now())`,
    );
    await sandbox.post('/_sandbox/clock', { advance_days: 31 });
    await waitUntil(async () => (await refresh())?.countries === first?.countries, 'all countries to be read again');
    assert.equal((await ask('location_codes=999999')).total, 0);
  });

  await t.test('a search as one types is answered quickly', async () => {
    const times: number[] = [];
    for (const text of ['l', 'lo', 'lon', 'lond', 'london', 'new y', 'san', 'b', 'be', 'ber']) {
      const startedAt = performance.now();
      assert.ok((await ask(`search=${text}`)).total > 0, text);
      times.push(performance.now() - startedAt);
    }
    t.diagnostic(`${times.map((ms) => ms.toFixed(0)).join(' ')} ms`);
  });
});
