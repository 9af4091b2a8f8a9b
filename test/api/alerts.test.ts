import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { getAlert } from '#areas/alerts/kept/get-alert.ts';
import { listHiddenEvents } from '#areas/alerts/rules/get-rule.ts';
import type { Caller } from '#http/caller.ts';
import { sweepNow } from '../support/alert-rules.ts';
import { makeApiClient } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { say, toNotice, waitForDelivery, makeWebhook } from '../support/channel-world.ts';
import { makeKey } from '../support/openapi-walk-suite.ts';
import { joinAs } from '../support/people-world.ts';
import { makeProject } from '../support/rankings-api.ts';

const ORG = 'org_alerts_api';
const DAYS = ['2026-11-10', '2026-11-11', '2026-11-12'] as const;

interface Kept {
  readonly ruleId: string;
  readonly projectId: string;
  readonly day: string;
  readonly severity?: string;
  readonly state?: string;
  readonly sizes: readonly number[];
  readonly keywordId?: string;
  readonly context?: object;
}

async function openWorld(t: TestContext) {
  const app = await startTestApp(t);
  const { api, stores } = app;
  const ours = await makeProject(api, ['invoicenest.com'], ORG);
  const foreign = await makeProject(api, ['ledgerwise.app'], 'org_other');
  const makeRuleOf = async (projectId: string | null, when: object): Promise<string> => {
    const { status, body } = await api.post('/api/alert-rules', { project_id: projectId, name: 'Fell', when });
    assert.equal(status, 201, JSON.stringify(body));
    return body.rule.id;
  };
  const tracked = await api.post('/api/keywords/track', { project_id: ours, keyword: 'invoice app', check_interval: 'manual' });
  let made = 0;
  /** As a round writes it. */
  const keep = async ({ ruleId, projectId, day, severity = 'warning', state = 'firing', sizes, keywordId, context = {} }: Kept) => {
    const id = `alr_${(made += 1)}`;
    await stores.postgres.query(
      `insert into alerts (id, rule_id, organization_id, project_id, group_key, severity, state, title, context, items, day, opened_at, last_item_at)
       select $1, $2, organization_id, id, 'rule', $4, $5, 'Fell: ' || $1, $6, $7, $8, $8::date + interval '9 hours', $8::date + interval '9 hours'
       from projects where id = $3`,
      [id, ruleId, projectId, severity, state, JSON.stringify(context), sizes.length, day],
    );
    for (const [at, size] of sizes.entries())
      await stores.postgres.query(
        `insert into alert_items (alert_id, subject, day, at, keyword_id, label, was, is_now, size, page)
         values ($1, 'subject ' || $2, $3, $3::date, $4, 'invoice app', $5, $6, $7, 'https://invoicenest.com/a')`,
        [id, at, day, keywordId ?? null, JSON.stringify({ position: 3 }), JSON.stringify({ position: 3 + size, run_id: 'run_1' }), size],
      );
    return id;
  };
  const keyOf = async (properties: object) => makeApiClient(app.url, await makeKey(app, { ...properties }));
  return { app, api, ours, foreign, makeRuleOf, keep, keyOf, keywordId: tracked.body.keywords[0].keyword_id as string };
}

type World = Awaited<ReturnType<typeof openWorld>>;

test('alerts', async (t) => {
  const world = await openWorld(t);
  const ruleId = await world.makeRuleOf(world.ours, { event: 'dropped', by: 3 });
  await t.test('are listed by what they are, as CSV too', () => checkList(world, ruleId));
  await t.test('are read with their items, evidence and where they were told', () => checkOne(world, ruleId));
  await t.test('are acknowledged once, one or many', () => checkAcknowledge(world, ruleId));
  await t.test('those of others are as if they never were', () => checkIsolation(world));
  await t.test('about money are for who sees costs', () => checkMoney(world));
  await t.test('keep what they were about when their rule asks for something else', () => checkAnew(world, ruleId));
  await t.test('more than 30 in 7 days make a rule noisy', () => checkNoisy(world));
});

async function checkList({ api, ours, keep, keywordId }: World, ruleId: string): Promise<void> {
  const of = { ruleId, projectId: ours };
  const first = await keep({ ...of, day: DAYS[0], sizes: [4, 9], keywordId });
  const second = await keep({ ...of, day: DAYS[1], sizes: [5], severity: 'critical', state: 'resolved' });
  const list = async (query: string): Promise<string[]> => {
    const { status, body } = await api.get(`/api/alerts?project_id=${ours}${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.alerts.map(({ id }: { id: string }) => id);
  };
  assert.deepEqual(await list(''), [second, first]);
  assert.deepEqual(await list('&state=firing'), [first]);
  assert.deepEqual(await list('&severity=critical,info'), [second]);
  assert.deepEqual(await list(`&from=${DAYS[1]}`), [second]);
  assert.deepEqual(await list(`&to=${DAYS[0]}`), [first]);
  assert.deepEqual(await list(`&rule_id=${ruleId}&limit=1&offset=1`), [first]);
  assert.deepEqual(await list(`&rule_id=rule_none`), []);
  assert.deepEqual(await list(`&keyword_id=${keywordId}`), [first]);
  const { body } = await api.get(`/api/alerts?project_id=${ours}`);
  assert.deepEqual([body.total, body.last_round], [2, null]);
  const csv = await api.get(`/api/alerts?project_id=${ours}&format=csv`);
  assert.match(String(csv.body), /^id,rule_id,rule_name,.*\r\nalr_2,/su);
  const wrong = await api.get(`/api/alerts?state=open&severity=loud&from=2026-02-30&limit=0`);
  assert.deepEqual(
    wrong.body.details.map(({ path }: { path: string }) => path),
    ['state', 'severity[0]', 'from', 'limit'],
  );
  assert.equal((await api.get(`/api/alerts?from=${DAYS[1]}&to=${DAYS[0]}`)).status, 400);
}

async function checkOne({ app, api, ours, keep, keywordId }: World, ruleId: string): Promise<void> {
  const { id: channelId } = await makeWebhook(app, { project_id: ours });
  const recheck = { checked: 2, cost_usd: 0.004, fell_back: false };
  const context = { suppressed: { known: 3 }, confirm: 'recheck', recheck, whole_project: true, others_moved_share: 0.25 };
  const id = await keep({ ruleId, projectId: ours, day: DAYS[2], sizes: [4, 9], keywordId, context });
  await say(app, toNotice(id, { organizationId: ORG, projectId: ours }), [channelId]);
  await app.stores.postgres.query('update alerts set notice_ids = array[$2] where id = $1', [id, `ntc_${id}`]);
  await waitForDelivery(app, channelId, id, 'delivered');
  const { alert } = (await api.get(`/api/alerts/${id}`)).body;
  assert.deepEqual(
    [alert.event, alert.rule_name, alert.items_total, alert.whole_project, alert.others_moved_share],
    ['dropped', 'Fell', 2, true, 0.25],
  );
  assert.deepEqual([alert.suppressed, alert.confirm, alert.recheck, alert.acknowledged], [{ known: 3 }, 'recheck', recheck, null]);
  assert.deepEqual(
    alert.items.map(({ size, from, to, run_id: run, url, keyword, device, link }: Record<string, any>) => [
      size,
      from.position,
      to.position,
      run,
      url,
      keyword,
      device,
      link,
    ]),
    [9, 4].map((size) => [
      size,
      3,
      3 + size,
      'run_1',
      'https://invoicenest.com/a',
      'invoice app',
      'desktop',
      `/console/p/${ours}/keywords/${keywordId}`,
    ]),
  );
  assert.match(alert.items[0].location_name, /\w/u);
  assert.equal(alert.deliveries.length, 1);
  const [{ channel_id: told, status, tries, last_error: error }] = alert.deliveries;
  assert.deepEqual([told, status, tries, error], [channelId, 'delivered', 1, null]);
  assert.equal((await api.get('/api/alerts/alr_none')).status, 404);
}

async function checkAcknowledge({ api, app, ours, keep }: World, ruleId: string): Promise<void> {
  const of = { ruleId, projectId: ours, day: DAYS[2], sizes: [4] };
  const ids = [await keep(of), await keep(of), await keep(of)];
  const viewer = await joinAs(app, ORG, { role: 'viewer' });
  const page = { origin: app.url };
  assert.equal((await viewer.browser.post(`/api/alerts/${ids[0]}/acknowledge`, {}, page)).status, 403);
  const editor = await joinAs(app, ORG, { role: 'editor' });
  const one = await editor.browser.post(`/api/alerts/${ids[0]}/acknowledge`, { note: 'a redirect' }, page);
  assert.equal(one.status, 200, JSON.stringify(one.body));
  const { at, ...seen } = one.body.alert.acknowledged;
  assert.deepEqual(seen, { by: editor.userId, note: 'a redirect' });
  assert.match(at, /^\d{4}-/u);
  const again = await api.post(`/api/alerts/${ids[0]}/acknowledge`, { note: 'another' });
  assert.deepEqual(again.body.alert.acknowledged, one.body.alert.acknowledged);
  const many = await api.post('/api/alerts/acknowledge', { ids: [...ids, 'alr_none'], note: null });
  assert.deepEqual([many.status, many.body.acknowledged], [200, 2]);
  assert.deepEqual(many.body.left_out, [
    { id: ids[0], reason: 'acknowledged' },
    { id: 'alr_none', reason: 'not_found' },
  ]);
  assert.equal((await api.post('/api/alerts/acknowledge', { ids: [] })).status, 400);
}

async function checkIsolation({ api, app, ours, foreign, makeRuleOf, keep, keyOf }: World): Promise<void> {
  const id = await keep({ ruleId: await makeRuleOf(foreign, { event: 'lost' }), projectId: foreign, day: DAYS[0], sizes: [1] });
  const bound = await keyOf({ organization_id: ORG });
  assert.equal((await bound.get(`/api/alerts/${id}`)).status, 404);
  assert.equal((await bound.post(`/api/alerts/${id}/acknowledge`, {})).status, 404);
  assert.equal((await bound.post('/api/alerts/acknowledge', { ids: [id] })).status, 404);
  const mixed = await bound.post('/api/alerts/acknowledge', { ids: [id, 'alr_1'] });
  assert.deepEqual([mixed.body.acknowledged, mixed.body.left_out], [1, [{ id, reason: 'not_found' }]]);
  assert.equal((await bound.get(`/api/alerts?project_id=${foreign}`)).status, 404);
  const { alerts } = (await bound.get('/api/alerts?limit=500')).body as { alerts: { project_id: string }[] };
  assert.ok(alerts.length > 0 && alerts.every((alert) => alert.project_id === ours));
  assert.equal((await api.get(`/api/alerts/${id}`)).body.alert.acknowledged, null);
  const client = await joinAs(app, ORG, { role: 'client', project_ids: [ours] });
  for (const path of ['/api/alerts', '/api/alert-rules', '/api/alerts/alr_1'])
    assert.equal((await client.browser.get(path)).status, 404, path);
}

async function checkMoney({ app, api, ours, makeRuleOf, keyOf }: World): Promise<void> {
  const ruleId = await makeRuleOf(ours, { event: 'budget', percent: 1 });
  const serviceRule = await makeRuleOf(null, { event: 'budget', percent: 1, name: 'project_monthly_usd' });
  const { status } = await api.post('/api/rankings/track', { project_id: ours, keyword: 'invoice app', depth: 10 });
  assert.equal(status, 200);
  await api.put('/api/admin/config', { budgets: { project_monthly_usd: { [ours]: 0.0001 } } });
  await sweepNow(app, 'minute');
  const [alert] = (await api.get(`/api/alerts?rule_id=${ruleId}`)).body.alerts;
  assert.equal(alert.event, 'budget');
  const { items } = (await api.get(`/api/alerts/${alert.id}`)).body.alert;
  assert.equal(items[0].to.limit_usd, 0.0001);
  const [ofService] = (await api.get(`/api/alerts?rule_id=${serviceRule}`)).body.alerts;
  assert.equal(ofService.project_id, null);
  const bound = await keyOf({ organization_id: ORG, scopes: ['read', 'write', 'manage'] });
  assert.equal((await bound.get(`/api/alerts/${ofService.id}`)).status, 404);
  assert.equal((await bound.get(`/api/alerts?rule_id=${serviceRule}`)).body.total, 0);
  assert.equal((await api.post(`/api/alerts/${ofService.id}/acknowledge`, {})).status, 200);
  const seesNoCosts = { rights: new Set(['look', 'annotate']) } as unknown as Caller;
  assert.deepEqual(listHiddenEvents(seesNoCosts), ['budget']);
  await assert.rejects(getAlert({ postgres: app.stores.postgres, caller: { ...seesNoCosts, kind: 'user' } as Caller }, alert.id), {
    code: 'forbidden',
  });
}

async function checkAnew({ api, ours, keep }: World, ruleId: string): Promise<void> {
  const open = await keep({ ruleId, projectId: ours, day: DAYS[2], sizes: [4] });
  const same = await api.put(`/api/alert-rules/${ruleId}`, { name: 'Renamed', when: { event: 'dropped', by: 3 } });
  assert.ok(same.body.rule.firing > 0, 'another name closes nothing');
  const changed = await api.put(`/api/alert-rules/${ruleId}`, { name: 'Renamed', when: { event: 'lost' } });
  assert.equal(changed.body.rule.firing, 0);
  const { alert } = (await api.get(`/api/alerts/${open}`)).body;
  assert.deepEqual([alert.state, alert.event, alert.resolved_items, alert.items_total], ['resolved', 'dropped', 0, 1]);
  assert.equal(alert.items[0].over_on, null, 'it was not seen to be over');
}

async function checkNoisy({ app, api, ours, makeRuleOf, keep }: World): Promise<void> {
  const ruleId = await makeRuleOf(ours, { event: 'dropped', by: 3 });
  const today = app.app.context.clock.now().toISOString().slice(0, 10);
  const read = async () => (await api.get(`/api/alert-rules/${ruleId}`)).body.rule;
  for (let size = 1; size <= 30; size += 1) await keep({ ruleId, projectId: ours, day: today, sizes: [1, size] });
  assert.deepEqual([(await read()).noisy, (await read()).firing], [null, 30]);
  await keep({ ruleId, projectId: ours, day: today, sizes: [80] });
  assert.deepEqual((await read()).noisy, { alerts_7d: 31, would_have_fired_twice_at: 30 });
}
