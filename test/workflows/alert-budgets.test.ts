import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { previewRule } from '#areas/alerts/preview/preview-rule.ts';
import { RULE_DEFAULTS } from '#areas/alerts/rule.ts';
import type { Caller } from '#http/caller.ts';
import { makeRule, listTold, sweepNow } from '../support/alert-rules.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeProject } from '../support/rankings-api.ts';
import { moveTo } from '../support/snapshot-run.ts';

const CALLS = 50;
const RULES = { near: 'rule_near', full: 'rule_full', other: 'rule_other', service: 'rule_service' };

test('budgets that are nearly spent', async (t) => {
  const app = await startTestApp(t);
  await moveTo(app, '2026-11-25T12:00:00Z');
  const { postgres } = app.app.context;
  const projectId = await makeProject(app.api, ['sorensenaccount.org'], 'org_spends');
  const otherId = await makeProject(app.api, ['larchcompanion.com'], 'org_watches');
  assert.deepEqual(await sweepNow(app, 'minute'), { rules: 0, opened: 0, failed: 0 }, 'without a rule nothing is judged');
  const budget = (percent: number) => ({ event: 'budget', percent });
  await makeRule(postgres, { id: RULES.near, projectId, when: budget(80) });
  await makeRule(postgres, { id: RULES.full, projectId, when: budget(100) });
  await makeRule(postgres, { id: RULES.other, projectId: otherId, when: budget(80) });
  await makeRule(postgres, { id: RULES.service, projectId: null, when: { ...budget(80), name: 'project_monthly_usd' } });
  await crossesOnce(t, app, projectId);
  await endsWithPeriod(t, app, projectId);
  await hidesMoney(t, app, projectId);
});

/** Asks for a page that was not asked for before. */
async function check({ api }: TestApp, projectId: string, keyword: string): Promise<void> {
  const { status, body } = await api.post('/api/rankings/track', { project_id: projectId, keyword, depth: 10 });
  assert.equal(status, 200, JSON.stringify(body));
}

async function readSpent({ app }: TestApp, projectId: string): Promise<number> {
  const { rows } = await app.context.postgres.query<{ usd: number }>(
    `select coalesce(sum(cost_usd), 0) as usd from api_costs where project_id = $1`,
    [projectId],
  );
  return rows[0]?.usd ?? 0;
}

async function crossesOnce(t: TestContext, app: TestApp, projectId: string): Promise<void> {
  await t.test('crossed under 50 concurrent calls and as many sweeps: one alert', async () => {
    const { postgres } = app.app.context;
    await check(app, projectId, 'the price of one');
    const priceUsd = await readSpent(app, projectId);
    assert.ok(priceUsd > 0);
    const limitUsd = priceUsd * (CALLS + 1);
    await app.api.put('/api/admin/config', { budgets: { project_monthly_usd: { [projectId]: limitUsd } } });
    await sweepNow(app, 'minute');
    assert.deepEqual(await listTold(postgres, Object.values(RULES)), [], 'a fiftieth of it is spent');
    const sweeps = [1, 2, 3, 4].map(async () => {
      for (let at = 0; at < 5; at += 1) await sweepNow(app, 'minute');
    });
    await Promise.all([...Array.from({ length: CALLS }, (_none, at) => check(app, projectId, `spends ${at}`)), ...sweeps]);
    assert.ok(Math.abs((await readSpent(app, projectId)) - limitUsd) < priceUsd / 2, 'all of it is spent');
    await sweepNow(app, 'minute');
    const window = `budget:project_monthly_usd:${projectId}:2026-11-01T00:00:00.000Z`;
    const once = { state: 'firing', items: 1, subjects: [window] };
    assert.deepEqual(await listTold(postgres, Object.values(RULES)), [
      { ruleId: RULES.full, ...once },
      { ruleId: RULES.near, ...once },
      { ruleId: RULES.service, ...once },
    ]);
  });

  await t.test('a limit that is raised, and passed again, is not told twice in a period', async () => {
    const { postgres } = app.app.context;
    await app.api.put('/api/admin/config', { budgets: { project_monthly_usd: { [projectId]: 100 } } });
    await sweepNow(app, 'minute');
    await app.api.put('/api/admin/config', { budgets: { project_monthly_usd: { [projectId]: (await readSpent(app, projectId)) * 1.1 } } });
    await sweepNow(app, 'minute');
    assert.equal((await listTold(postgres, [RULES.near])).length, 1);
  });
}

async function endsWithPeriod(t: TestContext, app: TestApp, projectId: string): Promise<void> {
  await t.test('it is over when the next period begins, in which it is told again', async () => {
    const { postgres } = app.app.context;
    await moveTo(app, '2026-12-01T00:05:00Z');
    await sweepNow(app, 'minute');
    assert.deepEqual(
      (await listTold(postgres, [RULES.near])).map(({ state }) => state),
      ['resolved'],
    );
    await check(app, projectId, 'spends in december');
    await app.api.put('/api/admin/config', { budgets: { project_monthly_usd: { [projectId]: 0.0001 } } });
    await sweepNow(app, 'minute');
    const told = await listTold(postgres, [RULES.near]);
    assert.deepEqual(
      told.map(({ state, subjects }) => [state, subjects[0]?.slice(-24)]),
      [
        ['resolved', '2026-11-01T00:00:00.000Z'],
        ['firing', '2026-12-01T00:00:00.000Z'],
      ],
    );
    assert.deepEqual(await listTold(postgres, [RULES.other]), [], 'nothing of the project of others');
  });
}

async function hidesMoney(t: TestContext, app: TestApp, projectId: string): Promise<void> {
  await t.test('a preview of a past period says what it came to, and nothing to callers who see no money', async () => {
    const { status, body } = await app.api.post('/api/alert-rules/preview', {
      project_id: projectId,
      rule: { when: { event: 'budget', percent: 80 } },
      from: '2026-11-01',
      to: '2026-12-01',
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.alerts.map((one: any) => [one.day, one.items[0].over_on]).toSorted(), [
      ['2026-11-30', '2026-12-01'],
      ['2026-12-01', null],
    ]);
    assert.match(body.assumes[0], /what it came to/u);
    const caller = { kind: 'user', id: 'usr_viewer', rights: new Set(['look']), organizationId: undefined, projectIds: undefined };
    const condition = { ...RULE_DEFAULTS, when: { event: 'budget' } };
    await assert.rejects(previewRule({ ...app.app.context, caller: caller as unknown as Caller }, { projectId, condition }), {
      message: /prices/u,
    });
  });
}
