import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startAreaServer } from '../support/area-server.ts';
import { assertAllRefused, type BadRequest } from '../support/bad-input.ts';

async function openProject(t: TestContext) {
  const server = await startAreaServer(t);
  const made = await server.api.post('/api/projects', { name: 'Shop', organization_id: 'org_1' });
  return { ...server, projectId: made.body.project_id as string };
}

test('form A answers with the domain and the onboarding; the same site again with the first asset', async (t) => {
  const { api, projectId, started } = await openProject(t);
  const made = await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'https://www.Example.com/a', name: 'Shop' });
  assert.equal(made.status, 201);
  const { id, domain_id: domainId, onboarding } = made.body;
  assert.match(id, /^ast_/u);
  assert.ok(Number.isInteger(domainId));
  assert.equal(made.body.success, true);
  assert.equal(made.body.message, 'Asset created');
  assert.deepEqual(onboarding, {
    started: true,
    orchestration: 'workflow',
    workflow_id: started[0]?.id,
    status_url: `/api/admin/workflow/asset-onboard/${started[0]?.id}`,
  });

  const again = await api.post('/api/assets', { project_id: projectId, asset_type: 'website', url: 'http://example.com/other' });
  assert.equal(again.status, 200);
  assert.equal(again.body.asset_id, id);
  assert.equal(again.body.message, 'Asset already exists as primary, and was left as it is');
  assert.equal(again.body.onboarding.started, false);
  assert.equal(started.length, 1);
});

test('a dry run shows what a new website would fetch, and makes nothing', async (t) => {
  const { api, projectId, started } = await openProject(t);
  const dry = { project_id: projectId, dry_run: true };
  const website = await api.post('/api/assets', { ...dry, type: 'website', value: 'example.com', backlinks_limit: 1_500 });
  assert.equal(website.status, 200, JSON.stringify(website.body));
  assert.equal(website.body.dry_run, true);
  // Two pages of links, one of referring domains, one of keywords, the sums, and those of the year before.
  assert.equal(website.body.estimate.calls, 6);
  assert.ok(website.body.estimate.cost_usd > 0.1);
  const free = [
    { ...dry, type: 'website', value: 'example.com', skip_onboarding: true },
    { ...dry, type: 'app_ios', value: '284882215' },
  ];
  for (const body of free) assert.deepEqual((await api.post('/api/assets', body)).body.estimate, { calls: 0, cost_usd: 0 });
  assert.equal((await api.post('/api/assets', { ...free[0], project_id: 'proj_none' })).status, 404);
  assert.equal((await api.get(`/api/assets?project_id=${projectId}`)).body.total, 0);
  assert.equal(started.length, 0);
});

test('form B answers under its own names', async (t) => {
  const { api, projectId, started } = await openProject(t);
  const made = await api.post('/api/assets', { project_id: projectId, asset_type: 'website', url: 'https://example.com' });
  assert.equal(made.status, 201);
  assert.deepEqual(
    {
      asset_id: made.body.asset_id,
      orchestration: made.body.orchestration,
      workflow_id: made.body.workflow_id,
      status_url: made.body.status_url,
    },
    {
      asset_id: made.body.id,
      orchestration: 'workflow',
      workflow_id: started[0]?.id,
      status_url: `/api/admin/workflow/asset-onboard/${started[0]?.id}`,
    },
  );
  const app = await api.post('/api/assets', { project_id: projectId, asset_type: 'app', app_id: '284882215', platform: 'store_a' });
  assert.deepEqual([app.body.asset.type, app.body.asset.platform, app.body.domain_id], ['app_ios', 'store_a', null]);
  const local = await api.post('/api/assets', { project_id: projectId, asset_type: 'local_business', cid: '1234567890' });
  assert.deepEqual(
    [local.body.asset.type, local.body.asset.value, local.body.asset.meta_json],
    ['local', '1234567890', '{"cid":"1234567890"}'],
  );
});

test('an asset is listed, read, changed and removed', async (t) => {
  const { api, projectId } = await openProject(t);
  const made = await api.post('/api/assets', {
    project_id: projectId,
    type: 'app_android',
    value: 'com.example.app',
    name: 'App',
    role: 'competitor',
    icon_url: 'https://cdn.example.com/icon.png',
  });
  const { asset } = made.body;
  assert.equal(typeof asset.created_at, 'number');
  assert.deepEqual([asset.role, asset.platform, asset.meta_json], ['competitor', 'store_b', '{"app_id":"com.example.app"}']);
  const listed = await api.get(`/api/assets?project_id=${projectId}`);
  assert.deepEqual(listed.body.assets, [asset]);
  assert.deepEqual(listed.body.pagination, { limit: 100, offset: 0, has_more: false, total: 1 });
  assert.deepEqual((await api.get(`/api/assets?project_id=${projectId}&type=website`)).body.assets, []);
  assert.equal((await api.get(`/api/assets/${asset.id}`)).body.value, 'com.example.app');

  const changed = await api.put(`/api/assets/${asset.id}`, {
    name: 'Renamed',
    role: 'primary',
    icon_url: null,
    meta: { note: [1, { a: 'b' }] },
  });
  assert.deepEqual([changed.body.name, changed.body.role, changed.body.icon_url], ['Renamed', 'primary', null]);
  assert.deepEqual(JSON.parse(changed.body.asset.meta_json), { app_id: 'com.example.app', note: [1, { a: 'b' }] });

  const removed = await api.delete(`/api/assets/${asset.id}`);
  assert.deepEqual([removed.status, removed.body.success, removed.body.asset_id], [200, true, asset.id]);
  assert.equal((await api.get(`/api/assets/${asset.id}`)).body.error, 'Asset not found');
  assert.equal((await api.delete(`/api/assets/${asset.id}`)).status, 404);
});

test("another organization's assets and unknown ids are not found", async (t) => {
  const { api, withKey, projectId } = await openProject(t);
  const { id } = (await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'example.com' })).body;
  await api.post('/api/projects', { name: 'Ours', organization_id: 'org_ours' });
  const ours = withKey({ organizationId: 'org_ours' });
  const refused = [
    await ours.get(`/api/assets/${id}`),
    await ours.put(`/api/assets/${id}`, { name: 'x' }),
    await ours.delete(`/api/assets/${id}`),
    await ours.get('/api/assets/ast_unknown'),
  ];
  for (const answer of refused) assert.deepEqual([answer.status, answer.body.error], [404, 'Asset not found']);
  const elsewhere = [
    await ours.get(`/api/assets?project_id=${projectId}`),
    await ours.post('/api/assets', { project_id: projectId, type: 'website', value: 'example.com' }),
    await api.get('/api/assets?project_id=proj_unknown'),
  ];
  for (const answer of elsewhere) assert.deepEqual([answer.status, answer.body.error], [404, 'Project not found']);
});

test('values that are no public site are refused, in both forms', async (t) => {
  const { api, projectId, started } = await openProject(t);
  const values = [
    '127.0.0.1',
    'http://[::1]/',
    '169.254.169.254',
    '0x7f.1',
    'localhost',
    'intranet',
    'shop.test',
    'co.uk',
    'ftp://a.com',
    'a b.com',
    'u:p@a.com',
    'x'.repeat(3000),
  ];
  await assertAllRefused(
    api,
    values.flatMap((value): BadRequest[] => [
      {
        because: value,
        method: 'post',
        path: '/api/assets',
        body: { project_id: projectId, type: 'website', value, name: 'x' },
        names: ['value'],
      },
      {
        because: value,
        method: 'post',
        path: '/api/assets',
        body: { project_id: projectId, asset_type: 'website', url: value },
        names: ['url'],
      },
    ]),
  );
  assert.deepEqual(started, []);
});

test('wrong input is refused by the names of its fields', async (t) => {
  const { api, projectId } = await openProject(t);
  const { id } = (await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'example.com' })).body;
  const site = { project_id: projectId, type: 'website', value: 'example.org', name: 'Shop' };
  const local = { project_id: projectId, type: 'local', name: 'Shop', cid: '1' };
  const post = (because: string, body: unknown, names: string[]): BadRequest => ({
    because,
    method: 'post',
    path: '/api/assets',
    body,
    names,
  });
  const put = (because: string, body: unknown, names: string[]): BadRequest => ({
    because,
    method: 'put',
    path: `/api/assets/${id}`,
    body,
    names,
  });
  const get = (query: string, names: string[]): BadRequest => ({ because: query, method: 'get', path: `/api/assets?${query}`, names });
  await assertAllRefused(api, [
    post('nothing', {}, ['project_id', 'type', 'value']),
    post('an unknown type', { ...site, type: 'video' }, ['type']),
    post('an unknown simple type', { project_id: projectId, asset_type: 'video', url: 'example.org' }, ['asset_type']),
    post(
      'wrong types',
      { project_id: 1, type: 'website', value: 2, name: {}, role: 3, skip_onboarding: 'no', icon_url: [], backlinks_limit: '5' },
      ['project_id', 'value', 'name', 'role', 'skip_onboarding', 'icon_url', 'backlinks_limit'],
    ),
    post('out of range', { ...site, backlinks_limit: 0, keywords_limit: 1e9 }, ['backlinks_limit', 'keywords_limit']),
    post('long and dirty names', { ...site, name: 'x'.repeat(201) }, ['name']),
    post('control characters', { ...site, name: 'a\tb' }, ['name']),
    post('an unknown role', { ...site, role: 'rival' }, ['role']),
    ...[
      'http://127.0.0.1/i.png',
      'http://[fd00::1]/i.png',
      'http://metadata.internal/i.png',
      'file:///etc/passwd',
      '/i.png',
      'javascript:alert(1)',
    ].map((icon) => post(icon, { ...site, icon_url: icon }, ['icon_url'])),
    post('no app id', { project_id: projectId, type: 'app_ios', name: 'App' }, ['value']),
    post('a package name for store_a', { project_id: projectId, type: 'app_ios', value: 'com.a.b' }, ['value']),
    post('a number for store_b', { project_id: projectId, type: 'app_android', value: '284882215' }, ['value']),
    post('the other store', { project_id: projectId, type: 'app_ios', value: '284882215', platform: 'store_b' }, ['platform']),
    post('an app without a store', { project_id: projectId, asset_type: 'app', app_id: '284882215' }, ['platform']),
    post('an unknown store', { project_id: projectId, asset_type: 'app', app_id: '284882215', platform: 'store_c' }, ['platform']),
    post('a business without an id', { project_id: projectId, type: 'local', name: 'Shop' }, ['value']),
    post('a business without a cid', { project_id: projectId, asset_type: 'local_business' }, ['cid']),
    post('a cid that is none', { ...local, cid: 'abc' }, ['cid']),
    post('no place on earth', { ...local, lat: 91, lng: -181 }, ['lat', 'lng']),
    post('a place in words', { ...local, lat: '52', lng: null }, ['lat', 'lng']),
    put('wrong types', { name: 1, role: 'x', icon_url: 'http://10.0.0.1/', meta: [] }, ['name', 'role', 'icon_url', 'meta']),
    put('a name of null', { name: null }, ['name']),
    put('too many notes', { meta: Object.fromEntries(Array.from({ length: 101 }, (_, number) => [`k${number}`, 1])) }, ['meta']),
    put('too long notes', { meta: { text: 'x'.repeat(20_000) } }, ['meta']),
    put('a wrong cid among the notes', { meta: { cid: 'abc' } }, ['meta.cid']),
    get('', ['project_id']),
    get(`project_id=${projectId}&limit=501&offset=-1&type=video&role=x`, ['limit', 'offset', 'type', 'role']),
  ]);
});

test('an archived project takes no assets', async (t) => {
  const { api, projectId } = await openProject(t);
  await api.delete(`/api/projects/${projectId}`);
  const answer = await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'example.com' });
  assert.deepEqual([answer.status, answer.body.error], [409, 'Project is archived']);
});
