import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecheckOutput } from '#areas/alerts/rounds/recheck/alert-recheck.workflow.ts';
import { createRule, endRechecks, endRounds, listAlerts, listNotices, type KeptAlert } from '../support/alert-rounds.ts';
import { liveDay, readTruth, trackForAlerts, type AlertsWorld } from '../support/alerts-world.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { endDispatch, startDispatch } from '../support/queue-run.ts';
import { advanceDay } from '../support/rankings-api.ts';

const KEYWORDS = 30;
const FIRST_MAX = 40;
const PLACES = 45;
const FAR = 30;
const RULE = {
  when: { event: 'dropped', by: FAR },
  where: { position: { max: FIRST_MAX } },
  volatility: false,
  confirm: 'recheck',
  cool_down_hours: 0,
};

async function fall(app: TestApp, { site }: AlertsWorld, keywords: readonly string[], days: number): Promise<void> {
  const { status, body } = await app.sandbox.post('/_sandbox/world/fall', { domain: site, keywords, places: PLACES, days });
  assert.equal(status, 200, JSON.stringify(body));
}

async function countLive(app: TestApp): Promise<number> {
  const { body } = await app.sandbox.get('/_sandbox/calls');
  return (body.entries as { path: string }[]).filter(({ path }) => path.includes('/live/advanced')).length;
}

test('what a rule asks to confirm is checked once more', async (t) => {
  const app = await startTestApp(t, { environment: { RATE_LIMITS: 'off' } });
  const world = await trackForAlerts(app, { keywords: KEYWORDS, devices: ['desktop'] });
  const { projectId } = world;
  const standing = await Promise.all(
    world.keywords.map(async (keyword) => (await readTruth(app, world, keyword, 'desktop')).at(-1) ?? Infinity),
  );
  const [dip = '', lasting = '', poor = ''] = world.keywords.filter((_keyword, at) => (standing[at] ?? Infinity) <= FIRST_MAX);
  const ruleId = await createRule(app, projectId, { ...RULE, name: 'Confirmed', where: { ...RULE.where } });

  await t.test('a dip of a day that the second check does not show sends nothing, and the ledger has its price', async () => {
    await liveDay(app, world);
    await endRounds(app);
    await endRechecks(app);
    const before = (await listAlerts(app, projectId)).length;
    await advanceDay(app);
    await fall(app, world, [dip], 1);
    const live = await countLive(app);
    await dispatchToday(app, world);
    // The round waits until it is quiet; meanwhile the dip ends.
    await advanceDay(app);
    await endRounds(app);
    await endRechecks(app);
    assert.ok((await countLive(app)) > live, 'a live check was made');
    assert.deepEqual(
      (await listAlerts(app, projectId)).slice(before).filter(({ items }) => items.some(({ label }) => label === dip)),
      [],
    );
    const [output] = await readRecheckOutputs(app);
    assert.ok(output !== undefined && output.checked >= 1 && output.opened === 0, JSON.stringify(output));
    assert.ok(output.cost_usd > 0);
    assert.ok((await readSpent(app, projectId)) > 0);
  });

  await t.test('a fall that lasts is said, with what the second check cost', async () => {
    await fall(app, world, [lasting], 60);
    await dispatchToday(app, world);
    await endRounds(app);
    await endRechecks(app);
    const alert = (await listAlerts(app, projectId)).find(({ items }) => items.some(({ label }) => label === lasting));
    assert.equal(alert?.ruleId, ruleId);
    assert.equal(alert.context.confirm, 'recheck');
    assert.ok(alert.context.recheck.checked >= 1 && alert.context.recheck.cost_usd > 0, JSON.stringify(alert.context));
    assert.ok((await listNotices(app, projectId)).some(({ title }) => title.includes(lasting)));
  });

  await t.test('without room in a budget the next check confirms, and the alert says so', async () => {
    await setBudget(app, projectId, null);
    await advanceDay(app);
    await fall(app, world, [poor], 60);
    await dispatchToday(app, world);
    await setBudget(app, projectId, 0);
    await endRounds(app);
    await endRechecks(app);
    const isAbout = ({ items }: KeptAlert): boolean => items.some(({ label }) => label === poor);
    assert.equal((await listAlerts(app, projectId)).some(isAbout), false);
    await setBudget(app, projectId, null);
    await liveDay(app, world);
    await endRounds(app);
    await endRechecks(app);
    const alert = (await listAlerts(app, projectId)).find(isAbout);
    assert.deepEqual([alert?.context.confirm, alert?.context.recheck.fell_back], ['next', true]);
    assert.match((await listNotices(app, projectId)).at(-1)?.text ?? '', /No budget had room/u);
  });
});

async function setBudget({ api }: TestApp, projectId: string, limitUsd: number | null): Promise<void> {
  const { status, body } = await api.put('/api/admin/config', {
    budgets: { project_monthly_usd: limitUsd === null ? {} : { [projectId]: limitUsd } },
  });
  assert.equal(status, 200, JSON.stringify(body));
}

async function readRecheckOutputs({ app }: TestApp): Promise<RecheckOutput[]> {
  const { rows } = await app.context.postgres.query<{ id: string }>(
    `select workflow_uuid as id from dbos.workflow_status where name = 'alert-recheck' order by created_at desc`,
  );
  const found = await Promise.all(rows.map(({ id }) => app.context.workflows.find(id)));
  return found.map((one) => one?.output as RecheckOutput);
}

async function readSpent({ app }: TestApp, projectId: string): Promise<number> {
  const { rows } = await app.context.postgres.query<{ spent: number }>(
    `select spent_usd::float as spent from budget_windows where budget = 'project_monthly_usd' and scope = $1`,
    [projectId],
  );
  return rows[0]?.spent ?? 0;
}

async function dispatchToday(app: TestApp, world: AlertsWorld): Promise<void> {
  world.days.push(app.app.context.clock.now().toISOString().slice(0, 10));
  await endDispatch(app, await startDispatch(app));
}
