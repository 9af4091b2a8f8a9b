import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { makeApiClient, type ApiClient } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { makeKey } from '../support/openapi-walk-suite.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { makeProject, track } from '../support/rankings-api.ts';

const ORG = 'org_rules';

async function openWorld(t: TestContext) {
  const app = await startTestApp(t);
  const { api } = app;
  const ours = await makeProject(api, ['invoicenest.com'], ORG);
  const foreign = await makeProject(api, ['ledgerwise.app'], 'org_other');
  const keywords = (await app.sandbox.get('/_sandbox/world')).body.keywords
    .filter((keyword: { location_code: number; language_code: string }) => keyword.location_code === 2840 && keyword.language_code === 'en')
    .slice(0, 2)
    .map((keyword: { keyword: string }) => keyword.keyword);
  await track(app, ours, keywords);
  return { app, api, ours, foreign, keywords };
}

type World = Awaited<ReturnType<typeof openWorld>>;
type Made = { rule: { id: string } & Record<string, unknown> };

test('rules of alerts', async (t) => {
  const world = await openWorld(t);
  await t.test('are written with their defaults, read, replaced and deleted', () => checkLife(world));
  await t.test('name all that is wrong at once', () => checkFaults(world));
  await t.test('ask for nothing that checks cannot show, and for nothing of others', () => checkReach(world));
  await t.test('are at most 200 of a project', () => checkRoom(world));
  await t.test('of the service are for operators', () => checkService(world));
  await t.test('of others are as if they never were', () => checkIsolation(world));
  await t.test('that most projects want are added once', () => checkPresets(world));
});

async function checkLife({ api, ours }: World): Promise<void> {
  const made = await api.post('/api/alert-rules', { project_id: ours, name: 'Left top 10', when: { event: 'left_top', n: 10 } });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { rule } = made.body as Made;
  const { id, created_at: createdAt, updated_at: updatedAt, ...rest } = rule;
  assert.deepEqual(rest, {
    project_id: ours,
    name: 'Left top 10',
    when: { event: 'left_top', n: 10 },
    where: {},
    min_volume: null,
    min_keywords: 1,
    confirm: 'none',
    recheck_max: 20,
    volatility: true,
    group_by: 'rule',
    cool_down_hours: 20,
    severity: 'warning',
    channel_ids: null,
    repeat_every_hours: null,
    enabled: true,
    preset: null,
    sentence: 'Tell me when a keyword left the top 10.',
    muted_until: null,
    noisy: null,
    firing: 0,
  });
  assert.equal(createdAt, updatedAt);
  const put = { name: 'Fell', when: { event: 'dropped', by: { '1-10': 3 } }, where: { device: 'mobile' }, enabled: false, channel_ids: [] };
  const replaced = await api.put(`/api/alert-rules/${id}`, put);
  assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
  const read = (await api.get(`/api/alert-rules/${id}`)).body.rule;
  assert.deepEqual(read, replaced.body.rule);
  assert.deepEqual([read.name, read.when, read.where, read.enabled, read.channel_ids], ['Fell', put.when, put.where, false, []]);
  const { rules, total } = (await api.get(`/api/alert-rules?project_id=${ours}`)).body;
  assert.deepEqual([rules, total], [[read], 1]);
  const csv = await api.get(`/api/alert-rules?project_id=${ours}&format=csv`);
  assert.match(String(csv.body), /^id,project_id,name,.*\r\n.*Fell/su);
  assert.deepEqual((await api.delete(`/api/alert-rules/${id}`)).body, { success: true, id, deleted: true });
  assert.equal((await api.get(`/api/alert-rules/${id}`)).status, 404);
  assert.equal((await api.put(`/api/alert-rules/${id}`, put)).status, 404);
}

async function checkFaults({ api, ours }: World): Promise<void> {
  const { status, body } = await api.post('/api/alert-rules', {
    project_id: ours,
    name: '',
    when: { event: 'dropped', by: 0 },
    where: { device: 'watch', moon: true },
    min_keywords: 0,
    severity: 'loud',
    more: true,
  });
  assert.equal(status, 400);
  const paths = body.details.map(({ path }: { path: string }) => path).toSorted();
  assert.deepEqual(paths, ['min_keywords', 'more', 'name', 'severity', 'when.by', 'where.device', 'where.moon']);
}

async function checkReach({ api, ours, foreign }: World): Promise<void> {
  const write = (more: object) => api.post('/api/alert-rules', { project_id: ours, name: 'x', when: { event: 'lost' }, ...more });
  for (const keyword of ['shallow one', 'shallow two'])
    assert.equal((await api.post('/api/keywords/track', { project_id: ours, keyword, depth: 20, check_interval: 'manual' })).status, 200);
  const deep = await write({ when: { event: 'left_top', n: 50 } });
  assert.equal(deep.status, 400);
  assert.equal(deep.body.details[0].path, 'when.n');
  for (const keyword of ['shallow one', 'shallow two'])
    assert.ok(deep.body.details[0].message.includes(keyword), deep.body.details[0].message);
  const { tag } = (await api.post('/api/tags', { project_id: foreign, name: 'Theirs' })).body;
  const { assets } = (await api.get(`/api/assets?project_id=${foreign}`)).body;
  const { channel } = (await api.post('/api/channels', { kind: 'feed', name: 'Theirs', project_id: foreign })).body;
  const { view } = (await api.post('/api/views', { project_id: foreign, screen: 'keywords', name: 'Theirs', shared: true })).body;
  const faults: readonly [object, string][] = [
    [{ project_id: 'proj_none' }, 'Project not found'],
    [{ where: { tag: tag.id } }, 'Tag not found'],
    [{ where: { asset_id: assets[0].id } }, 'Asset not found'],
    [{ channel_ids: [channel.id] }, 'Channel not found'],
    [{ where: { view_id: view.id } }, 'View not found'],
  ];
  for (const [more, error] of faults) {
    const { status, body } = await write(more);
    assert.deepEqual([status, body.error], [404, error]);
  }
  assert.equal((await write({ when: { event: 'dead_letters' } })).body.details[0].path, 'when.event');
  assert.equal((await write({ when: { event: 'eaten' } })).body.details[0].path, 'when.event');
}

async function checkRoom({ app, api, ours }: World): Promise<void> {
  const add = () => api.post('/api/alert-rules', { project_id: ours, name: 'one more', when: { event: 'found' } });
  assert.equal((await add()).status, 201);
  const { postgres } = app.stores;
  await postgres.query(
    `insert into alert_rules select (jsonb_populate_record(one, jsonb_build_object('id', one.id || n))).*
     from alert_rules one, generate_series(1, 198) n where project_id = $1`,
    [ours],
  );
  const answers = await Promise.all([add(), add(), add()]);
  assert.deepEqual(
    [201, 400].map((status) => answers.filter((one) => one.status === status).length),
    [1, 2],
  );
  assert.equal(answers.find(({ status }) => status === 400)?.body.details[0].path, 'project_id');
  assert.equal((await api.get(`/api/alert-rules?project_id=${ours}&limit=200`)).body.rules.length, 200);
  await postgres.query('delete from alert_rules where project_id = $1', [ours]);
}

async function checkService({ app, api, ours }: World): Promise<void> {
  const rule = { name: 'Dead letters', when: { event: 'dead_letters' } };
  const made = await api.post('/api/alert-rules', rule);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id, project_id: projectId } = made.body.rule;
  assert.equal(projectId, null);
  const bound = makeApiClient(app.url, await makeKey(app, { organization_id: ORG, scopes: ['admin'] }));
  assert.equal((await bound.post('/api/alert-rules', rule)).status, 403);
  assert.equal((await bound.get(`/api/alert-rules/${id}`)).status, 404);
  const writer = makeApiClient(app.url, await makeKey(app, {}));
  assert.equal((await writer.post('/api/alert-rules', rule)).status, 403);
  const listed = async (client: ApiClient) => (await client.get('/api/alert-rules')).body.rules.map((one: { id: string }) => one.id);
  assert.deepEqual([(await listed(api)).includes(id), (await listed(writer)).includes(id)], [true, false]);
  const wrong = await api.post('/api/alert-rules', { name: 'x', when: { event: 'lost' }, where: { q: 'a' }, confirm: 'next' });
  assert.deepEqual(
    wrong.body.details.map(({ path }: { path: string }) => path),
    ['when.event', 'where', 'confirm'],
  );
  assert.equal((await api.get(`/api/alert-rules?project_id=${ours}`)).body.total, 0);
}

async function checkIsolation({ app, api, foreign, ours }: World): Promise<void> {
  const rule = { name: 'Theirs', when: { event: 'lost' } };
  const { id } = (await api.post('/api/alert-rules', { ...rule, project_id: foreign })).body.rule;
  const bound = makeApiClient(app.url, await makeKey(app, { organization_id: ORG }));
  const path = `/api/alert-rules/${id}`;
  for (const answer of [
    await bound.get(path),
    await bound.put(path, rule),
    await bound.delete(path),
    await bound.get(`/api/alert-rules?project_id=${foreign}`),
    await bound.post('/api/alert-rules', { ...rule, project_id: foreign }),
    await bound.post('/api/alert-rules/presets', { project_id: foreign }),
  ])
    assert.equal(answer.status, 404, JSON.stringify(answer.body));
  const { rules } = (await bound.get('/api/alert-rules')).body as { rules: { project_id: string }[] };
  assert.ok(rules.every((one) => one.project_id === ours));
  assert.equal((await api.get(path)).status, 200);
}

async function checkPresets({ app, api, ours }: World): Promise<void> {
  const offered = (await api.get('/api/alert-rules/presets')).body.presets as { preset: string; rule: { name: string } }[];
  const add = () => api.post('/api/alert-rules/presets', { project_id: ours });
  const [first, second] = await Promise.all([add(), add()]);
  assert.deepEqual([first.status, second.status], [201, 201], JSON.stringify([first.body, second.body]));
  const presets = [...first.body.rules, ...second.body.rules].map(({ preset }: { preset: string }) => preset);
  assert.deepEqual([presets.length, new Set(presets).size], [11, 11]);
  const names = [...first.body.rules, ...second.body.rules].map(({ name }: { name: string }) => name);
  assert.deepEqual(names.toSorted(), offered.map(({ rule }) => rule.name).toSorted(), 'what is added is what is offered');
  assert.ok([...first.body.rules, ...second.body.rules].every(({ channel_ids: channels }) => channels === null));
  assert.deepEqual((await add()).body.rules, []);
  Object.assign(app.app.context.config, { givesAlertPresets: true });
  const { project_id: next } = (await api.post('/api/projects', { name: 'New', organization_id: ORG })).body;
  await app.app.context.workflows.waitFor(`alert-presets:${next}`, PATIENCE_MS);
  const { rules } = (await api.get(`/api/alert-rules?project_id=${next}`)).body as { rules: { preset: string; channel_ids: string[] }[] };
  assert.deepEqual(rules.map(({ preset }) => preset).toSorted(), ['checks_failed', 'dropped_5', 'left_top_10', 'stale', 'wrong_page']);
  assert.ok(
    rules.every(({ channel_ids: channels }) => channels.length === 0),
    'in the inbox alone',
  );
}
