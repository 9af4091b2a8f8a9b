import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAreaServer } from '../support/area-server.ts';
import { assertAllRefused, type BadRequest } from '../support/bad-input.ts';

test('a project is created, read, listed, changed and archived', async (t) => {
  const { api } = await startAreaServer(t);
  const settings = { default_location_code: 2276, default_language_code: 'de' };
  const made = await api.post('/api/projects', { name: ' Shop ', organization_id: 'org_1', description: 'Our shop', settings, unknown: 1 });
  assert.equal(made.status, 201);
  const { project } = made.body;
  assert.equal(made.body.success, true);
  assert.match(project.id, /^proj_/u);
  assert.deepEqual([made.body.project_id, made.body.name, made.body.created_at], [project.id, 'Shop', project.created_at]);
  assert.equal(project.status, 'active');
  assert.equal(project.time_zone, 'UTC');
  assert.deepEqual(project.settings, settings);
  assert.match(project.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);

  const read = await api.get(`/api/projects/${project.id}`);
  assert.deepEqual(read.body.project, { ...project, stats: { total_keywords: 0, total_apps: 0, total_assets: 0 } });

  const changed = await api.put(`/api/projects/${project.id}`, {
    status: 'paused',
    time_zone: 'Europe/Berlin',
    settings: { default_language_code: null },
  });
  assert.equal(changed.body.project.status, 'paused');
  assert.deepEqual(changed.body.project.settings, { default_location_code: 2276 });

  const archived = await api.delete(`/api/projects/${project.id}`);
  assert.equal(archived.status, 200);
  assert.equal(archived.body.project.status, 'archived');

  const active = await api.get('/api/projects?organization_id=org_1');
  assert.deepEqual(active.body, {
    success: true,
    projects: [],
    count: 0,
    total: 0,
    pagination: { limit: 100, offset: 0, has_more: false, total: 0 },
  });
  const all = await api.get('/api/projects?organization_id=org_1&status=all&limit=1');
  assert.equal(all.body.projects[0].id, project.id);
});

test('the simple form answers a key of an organization and is refused to others', async (t) => {
  const { api, withKey } = await startAreaServer(t);
  const missing = await api.post('/api/projects', { name: 'Shop' });
  assert.equal(missing.status, 400);
  assert.deepEqual(missing.body.details, [{ path: 'organization_id', message: 'organization_id is required' }]);

  await api.post('/api/projects', { name: 'First', organization_id: 'org_1' });
  const own = withKey({ organizationId: 'org_1' });
  const names = async (key: typeof own): Promise<unknown> =>
    (await key.post('/api/projects', {})).body.details.map(({ path }: { path: string }) => path);
  assert.deepEqual([await names(own), await names(api)], [['name'], ['name', 'organization_id']], 'what is missing for whom');
  const made = await own.post('/api/projects', { name: 'Shop' });
  assert.equal(made.status, 201);
  assert.equal(made.body.project.organization_id, 'org_1');
  assert.equal((await own.get('/api/projects')).body.total, 2);
  assert.equal((await api.get('/api/projects')).body.error, 'organization_id is required');
});

test('a new organization needs an admin key; a key without the scope is forbidden; no key is unauthorized', async (t) => {
  const { withKey, stores } = await startAreaServer(t);
  const writer = await withKey({}).post('/api/projects', { name: 'Shop', organization_id: 'org_new' });
  assert.deepEqual([writer.status, writer.body.error], [403, 'Forbidden']);
  const reader = await withKey({ scopes: ['read'] }).post('/api/projects', { name: 'Shop', organization_id: 'org_new' });
  assert.deepEqual([reader.status, reader.body.error], [403, 'Forbidden']);
  const stranger = await withKey({ revokedAt: new Date(0) }).get('/api/projects?organization_id=org_new');
  assert.deepEqual([stranger.status, stranger.body.error], [401, 'Unauthorized']);
  const { rows } = await stores.postgres.query('select 1 from organizations');
  assert.equal(rows.length, 0);
});

test("another organization's projects and unknown ids are not found", async (t) => {
  const { api, withKey } = await startAreaServer(t);
  const theirs = (await api.post('/api/projects', { name: 'Theirs', organization_id: 'org_theirs' })).body.project_id;
  await api.post('/api/projects', { name: 'Ours', organization_id: 'org_ours' });
  const ours = withKey({ organizationId: 'org_ours' });
  for (const id of [theirs, 'proj_unknown', 'a'.repeat(200)]) {
    for (const answer of [
      await ours.get(`/api/projects/${id}`),
      await ours.put(`/api/projects/${id}`, { name: 'x' }),
      await ours.delete(`/api/projects/${id}`),
    ]) {
      assert.equal(answer.status, 404, id);
    }
  }
  assert.equal((await ours.get(`/api/projects/${theirs}`)).body.error, 'Project not found');
  assert.equal((await ours.get('/api/projects?organization_id=org_theirs')).body.error, 'Organization not found');
  assert.equal((await ours.post('/api/projects', { name: 'x', organization_id: 'org_theirs' })).status, 404);
});

test('wrong input is refused by the names of its fields', async (t) => {
  const { api } = await startAreaServer(t);
  const { project_id: id } = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_1' })).body;
  const valid = { name: 'Shop', organization_id: 'org_1' };
  const post = (because: string, body: unknown, names: string[]): BadRequest => ({
    because,
    method: 'post',
    path: '/api/projects',
    body,
    names,
  });
  const put = (because: string, body: unknown, names: string[]): BadRequest => ({
    because,
    method: 'put',
    path: `/api/projects/${id}`,
    body,
    names,
  });
  const get = (query: string, names: string[]): BadRequest => ({ because: query, method: 'get', path: `/api/projects?${query}`, names });
  await assertAllRefused(api, [
    post('nothing', {}, ['name', 'organization_id']),
    post('no body', undefined, ['name', 'organization_id']),
    post('a list', [], ['body']),
    post('empty texts', { name: ' ', organization_id: '' }, ['name', 'organization_id']),
    post('nulls', { name: null, organization_id: null }, ['name', 'organization_id']),
    post('wrong types', { name: 5, organization_id: {}, description: [], settings: 'x', time_zone: 1 }, [
      'name',
      'organization_id',
      'description',
      'settings',
      'time_zone',
    ]),
    post('too long', { name: 'x'.repeat(201), organization_id: 'x'.repeat(201), description: 'x'.repeat(2001) }, [
      'name',
      'organization_id',
      'description',
    ]),
    post('control characters', { name: 'a\u0007b', organization_id: 'a\nb' }, ['name', 'organization_id']),
    post('NUL', { ...valid, description: 'a\u0000b' }, ['description']),
    post('unknown place and language', { ...valid, settings: { default_location_code: 99, default_language_code: 'xx' } }, [
      'settings.default_location_code',
      'settings.default_language_code',
    ]),
    post('huge and fractional numbers', { ...valid, settings: { default_location_code: 1e300 } }, ['settings.default_location_code']),
    post('text for a number', { ...valid, settings: { default_location_code: '2840' } }, ['settings.default_location_code']),
    post('no such zone', { ...valid, time_zone: 'Mars/Olympus' }, ['time_zone']),
    post('an offset for a zone', { ...valid, time_zone: '+01:00' }, ['time_zone']),
    put('unknown status', { status: 'deleted' }, ['status']),
    put('a name of null', { name: null }, ['name']),
    put('wrong settings', { settings: { default_location_code: 1.5, default_language_code: 7 } }, [
      'settings.default_location_code',
      'settings.default_language_code',
    ]),
    get('organization_id=', ['organization_id']),
    get('organization_id=org_1&status=none', ['status']),
    get('organization_id=org_1&limit=0&offset=-1', ['limit', 'offset']),
    get('organization_id=org_1&limit=501', ['limit']),
    get('organization_id=org_1&limit=1e2&offset=x', ['limit', 'offset']),
    get('organization_id=org_1&limit=99999999999999999999', ['limit']),
    get('organization_id=org_1&organization_id=org_2', ['organization_id']),
  ]);
});

test('the same Idempotency-Key creates one project', async (t) => {
  const { api } = await startAreaServer(t);
  const headers = { 'idempotency-key': 'once' };
  const body = { name: 'Shop', organization_id: 'org_1' };
  const [first, second] = [await api.post('/api/projects', body, headers), await api.post('/api/projects', body, headers)];
  assert.equal(first.body.project_id, second.body.project_id);
  assert.equal((await api.get('/api/projects?organization_id=org_1')).body.total, 1);
  assert.equal((await api.post('/api/projects', { ...body, name: 'Other' }, headers)).status, 409);
});
