import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAreaServer } from '../support/area-server.ts';
import { assertAllRefused } from '../support/bad-input.ts';

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
