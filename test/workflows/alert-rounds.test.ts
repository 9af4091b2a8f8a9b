import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeRule } from '#areas/alerts/judge/judge-rule.ts';
import { createRule, endRounds, listAlerts, readRule } from '../support/alert-rounds.ts';
import { liveDay, settle, trackForAlerts } from '../support/alerts-world.ts';
import { startTestApp } from '../support/app.ts';
import { IS_WHOLE } from '../support/test-width.ts';

const KEYWORDS = IS_WHOLE ? 200 : 25;
const DAYS = IS_WHOLE ? 40 : 12;

const RULES = [
  { when: { event: 'left_top', n: 10 }, confirm: 'none', volatility: false },
  { when: { event: 'dropped', by: 5 }, confirm: 'none', volatility: false },
  { when: { event: 'dropped', by: 2 }, confirm: 'next', volatility: true },
  { when: { event: 'rose', by: 2 }, confirm: 'none', volatility: true, group_by: 'none', cool_down_hours: 60 },
  { when: { event: 'lost' }, confirm: 'none', volatility: false },
  { when: { event: 'entered_top', n: 10 }, confirm: 'next', volatility: false, min_keywords: 2, group_by: 'device', cool_down_hours: 60 },
];

test('rules that are judged live say what a preview says of the same days', async (t) => {
  const app = await startTestApp(t, { environment: { RATE_LIMITS: 'off' }, retryWaitsMs: [5, 10, 20] });
  const world = await trackForAlerts(app, { keywords: KEYWORDS });
  const ids: string[] = [];
  for (const [at, rule] of RULES.entries()) ids.push(await createRule(app, world.projectId, { ...rule, name: `rule ${at}` }));
  while (world.days.length < DAYS) {
    await liveDay(app, world);
    await endRounds(app);
  }
  await settle(app);
  const alerts = await listAlerts(app, world.projectId);
  const span = { from: world.days[0] ?? '', to: world.days.at(-1) ?? '' };
  for (const [at, rule] of RULES.entries()) {
    await t.test(JSON.stringify(rule), async () => {
      const found = alerts
        .filter(({ ruleId }) => ruleId === ids[at])
        .flatMap(({ group, items }) =>
          items.map(({ subject, day, since, overOn }) => JSON.stringify([group, subject, day, since, overOn])),
        );
      const previewed = await judgeRule(app.app.context, {
        ...(await readRule(app, ids[at] ?? '')),
        ...span,
        rounds: [],
        mutes: [],
        open: [],
      });
      const expected = previewed.fired.flatMap(({ group, items }) =>
        items.map(({ subject, day, from, overOn }) => JSON.stringify([group, subject.key, day, from?.['checked_at'] ?? null, overOn])),
      );
      assert.deepEqual(found.toSorted(), expected.toSorted());
      const opened = previewed.fired.filter(({ kind }) => kind === 'opened').length;
      assert.equal(alerts.filter(({ ruleId }) => ruleId === ids[at]).length, opened);
      const { status, body } = await app.api.post('/api/alert-rules/preview', { project_id: world.projectId, rule });
      assert.deepEqual([status, body.items_total, body.messages], [200, found.length, previewed.fired.length]);
      t.diagnostic(`${rule.when.event}: ${found.length} items in ${opened} alerts`);
    });
  }
});
