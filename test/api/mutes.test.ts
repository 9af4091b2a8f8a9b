import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { makeApiClient } from '../support/api-client.ts';
import { makeKey } from '../support/openapi-walk-suite.ts';
import { joinAs } from '../support/people-world.ts';
import { makeProject } from '../support/rankings-api.ts';

const ORG = 'org_mutes';
const DAY_MS = 86_400_000;

async function openWorld(t: TestContext) {
  const app = await startTestApp(t);
  const { api } = app;
  const ours = await makeProject(api, ['invoicenest.com'], ORG);
  const sibling = await makeProject(api, ['ledgerwise.app'], ORG);
  const foreign = await makeProject(api, ['ledgerwise.app'], 'org_other');
  const makeRuleOf = async (projectId: string): Promise<string> => {
    const { status, body } = await api.post('/api/alert-rules', { project_id: projectId, name: 'Lost', when: { event: 'lost' } });
    assert.equal(status, 201, JSON.stringify(body));
    return body.rule.id;
  };
  const keyOf = async (properties: object) => makeApiClient(app.url, await makeKey(app, { ...properties }));
  const now = app.app.context.clock.now().getTime();
  const inDays = (days: number): string => new Date(now + days * DAY_MS).toISOString();
  return { app, api, ours, sibling, foreign, rule: await makeRuleOf(ours), foreignRule: await makeRuleOf(foreign), keyOf, inDays };
}

type World = Awaited<ReturnType<typeof openWorld>>;

test('mutes of alerts', async (t) => {
  const world = await openWorld(t);
  await t.test('a rule, until a time, and all that it says of itself', () => checkRule(world));
  await t.test('a keyword and a tag of the project', () => checkSubjects(world));
  await t.test('whole organizations and the service, by who may', () => checkWide(world));
  await t.test('those of others are as if they never were', () => checkIsolation(world));
  await t.test('all that is wrong at once', () => checkFaults(world));
  await t.test('the audit log has them', () => checkAudit(world));
});

async function checkRule({ api, ours, rule, inDays }: World): Promise<void> {
  const until = inDays(3);
  const made = await api.post(`/api/alert-rules/${rule}/mute`, { until, reason: 'a move of the site' });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id, starts_at: startsAt, created_at: createdAt, author, ...mute } = made.body.mute;
  assert.deepEqual(mute, {
    project_id: ours,
    rule_id: rule,
    rule_name: 'Lost',
    keyword_id: null,
    keyword: null,
    tag: null,
    reason: 'a move of the site',
    until,
    active: true,
  });
  assert.equal(startsAt, createdAt);
  assert.match(author, /^key_/u);
  assert.equal((await api.get(`/api/alert-rules/${rule}`)).body.rule.muted_until, until);
  assert.deepEqual((await api.get(`/api/mutes?project_id=${ours}&active=true`)).body.mutes, [made.body.mute]);
  assert.equal((await api.get(`/api/mutes?project_id=${ours}&active=false`)).body.total, 0);
  assert.equal((await api.delete(`/api/mutes/${id}`)).status, 200);
  assert.equal((await api.delete(`/api/mutes/${id}`)).status, 404);
  assert.equal((await api.get(`/api/alert-rules/${rule}`)).body.rule.muted_until, null);
}

async function checkSubjects({ api, ours, sibling, inDays, rule }: World): Promise<void> {
  const tracked = await api.post('/api/keywords/track', { project_id: ours, keyword: 'invoice app', check_interval: 'manual' });
  const keywordId: string = tracked.body.keywords[0].keyword_id;
  const { tag } = (await api.post('/api/tags', { project_id: ours, name: 'Brand' })).body;
  const about = { project_id: ours, until: inDays(1), reason: 'known' };
  const made = await api.post('/api/mutes', { ...about, keyword_id: keywordId, tag: tag.id });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.deepEqual([made.body.mute.keyword, made.body.mute.tag], ['invoice app', 'Brand']);
  assert.equal((await api.get(`/api/alert-rules/${rule}`)).body.rule.muted_until, null, 'not all of the rule is muted');
  assert.equal((await api.post('/api/mutes', { ...about, project_id: sibling, keyword_id: keywordId })).status, 404);
  assert.equal((await api.post('/api/mutes', { ...about, project_id: sibling, tag: 'Brand' })).status, 404);
  assert.equal((await api.post('/api/mutes', { ...about, project_id: sibling, rule_id: rule })).status, 404);
}

async function checkWide({ api, ours, rule, foreignRule, keyOf, inDays }: World): Promise<void> {
  const manager = await keyOf({ organization_id: ORG, scopes: ['read', 'write', 'manage'] });
  const editor = await keyOf({ organization_id: ORG });
  const ofProject = await keyOf({ project_id: ours });
  const body = { until: inDays(2), reason: 'holidays' };
  assert.equal((await editor.post('/api/mutes', body)).status, 403);
  assert.equal((await ofProject.post('/api/mutes', body)).status, 400);
  const wide = await manager.post('/api/mutes', body);
  assert.equal(wide.status, 201, JSON.stringify(wide.body));
  assert.equal(wide.body.mute.project_id, null);
  assert.equal((await api.get(`/api/alert-rules/${rule}`)).body.rule.muted_until, body.until);
  assert.equal((await api.get(`/api/alert-rules/${foreignRule}`)).body.rule.muted_until, null);
  const listed = (await editor.get(`/api/mutes?project_id=${ours}`)).body.mutes.map(({ id }: { id: string }) => id);
  assert.ok(listed.includes(wide.body.mute.id));
  const service = await api.post('/api/mutes', { ...body, until: inDays(5) });
  assert.equal(service.status, 201, JSON.stringify(service.body));
  assert.equal((await api.get(`/api/alert-rules/${foreignRule}`)).body.rule.muted_until, inDays(5));
  assert.equal((await manager.delete(`/api/mutes/${service.body.mute.id}`)).status, 404);
  for (const { id } of [wide.body.mute, service.body.mute]) assert.equal((await api.delete(`/api/mutes/${id}`)).status, 200);
}

async function checkIsolation({ api, app, ours, rule, foreign, foreignRule, keyOf, inDays }: World): Promise<void> {
  const body = { until: inDays(1), reason: 'theirs' };
  const { mute } = (await api.post('/api/mutes', { ...body, project_id: foreign })).body;
  const bound = await keyOf({ organization_id: ORG });
  for (const answer of [
    await bound.post('/api/mutes', { ...body, project_id: foreign }),
    await bound.post('/api/mutes', { ...body, rule_id: foreignRule }),
    await bound.post(`/api/alert-rules/${foreignRule}/mute`, body),
    await bound.get(`/api/mutes?project_id=${foreign}`),
    await bound.delete(`/api/mutes/${mute.id}`),
  ])
    assert.equal(answer.status, 404, JSON.stringify(answer.body));
  const listed = (await bound.get('/api/mutes')).body.mutes as { id: string; project_id: string | null }[];
  assert.ok(!listed.some(({ id }) => id === mute.id));
  const viewer = await joinAs(app, ORG, { role: 'viewer' });
  assert.equal((await viewer.browser.get('/api/mutes')).status, 200);
  assert.equal((await viewer.browser.post(`/api/alert-rules/${rule}/mute`, body, { origin: app.url })).status, 403);
  const client = await joinAs(app, ORG, { role: 'client', project_ids: [ours] });
  assert.equal((await client.browser.get('/api/mutes')).status, 404);
}

async function checkFaults({ api, ours, inDays }: World): Promise<void> {
  const { status, body } = await api.post('/api/mutes', { project_id: 7, until: 'soon', reason: '', more: 1 });
  assert.equal(status, 400);
  const paths = body.details.map(({ path }: { path: string }) => path).toSorted();
  assert.deepEqual(paths, ['more', 'project_id', 'reason', 'until']);
  const late = await api.post('/api/mutes', { project_id: ours, until: inDays(400), reason: 'long' });
  assert.deepEqual([late.status, late.body.details[0].path], [400, 'until']);
  assert.equal((await api.post('/api/mutes', { project_id: ours, until: inDays(-1), reason: 'past' })).status, 400);
  const none = await api.post('/api/mutes', { keyword_id: 'kw_none', until: inDays(-1), reason: 'past' });
  assert.deepEqual(
    none.body.details.map(({ path }: { path: string }) => path),
    ['until', 'project_id'],
  );
}

async function checkAudit({ api, ours }: World): Promise<void> {
  const { body } = await api.get(`/api/admin/audit?project_id=${ours}&limit=200`);
  const actions = (body.entries as { changes: { action: string }[] }[]).flatMap(({ changes }) => changes.map(({ action }) => action));
  for (const action of ['alert_rule.created', 'mute.created', 'mute.deleted']) assert.ok(actions.includes(action), action);
}
