import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ApiClient } from '../support/api-client.ts';
import { startAreaServer } from '../support/area-server.ts';
import { assertAllRefused } from '../support/bad-input.ts';

async function openProjects(t: TestContext) {
  const server = await startAreaServer(t);
  const make = async (organization: string): Promise<string> =>
    (await server.api.post('/api/projects', { name: 'Shop', organization_id: organization })).body.project_id;
  return { ...server, ours: await make('org_ours'), theirs: await make('org_theirs') };
}

async function listNames(api: ApiClient, query: string): Promise<string[]> {
  const { status, body } = await api.get(`/api/views?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.total, body.views.length);
  return body.views.map(({ name }: { name: string }) => name);
}

test('saved views', async (t) => {
  const { api, withKey, ours, theirs } = await openProjects(t);
  const viewer = withKey({ scopes: ['read'], organizationId: 'org_ours' });
  const editor = withKey({ scopes: ['read', 'write'], organizationId: 'org_ours' });
  const stranger = withKey({ scopes: ['read', 'write', 'admin'], organizationId: 'org_theirs' });
  const view = { project_id: ours, screen: 'keywords', name: 'Top ten', params: { position: '1-10', tag: ['a', 'b'] } };

  await t.test('a view keeps name, parameters and columns, and only its owner sees it', async () => {
    const made = await viewer.post('/api/views', { ...view, columns: ['keyword', 'position'] });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id, owner } = made.body.view;
    assert.match(id, /^view_/u);
    assert.match(owner, /^key_/u);
    assert.deepEqual(made.body.view.params, view.params);
    assert.deepEqual(made.body.view.columns, ['keyword', 'position']);
    assert.deepEqual((await viewer.get(`/api/views/${id}`)).body.view, made.body.view);
    for (const other of [editor, stranger, api]) {
      assert.deepEqual(await listNames(other, other === stranger ? `project_id=${theirs}` : `project_id=${ours}`), []);
      for (const method of ['get', 'put', 'delete'] as const) {
        const answer = await other[method](`/api/views/${id}`, method === 'put' ? { name: 'Mine now' } : undefined);
        assert.deepEqual([answer.status, answer.body.error], [404, 'View not found'], method);
      }
    }
    const changed = await viewer.put(`/api/views/${id}`, { name: 'Top three', columns: null });
    assert.deepEqual(changed.body.view, {
      ...made.body.view,
      name: 'Top three',
      columns: null,
      updated_at: changed.body.view.updated_at,
    });
    assert.deepEqual((await viewer.delete(`/api/views/${id}`)).body, { success: true, id, deleted: true });
    assert.equal((await viewer.get(`/api/views/${id}`)).status, 404);
  });

  await t.test('a shared view is seen by all who see the project, and changed with the scope write', async () => {
    assert.equal((await viewer.post('/api/views', { ...view, shared: true })).status, 403);
    const { id } = (await editor.post('/api/views', { ...view, name: 'Of all', shared: true })).body.view;
    const own = (await viewer.post('/api/views', { ...view, name: 'Own' })).body.view;
    assert.equal((await viewer.put(`/api/views/${own.id}`, { shared: true })).status, 403);
    assert.deepEqual(await listNames(viewer, `project_id=${ours}&screen=keywords`), ['Of all', 'Own']);
    assert.deepEqual(await listNames(api, `project_id=${ours}`), ['Of all']);
    assert.deepEqual(await listNames(viewer, `project_id=${ours}&screen=pages`), []);
    assert.equal((await viewer.put(`/api/views/${id}`, { name: 'x' })).status, 403);
    assert.equal((await viewer.delete(`/api/views/${id}`)).status, 403);
    assert.equal((await stranger.get(`/api/views?project_id=${ours}`)).status, 404);
    assert.equal((await stranger.get(`/api/views/${id}`)).status, 404);
    assert.equal((await stranger.post('/api/views', { ...view })).status, 404);
    assert.equal((await api.put(`/api/views/${id}`, { name: 'Of everyone' })).body.view.owner.startsWith('key_'), true);
    assert.equal((await editor.delete(`/api/views/${id}`)).status, 200);
    await viewer.delete(`/api/views/${own.id}`);
  });

  await t.test('each owner and screen has one default, and so has what is shared, also of two that are set at once', async () => {
    const make = async (by: ApiClient, name: string, more: object = {}): Promise<string> =>
      (await by.post('/api/views', { ...view, name, is_default: true, ...more })).body.view.id;
    await make(editor, 'first');
    await make(editor, 'second');
    await make(editor, 'all', { shared: true });
    await make(editor, 'pages', { screen: 'pages' });
    await make(viewer, 'theirs');
    const defaults = async (by: ApiClient): Promise<string[]> => {
      const { views } = (await by.get(`/api/views?project_id=${ours}`)).body;
      return views.filter((one: { is_default: boolean }) => one.is_default).map((one: { name: string }) => one.name);
    };
    assert.deepEqual(await defaults(editor), ['all', 'second', 'pages']);
    assert.deepEqual(await defaults(viewer), ['all', 'theirs']);
    const racing = await Promise.all(Array.from({ length: 8 }, (_, at) => make(editor, `racing ${at}`)));
    assert.equal((await defaults(editor)).filter((name) => name.startsWith('racing')).length, 1);
    await Promise.all(racing.slice(0, 4).map((id) => editor.put(`/api/views/${id}`, { is_default: true })));
    assert.equal((await defaults(editor)).length, 3);
  });

  await t.test('a screen without a project has private views alone', async () => {
    const made = await viewer.post('/api/views', { screen: 'queues', name: 'Long ones' });
    assert.equal(made.body.view.project_id, null);
    assert.deepEqual(await listNames(viewer, 'screen=queues'), ['Long ones']);
    assert.deepEqual(await listNames(editor, 'screen=queues'), []);
    const shared = await editor.post('/api/views', { screen: 'queues', name: 'x', shared: true });
    assert.deepEqual([shared.status, shared.body.details[0].path], [400, 'project_id']);
    const { id } = (await editor.post('/api/views', { screen: 'queues', name: 'x' })).body.view;
    assert.equal((await editor.put(`/api/views/${id}`, { shared: true })).status, 400);
  });

  await t.test('every wrong field is named', async () => {
    const refused = (because: string, body: object, names: string[]) =>
      ({ because, method: 'post', path: '/api/views', body: { ...view, ...body }, names }) as const;
    await assertAllRefused(api, [
      refused('no name and a wrong screen', { name: ' ', screen: 'No Screen' }, ['name', 'screen']),
      refused('a number as a parameter', { params: { page: 1 } }, ['params.page']),
      refused('nested parameters', { params: { a: { b: '1' } } }, ['params.a']),
      refused('too many parameters', { params: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`p${at}`, '1'])) }, ['params']),
      refused('too long parameters', { params: { a: Array.from({ length: 100 }, () => 'x'.repeat(500)) } }, ['params']),
      refused('no columns', { columns: [] }, ['columns']),
      { because: 'a wrong screen', method: 'get', path: '/api/views?screen=1&limit=0', names: ['screen', 'limit'] },
    ]);
  });
});
