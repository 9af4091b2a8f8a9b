import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { assertAllRefused } from '../support/bad-input.ts';
import { makeProject, track } from '../support/rankings-api.ts';

const SITE = 'acorn-invoices.com';

test('search', async (t) => {
  const app = await startTestApp(t);
  const { api, stores } = app;
  const projectId = await makeProject(api, [SITE], 'org_ours');
  const theirs = await makeProject(api, ['acorn-theirs.com'], 'org_theirs');
  await api.put(`/api/projects/${projectId}`, { name: 'Acorn & Söhne' });
  await api.put(`/api/projects/${theirs}`, { name: 'Acorn theirs' });
  const { tag } = (await api.post('/api/tags', { project_id: projectId, name: 'Acorn tag', color: 'teal' })).body;
  await api.post('/api/tags', { project_id: theirs, name: 'Acorn tag of theirs' });
  await track(app, projectId, ['acorn', 'acorn 100% oak', 'big acorn_house', 'beacorn', 'Straße zum wald']);
  await track(app, theirs, ['acorn of theirs']);
  await stores.postgres.query(
    `insert into tracked_apps (id, project_id, platform, app_id, created_at, next_run_at)
     values ('sub_app', $1, 'store_b', 'com.acorn.app', now(), now() + interval '1 day')`,
    [projectId],
  );
  await api.post('/api/assets', { project_id: projectId, type: 'local', value: 'ChIJacorn', name: 'Great acorn shop' });
  const ours = await app.withKey({ scopes: ['read'], organization_id: 'org_ours' });
  const find = async (asker: ApiClient, q: string, limit = 50): Promise<any[]> => {
    const { status, body } = await asker.get(`/api/search?q=${encodeURIComponent(q)}&limit=${limit}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.count, body.hits.length);
    return body.hits;
  };
  const show = ({ type, label, match }: any): string => `${match} ${type} ${label}`;

  await t.test('what is named whole comes first, then what begins with the text, then later words; all of it the own', async () => {
    assert.deepEqual((await find(ours, ' ACORN ')).map(show), [
      'exact keyword acorn',
      'begins project Acorn & Söhne',
      'begins tag Acorn tag',
      `begins domain ${SITE}`,
      `begins asset ${SITE}`,
      'begins keyword acorn 100% oak',
      'word asset Great acorn shop',
      'word keyword big acorn_house',
    ]);
    assert.deepEqual((await find(ours, 'acorn', 2)).map(show), ['exact keyword acorn', 'begins project Acorn & Söhne']);
    const [keyword] = await find(ours, 'acorn');
    assert.deepEqual(
      [keyword.project_id, keyword.project_name, keyword.detail],
      [projectId, 'Acorn & Söhne', 'United States · en · desktop'],
    );
    const everything = (await find(api, 'acorn')).map(({ label }) => label);
    for (const label of ['Acorn theirs', 'acorn-theirs.com', 'acorn of theirs', 'Acorn tag of theirs', 'Acorn & Söhne'])
      assert.ok(everything.includes(label), label);
  });

  await t.test('signs of patterns stand for themselves, and other scripts are found', async () => {
    assert.deepEqual((await find(ours, 'acorn 100%')).map(show), ['begins keyword acorn 100% oak']);
    assert.deepEqual((await find(ours, 'acorn_')).map(show), ['word keyword big acorn_house']);
    assert.deepEqual(await find(ours, '%'), []);
    assert.deepEqual((await find(ours, 'STRASSE')).length, 0);
    assert.deepEqual((await find(ours, 'straße')).map(show), ['begins keyword Straße zum wald']);
  });

  await t.test('ids lead to their things, and to those of others never', async () => {
    const { keywords } = (await api.get(`/api/project-keywords?project_id=${projectId}&search=oak`)).body;
    const [row] = (await api.get(`/api/rankings?project_id=${projectId}&keyword=acorn%20100`)).body.rankings;
    const { hits: apps } = (await ours.get('/api/search?q=com.acorn')).body;
    assert.deepEqual(
      apps.map(({ type, id, platform, project_id }: any) => [type, id, platform, project_id]),
      [['app', 'com.acorn.app', 'store_b', projectId]],
    );
    const stranger = await app.withKey({ scopes: ['read'], organization_id: 'org_theirs' });
    const ids: readonly (readonly [string, string])[] = [
      [projectId, 'project'],
      [tag.id, 'tag'],
      [keywords[0].keyword_id, 'keyword'],
      [row.asset_id, 'asset'],
      [row.run_id, 'run'],
    ];
    for (const [id, type] of ids) {
      const hits = await find(ours, id);
      assert.deepEqual(
        hits.map((hit) => [hit.type, hit.id, hit.match, hit.project_id]),
        [[type, id, 'exact', projectId]],
      );
      assert.deepEqual(await find(stranger, id), [], type);
    }
    const { rows } = await stores.postgres.query<{ id: string }>(
      `select workflow_uuid as id from dbos.workflow_status where name = 'serp-tracking' limit 1`,
    );
    const workflowId = rows[0]?.id ?? '';
    const [workflow] = await find(api, workflowId);
    assert.deepEqual([workflow.type, workflow.id, workflow.workflow_type], ['workflow', workflowId, 'serp-tracking']);
    assert.deepEqual(await find(ours, workflowId), []);
  });

  await t.test('what is untracked or archived is not found, and wrong questions are refused', async () => {
    const { keywords } = (await api.get(`/api/project-keywords?project_id=${projectId}&search=straße`)).body;
    await api.post('/api/keywords/untrack', { project_id: projectId, keyword_ids: [keywords[0].keyword_id] });
    assert.deepEqual(await find(ours, 'straße'), []);
    await api.delete(`/api/projects/${theirs}`);
    assert.deepEqual(await find(api, 'acorn of theirs'), []);
    await assertAllRefused(api, [
      { because: 'nothing', method: 'get', path: '/api/search', names: ['q'] },
      { because: 'empty', method: 'get', path: '/api/search?q=%20&limit=51', names: ['q', 'limit'] },
    ]);
  });
});
