import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ApiClient } from '../support/api-client.ts';
import { startAreaServer } from '../support/area-server.ts';
import { assertAllRefused } from '../support/bad-input.ts';

async function openWorld(t: TestContext) {
  const server = await startAreaServer(t);
  const { api } = server;
  const make = async (organization: string) => {
    const projectId: string = (await api.post('/api/projects', { name: 'Shop', organization_id: organization })).body.project_id;
    const asset = await api.post('/api/assets', {
      project_id: projectId,
      type: 'website',
      value: `${organization.replaceAll('_', '-')}.com`,
      skip_onboarding: true,
    });
    const tracked = await api.post('/api/keywords/track', { project_id: projectId, keyword: `shoes of ${organization}` });
    return { projectId, assetId: asset.body.asset_id as string, keywordId: tracked.body.keywords[0].keyword_id as string };
  };
  return { ...server, ours: await make('org_ours'), theirs: await make('org_theirs') };
}

const said = { date: '2026-11-10', text: 'New checkout', kind: 'release' } as const;

test('annotations', async (t) => {
  const { api, withKey, ours, theirs } = await openWorld(t);
  const editor = withKey({ scopes: ['read', 'write'], organizationId: 'org_ours' });
  const boundAdmin = withKey({ scopes: ['admin'], organizationId: 'org_ours' });
  const stranger = withKey({ scopes: ['read', 'write'], organizationId: 'org_theirs' });
  const about = {
    project: { scope: 'project', project_id: ours.projectId },
    asset: { scope: 'asset', asset_id: ours.assetId },
    keyword: { scope: 'keyword', project_id: ours.projectId, keyword_id: ours.keywordId },
    instance: { scope: 'instance' },
  } as const;
  const write = async (by: ApiClient, body: object) => {
    const made = await by.post('/api/annotations', { ...said, ...body });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body.annotation;
  };
  const listTexts = async (by: ApiClient, query = ''): Promise<string[]> => {
    const { status, body } = await by.get(`/api/annotations?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.annotations.map(({ text }: { text: string }) => text);
  };

  await t.test('what is written is read back, changed and removed', async () => {
    const made = await write(editor, { ...about.project, end_date: '2026-11-12', tags: ['web', 'web', 'shop'], show_on_shares: true });
    const { id, author, created_at: createdAt } = made;
    assert.match(id, /^ann_/u);
    assert.match(author, /^key_/u);
    assert.deepEqual(made, {
      id,
      scope: 'project',
      project_id: ours.projectId,
      asset_id: null,
      keyword_id: null,
      date: '2026-11-10',
      end_date: '2026-11-12',
      text: 'New checkout',
      kind: 'release',
      tags: ['web', 'shop'],
      show_on_shares: true,
      author,
      source: null,
      created_at: createdAt,
      updated_at: createdAt,
    });
    assert.deepEqual((await api.get(`/api/annotations/${id}`)).body.annotation, made);
    const moved = await editor.put(`/api/annotations/${id}`, { date: '2026-11-12' });
    assert.deepEqual([moved.status, moved.body.details[0].path], [400, 'end_date']);
    const changed = (await editor.put(`/api/annotations/${id}`, { date: '2026-11-11', end_date: null, text: 'Moved', tags: [] })).body
      .annotation;
    assert.deepEqual(
      [changed.date, changed.end_date, changed.text, changed.tags, changed.kind],
      ['2026-11-11', null, 'Moved', [], 'release'],
    );
    for (const method of ['get', 'put', 'delete'] as const) {
      const answer = await stranger[method](`/api/annotations/${id}`, method === 'put' ? { text: 'x' } : undefined);
      assert.deepEqual([answer.status, answer.body.error], [404, 'Annotation not found'], method);
    }
    assert.deepEqual((await editor.delete(`/api/annotations/${id}`)).body, { success: true, id, deleted: true });
    assert.equal((await editor.get(`/api/annotations/${id}`)).status, 404);
  });

  await t.test('what is about another organization is not found, and the whole service is for its operators', async () => {
    const refused = async (by: ApiClient, subject: object) => {
      const { status, body } = await by.post('/api/annotations', { ...said, ...subject });
      return `${status} ${body.error}`;
    };
    assert.equal(await refused(editor, { scope: 'project', project_id: theirs.projectId }), '404 Project not found');
    assert.equal(await refused(editor, { scope: 'asset', asset_id: theirs.assetId }), '404 Asset not found');
    const theirKeyword = { scope: 'keyword', project_id: ours.projectId, keyword_id: theirs.keywordId };
    assert.equal(await refused(editor, theirKeyword), '404 Keyword not found');
    assert.equal(await refused(editor, { ...theirKeyword, project_id: theirs.projectId }), '404 Project not found');
    for (const by of [editor, boundAdmin]) assert.equal(await refused(by, about.instance), '403 Forbidden');
    const { id } = await write(api, { ...about.instance, text: 'Core update', kind: 'engine_update' });
    for (const by of [editor, boundAdmin]) {
      assert.equal((await by.get(`/api/annotations/${id}`)).status, 200);
      assert.equal((await by.put(`/api/annotations/${id}`, { text: 'x' })).status, 403);
      assert.equal((await by.delete(`/api/annotations/${id}`)).status, 403);
    }
    assert.equal((await api.delete(`/api/annotations/${id}`)).status, 200);
  });

  await t.test('a list holds what the caller sees, newest day first, by subject, kind, tag and days', async () => {
    await write(api, { ...about.instance, text: 'core', kind: 'engine_update', date: '2026-11-01', end_date: '2026-11-05' });
    await write(editor, { ...about.project, text: 'relaunch', tags: ['web'], date: '2026-11-03' });
    await write(editor, { ...about.asset, text: 'moved host', kind: 'outage', date: '2026-11-04', show_on_shares: true });
    await write(editor, { ...about.keyword, text: 'new page', kind: 'content', date: '2026-11-06' });
    await write(stranger, { scope: 'project', project_id: theirs.projectId, text: 'secret', date: '2026-11-04' });
    const all = ['new page', 'moved host', 'relaunch', 'core'];
    const cases: readonly [string, readonly string[]][] = [
      ['', all],
      [`project_id=${ours.projectId}`, all],
      ['scope=asset,keyword', ['new page', 'moved host']],
      ['kind=engine_update,content', ['new page', 'core']],
      ['tag=web', ['relaunch']],
      [`asset_id=${theirs.assetId}`, ['new page', 'relaunch', 'core']],
      [`keyword_id=${ours.keywordId}`, all],
      ['keyword_id=kw_other', ['moved host', 'relaunch', 'core']],
      ['from=2026-11-04&to=2026-11-05', ['moved host', 'core']],
      ['from=2026-11-06', ['new page']],
      ['to=2026-11-02', ['core']],
      ['from=0000-01-01&to=9999-12-31', all],
      ['show_on_shares=true', ['moved host']],
      ['limit=2&offset=1', ['moved host', 'relaunch']],
    ];
    for (const [query, expected] of cases) assert.deepEqual(await listTexts(editor, query), expected, query);
    assert.deepEqual(await listTexts(stranger), ['secret', 'core']);
    assert.deepEqual(await listTexts(api), ['new page', 'secret', 'moved host', 'relaunch', 'core']);
    assert.equal((await stranger.get(`/api/annotations?project_id=${ours.projectId}`)).status, 404);
  });

  await t.test('an annotation of an asset goes with it', async () => {
    assert.equal((await api.delete(`/api/assets/${ours.assetId}`)).status, 200);
    assert.deepEqual(await listTexts(editor, 'scope=asset'), []);
  });

  await t.test('every wrong field is named', async () => {
    const refused = (because: string, body: object, names: string[]) =>
      ({ because, method: 'post', path: '/api/annotations', body: { ...said, ...about.project, ...body }, names }) as const;
    await assertAllRefused(api, [
      refused('no such day', { date: '2026-02-30' }, ['date']),
      refused('a day long ago', { date: '0000-01-01' }, ['date']),
      refused('a range that ends before it begins', { end_date: '2026-11-10' }, ['end_date']),
      refused('no text, a wrong kind', { text: ' ', kind: 'party' }, ['text', 'kind']),
      refused('too long a text', { text: 'x'.repeat(501) }, ['text']),
      refused('too many tags', { tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, ['tags']),
      refused('a wrong scope', { scope: 'galaxy' }, ['scope']),
      refused('no keyword', { scope: 'keyword' }, ['keyword_id']),
      { because: 'wrong days', method: 'get', path: '/api/annotations?from=yesterday&scope=galaxy', names: ['from', 'scope[0]'] },
    ]);
  });
});
