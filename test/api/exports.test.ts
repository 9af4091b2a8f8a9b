import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { makeApiClient } from '../support/api-client.ts';
import { startTestApp, TEST_ADMIN_KEY, type TestApp } from '../support/app.ts';
import { makeExport, runExport } from '../support/export-world.ts';
import { joinAs, PAGE } from '../support/people-world.ts';
import { makeProject, track } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';

const ORG = 'org_exports';
const GRID = '/api/rankings/grid';

async function openWorld(t: TestContext) {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const ours = await makeProject(api, ['invoicenest.com'], ORG);
  const foreign = await makeProject(api, ['ledgerwise.app'], 'org_other');
  const sibling = await makeProject(api, ['ledgerwise.app'], ORG);
  const keywords = (await sandbox.get('/_sandbox/world')).body.keywords
    .filter((keyword: { location_code: number; language_code: string }) => keyword.location_code === 2840 && keyword.language_code === 'en')
    .slice(0, 4)
    .map((keyword: { keyword: string }) => keyword.keyword);
  await track(app, ours, keywords);
  // What keywords are about is found a moment later.
  const isKnown = async (): Promise<boolean> =>
    (await api.get(`${GRID}?project_id=${ours}`)).body.columns.journey.every((journey: number | null) => journey !== null);
  await waitUntil(isKnown, 'the classes of the keywords');
  return { app, api, sandbox, ours, sibling, foreign, owner: await joinAs(app, ORG, { role: 'owner' }) };
}

test('exports', async (t) => {
  const { app, api, sandbox, ours, sibling, foreign, owner } = await openWorld(t);

  await t.test('every list that answers CSV to a key can be taken, and nothing else', async () => {
    const document = (await api.get('/openapi.json')).body as { paths: Record<string, { get?: Operation }> };
    const offered = (await api.get('/api/export-lists')).body.lists;
    const after = ['/api/exports', '/api/exports/{export_id}/runs', '/api/approvals'];
    const wanted = Object.entries(document.paths)
      .filter(([path, { get }]) => get !== undefined && isTakeable(get) && !after.includes(path))
      .map(([path]) => path);
    assert.deepEqual(offered.map(({ list }: { list: string }) => list).toSorted(), wanted.toSorted());
    assert.ok(offered.length > 40, String(offered.length));
    const grid = offered.find(({ list }: { list: string }) => list === GRID);
    assert.ok(grid.filters.includes('project_id') && !grid.filters.includes('limit'));
  });

  await t.test('a file is the list, byte for byte, and its run says what is in it', async () => {
    const id = await makeExport(api, { list: GRID, query: { project_id: ours } });
    const run = await runExport(api, id);
    assert.deepEqual([run.status, run.reason, run.rows, run.has_file], ['done', null, 4, true]);
    const file = await api.get(`/api/exports/${id}/runs/${run.id}/file`);
    assert.equal(file.status, 200);
    assert.equal(file.body, (await api.get(`${GRID}?project_id=${ours}&format=csv`)).body);
    assert.equal(file.headers.get('content-disposition'), `attachment; filename="${run.file_name}"`);
    assert.match(file.headers.get('content-type') ?? '', /^text\/csv/u);
    assert.deepEqual([run.bytes, run.sha256], [Buffer.byteLength(file.body), createHash('sha256').update(file.body).digest('hex')]);
    assert.equal((await api.get(`/api/exports/${id}`)).body.export.last_run.id, run.id);
  });

  await t.test('a list of several pages is whole, as CSV and as lines of JSON', async () => {
    await addProjects(app, 1_203);
    for (const format of ['csv', 'jsonl'] as const) {
      const id = await makeExport(api, { list: '/api/projects', query: { organization_id: ORG }, format, fields: ['project_id', 'name'] });
      const run = await runExport(api, id);
      const headers = { authorization: `Bearer ${TEST_ADMIN_KEY}` };
      const text = await (await fetch(`${app.url}/api/exports/${id}/runs/${run.id}/file`, { headers })).text();
      const lines = text.trimEnd().split(/\r?\n/u);
      const ids = format === 'csv' ? lines.slice(1).map((line) => line.split(',')[0]) : lines.map((line) => JSON.parse(line).project_id);
      assert.deepEqual([run.status, run.rows, run.total], ['done', ids.length, ids.length]);
      assert.equal(new Set(ids).size, 1_205, format);
      if (format === 'jsonl') assert.deepEqual(Object.keys(JSON.parse(lines[0] ?? '')), ['project_id', 'name']);
    }
  });

  await t.test('all faults at once, and things of others are as if they never were', async () => {
    const wrong = await api.post('/api/exports', {
      name: '',
      list: '',
      query: { 'a b': 1 },
      format: 'xls',
      every: 'hour',
      at: '25:00',
      keep_days: 0,
    });
    assert.equal(wrong.status, 400);
    for (const field of ['name', 'list', 'query', 'format', 'every', 'at', 'keep_days'])
      assert.ok(JSON.stringify(wrong.body).includes(field), field);
    const body = { name: 'Export', list: GRID, query: { project_id: ours } };
    const faults: [object, number, string][] = [
      [{ list: '/api/nowhere' }, 400, 'list'],
      [{ params: { domain: 'a.com' } }, 400, 'params.domain'],
      [{ query: { project_id: ours, colour: 'red', limit: '5' } }, 400, 'query.colour'],
      [{ query: { project_id: ours, volume_min: 'many' } }, 400, 'volume_min'],
      [{ query: {} }, 400, 'project_id'],
      [{ fields: ['none'] }, 400, 'fields'],
      [{ weekday: 3, every: 'day' }, 400, 'weekday'],
      [{ query: { project_id: 'proj_none' } }, 404, 'Project not found'],
      [{ destination: { kind: 'fax' } }, 400, 'destination'],
    ];
    for (const [change, status, says] of faults) {
      const refused = await api.post('/api/exports', { ...body, ...change });
      assert.deepEqual([refused.status, JSON.stringify(refused.body).includes(says)], [status, true], JSON.stringify(refused.body));
    }
    assert.equal((await owner.browser.post('/api/exports', { ...body, query: { project_id: foreign } }, PAGE)).status, 404);
    const id = await makeExport(owner.browser, body, PAGE);
    const other = await joinAs(app, 'org_other', { role: 'owner' });
    for (const path of ['', '/runs', '/runs/run_none/file'])
      assert.equal((await other.browser.get(`/api/exports/${id}${path}`)).status, 404, path);
    assert.equal((await other.browser.post(`/api/exports/${id}/run`, undefined, PAGE)).status, 404);
    assert.equal((await other.browser.put(`/api/exports/${id}`, { name: 'Theirs' }, PAGE)).status, 404);
    assert.equal((await other.browser.delete(`/api/exports/${id}`, undefined, PAGE)).status, 404);
    assert.equal((await other.browser.get('/api/exports')).body.total, 0);
  });

  await t.test('files are for who made the export, and for who is shown as much', async () => {
    const editor = await joinAs(app, ORG, { role: 'editor', hide_costs: true });
    const id = await makeExport(editor.browser, { list: GRID, query: { project_id: ours } }, PAGE);
    const run = await runExport(editor.browser, id, PAGE);
    const { body } = await editor.browser.get(`/api/exports/${id}/runs/${run.id}/file`);
    assert.ok(!/cost_usd|cpc/u.test(body.split('\n')[0]), 'money is hidden from the editor');
    assert.equal(body, (await editor.browser.get(`${GRID}?project_id=${ours}&format=csv`)).body);
    assert.equal((await owner.browser.get(`/api/exports/${id}/runs/${run.id}/file`)).body, body);
    // The owner's own file has columns that the editor is not shown.
    const whole = await makeExport(owner.browser, { list: GRID, query: { project_id: ours } }, PAGE);
    const { id: wholeRun } = await runExport(owner.browser, whole, PAGE);
    assert.equal((await editor.browser.get(`/api/exports/${whole}`)).status, 200);
    assert.equal((await editor.browser.get(`/api/exports/${whole}/runs/${wholeRun}/file`)).status, 404);
    assert.equal((await editor.browser.post(`/api/exports/${whole}/runs/${wholeRun}/link`, {}, PAGE)).status, 404);
    const elsewhere = await joinAs(app, ORG, { role: 'editor', project_ids: [sibling] });
    assert.equal((await elsewhere.browser.get(`/api/exports/${whole}`)).status, 404);
    assert.equal((await elsewhere.browser.get('/api/exports')).body.total, 0);
    assert.equal((await owner.browser.delete(`/api/exports/${id}`, undefined, PAGE)).status, 200);
    assert.equal(await app.app.context.blobs.find(`exports/${id}/${run.id}`), undefined, 'its files went with it');
  });

  await t.test('who changes an export answers for it: their rights are asked from then on', async () => {
    const all = await makeExport(api, { list: '/api/projects', query: { organization_id: ORG } });
    assert.equal((await owner.browser.put(`/api/exports/${all}`, { query: { organization_id: 'org_other' } }, PAGE)).status, 404);
    const widened = await owner.browser.put(`/api/exports/${all}`, { query: {}, fields: ['project_id'] }, PAGE);
    assert.deepEqual([widened.status, widened.body.export.created_by], [200, owner.userId], JSON.stringify(widened.body));
    const run = await runExport(api, all);
    assert.deepEqual([run.status, run.reason], ['done', null]);
    const text = (await api.get(`/api/exports/${all}/runs/${run.id}/file`)).body as string;
    assert.ok(text.includes(ours) && !text.includes(foreign), 'the admin key that made it is not asked any more');
  });

  await t.test('a saved view narrows the list as it does now; one with other filters, or that is gone, never widens it', async () => {
    const [first, second] = (await api.get(`${GRID}?project_id=${ours}`)).body.columns.keyword as string[];
    const save = async (params: object) =>
      (await api.post('/api/views', { project_id: ours, screen: 'keywords', name: 'View', params, shared: true })).body.view.id as string;
    const view = await save({ q: first, sort: 'position', regex: 'false' });
    const id = await makeExport(api, { list: GRID, view_id: view, fields: ['keyword'] });
    const read = async () => {
      const run = await runExport(api, id);
      return run.has_file ? (await api.get(`/api/exports/${id}/runs/${run.id}/file`)).body : run;
    };
    assert.equal(await read(), `keyword\r\n${first}\r\n`);
    assert.equal((await api.put(`/api/views/${view}`, { params: { q: second, position: '1..' } })).status, 200);
    assert.equal(await read(), `keyword\r\n${second}\r\n`);
    assert.equal((await api.post('/api/exports', { name: 'No', list: GRID, view_id: await save({ q: 'a', regex: 'true' }) })).status, 400);
    assert.equal((await api.delete(`/api/views/${view}`)).status, 200);
    const refused = await read();
    assert.deepEqual([refused.status, refused.reason], ['refused', 'View not found']);
  });

  await t.test('a link opens the file without an account until it is ended, or its days are over', async () => {
    const id = await makeExport(
      owner.browser,
      { list: GRID, query: { project_id: ours }, destination: { kind: 'link', days: 3 }, keep_days: 10 },
      PAGE,
    );
    const run = await runExport(owner.browser, id, PAGE);
    const link = async () => new URL((await owner.browser.post(`/api/exports/${id}/runs/${run.id}/link`, {}, PAGE)).body.url).pathname;
    const first = await link();
    const opened = await app.anonymous.get(first);
    assert.deepEqual([opened.status, opened.body], [200, (await owner.browser.get(`/api/exports/${id}/runs/${run.id}/file`)).body]);
    const forged = first.replace(/\.\d+\./u, '.99999999999.');
    for (const path of [forged, `${first}x`, '/api/public/exports/none']) assert.equal((await app.anonymous.get(path)).status, 404, path);
    assert.equal((await owner.browser.delete(`/api/exports/${id}/runs/${run.id}/link`, undefined, PAGE)).status, 200);
    assert.equal((await app.anonymous.get(first)).status, 404, 'it was ended');
    const second = await link();
    assert.equal((await app.anonymous.get(second)).status, 200);
    await sandbox.post('/_sandbox/clock', { advance_days: 4 });
    assert.equal((await app.anonymous.get(second)).status, 404, 'its days are over');
    assert.equal((await app.anonymous.get(await link())).status, 200, 'the file is still kept');
  });

  await t.test('rights are asked again at each run and each opening: without them it is refused, not emptied', async () => {
    const editor = await joinAs(app, ORG, { role: 'editor' });
    const id = await makeExport(editor.browser, { list: GRID, query: { project_id: ours } }, PAGE);
    const run = await runExport(editor.browser, id, PAGE);
    const { url } = (await editor.browser.post(`/api/exports/${id}/runs/${run.id}/link`, {}, PAGE)).body;
    const path = new URL(url).pathname;
    assert.equal((await app.anonymous.get(path)).status, 200);
    assert.equal((await api.put(`/api/organizations/${ORG}/members/${editor.userId}`, { role: 'editor', csv: false })).status, 200);
    const refused = await runExport(editor.browser, id, PAGE);
    assert.deepEqual([refused.status, refused.has_file, refused.rows], ['refused', false, 0]);
    assert.match(refused.reason ?? '', /take lists away as CSV/u);
    assert.equal((await app.anonymous.get(path)).status, 404);
    assert.equal((await api.delete(`/api/organizations/${ORG}/members/${editor.userId}`)).status, 200);
    const gone = await runExport(api, id);
    assert.deepEqual([gone.status, gone.reason], ['refused', 'its person is no member of the organization any more']);
  });

  await t.test('a revoked key makes no file, and one run is under way at a time', async () => {
    const made = await api.post('/api/admin/api-keys', { name: 'exports', scopes: ['read', 'write'], organization_id: ORG, tier: 'pro' });
    const byKey = makeApiClient(app.url, made.body.key);
    const id = await makeExport(byKey, { list: GRID, query: { project_id: ours } });
    assert.equal((await runExport(byKey, id)).status, 'done');
    await app.app.context.postgres.query(
      `insert into export_runs (id, export_id, status, started_by, created_at) values ('run_busy', $1, 'running', 'hand', now())`,
      [id],
    );
    assert.equal((await byKey.post(`/api/exports/${id}/run`)).status, 409);
    await app.app.context.postgres.query(`delete from export_runs where id = 'run_busy'`);
    assert.equal((await api.delete(`/api/admin/api-keys/${made.body.id}`)).status, 200);
    const refused = await runExport(api, id);
    assert.deepEqual([refused.status, refused.reason], ['refused', 'its key is revoked, has expired or is gone']);
  });

  await t.test('after their days files are gone; hash and counts stay', async () => {
    const id = await makeExport(api, { list: GRID, query: { project_id: ours }, keep_days: 2 });
    const run = await runExport(api, id);
    await sandbox.post('/_sandbox/clock', { advance_days: 3 });
    const { context } = app.app;
    await context.workflows.waitFor(await context.workflows.start('exports-prune', {}), 60_000);
    const [after] = (await api.get(`/api/exports/${id}/runs`)).body.runs;
    assert.deepEqual([after.status, after.has_file, after.rows, after.sha256], ['done', false, run.rows, run.sha256]);
    assert.equal(await context.blobs.find(`exports/${id}/${run.id}`), undefined);
    assert.equal((await api.get(`/api/exports/${id}/runs/${run.id}/file`)).status, 409);
  });
});

interface Operation {
  readonly 'x-can-spend'?: boolean;
  readonly tags?: readonly string[];
  readonly 'x-right'?: string;
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

/** By the document alone: a key is enough, it is a list in CSV beside JSON, and asking costs nothing. */
function isTakeable({ responses, tags = [], security = [], ...said }: Operation): boolean {
  const types = Object.keys(responses['200']?.content ?? {});
  const takesKey = security.some((way) => 'bearerKey' in way);
  return (
    takesKey && types.includes('text/csv') && said['x-right'] !== 'operate' && said['x-can-spend'] !== true && !tags.includes('people')
  );
}

async function addProjects({ app }: TestApp, count: number): Promise<void> {
  await app.context.postgres.query(
    `insert into projects select made.* from generate_series(1, $1::integer) n, (select * from projects order by id limit 1) p,
       jsonb_populate_record(null::projects, to_jsonb(p) || jsonb_build_object('id', 'proj_many_' || n, 'name', 'Many ' || n)) made`,
    [count],
  );
}
