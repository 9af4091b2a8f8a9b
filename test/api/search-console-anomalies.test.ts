import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAreaServer } from '../support/area-server.ts';
import { bindProperty } from '../support/search-console-rows.ts';

const INFLATED = { date: '2025-05-13', end_date: '2026-04-27', metrics: ['impressions', 'ctr', 'position'] };

test('anomalies of Search Console say which figures of a comparison are spoiled', async (t) => {
  const { api } = await startAreaServer(t);
  const ask = async (query: string) => await api.get(`/api/search-console/anomalies${query}`);
  const { status, body } = await ask('');
  assert.equal(status, 200);
  const [first] = body.anomalies;
  assert.deepEqual({ date: first.date, end_date: first.end_date, metrics: first.metrics }, INFLATED);

  const across = await ask('?from=2025-05-13&to=2025-05-19&compare_from=2025-05-06&compare_to=2025-05-12');
  assert.deepEqual([across.body.anomalies.length, across.body.spoiled], [1, INFLATED.metrics]);
  const before = await ask('?from=2025-05-06&to=2025-05-12&compare_from=2025-04-29&compare_to=2025-05-05');
  assert.deepEqual([before.body.anomalies, before.body.spoiled], [[], []]);

  const wrong = await ask('?from=2025-05-13&to=2025-05-12&compare_to=2025-05-05');
  assert.equal(wrong.status, 400);
  assert.deepEqual(
    wrong.body.details.map(({ path }: { path: string }) => path),
    ['to', 'compare_from'],
  );
});

test('what Google counted wrongly stands among the annotations of projects that read Search Console, and of no other', async (t) => {
  const { api, withKey, stores } = await startAreaServer(t);
  const make = async (organization: string): Promise<string> =>
    (await api.post('/api/projects', { name: 'Shop', organization_id: organization })).body.project_id;
  const [reading, other] = [await make('org_reads'), await make('org_other')];
  const [editor, stranger] = ['org_reads', 'org_other'].map((organizationId) => withKey({ scopes: ['read', 'write'], organizationId }));
  assert.ok(editor && stranger);
  const list = async (by: typeof api, query: string) => (await by.get(`/api/annotations?${query}`)).body.annotations;
  assert.deepEqual(await list(api, ''), []);

  await bindProperty(stores.postgres, reading);
  const [known, ...more] = await list(editor, `project_id=${reading}`);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [known.scope, known.project_id, known.date, known.end_date, known.tags, known.author],
    ['instance', null, INFLATED.date, INFLATED.end_date, ['search_console'], 'release'],
  );
  assert.match(known.text, /not to be compared are impressions, click rate, average position$/u);
  assert.ok(URL.canParse(known.source));
  assert.deepEqual(await list(stranger, ''), []);
  assert.deepEqual(await list(api, `project_id=${other}`), []);
  for (const query of ['', 'scope=instance', 'tag=search_console', 'from=2026-04-27', 'to=2025-05-13', 'show_on_shares=true'])
    assert.deepEqual(await list(editor, query), [known], query);
  for (const query of ['scope=project', 'kind=outage', 'from=2026-04-28', 'to=2025-05-12', 'show_on_shares=false'])
    assert.deepEqual(await list(editor, query), [], query);

  const written = await editor.post('/api/annotations', { scope: 'project', project_id: reading, date: '2025-06-01', text: 'Launch' });
  assert.equal(written.status, 201, JSON.stringify(written.body));
  const page = (await editor.get(`/api/annotations?project_id=${reading}&limit=1&offset=1`)).body;
  assert.deepEqual([page.annotations, page.pagination.total], [[known], 2]);

  const path = `/api/annotations/${known.id}`;
  assert.deepEqual((await editor.get(path)).body.annotation, known);
  assert.equal((await stranger.get(path)).status, 404);
  assert.deepEqual([(await editor.put(path, { text: 'x' })).status, (await editor.delete(path)).status], [403, 403]);
  for (const { status, body } of [await api.put(path, { text: 'x' }), await api.delete(path)])
    assert.deepEqual([status, body.error], [409, 'Annotation of the release']);
  assert.deepEqual((await stores.postgres.query('select count(*) as total from annotations')).rows, [{ total: 1 }]);
});
