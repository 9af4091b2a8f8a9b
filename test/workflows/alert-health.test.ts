import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { liveDay, preview, settle, trackForAlerts, type AlertsWorld } from '../support/alerts-world.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { clearFaults, setFault } from '../support/queue-run.ts';

const DAYS = 9;
/** On these days every check fails. */
const DOWN_ON = [5, 6, 7];

test('days on which checks fail', async (t) => {
  const app = await startTestApp(t, { environment: { RATE_LIMITS: 'off' } });
  const world = await trackForAlerts(app, { keywords: 6, devices: ['desktop'] });
  while (world.days.length < DAYS) {
    const isDown = DOWN_ON.includes(world.days.length);
    if (isDown) await setFault(app, { match: 'serp', kind: 'provider_40501' });
    await liveDay(app, world);
    await clearFaults(app);
  }
  await settle(app);
  await failedRounds(t, app, world);
  await staleKeywords(t, app, world);
  await figures(t, app, world);
});

async function failedRounds(t: TestContext, app: TestApp, { projectId, days }: AlertsWorld): Promise<void> {
  await t.test('the first of them fires once, and it is over on the next good day', async () => {
    const { alerts } = await preview(app, projectId, { event: 'checks_failed' });
    assert.deepEqual(
      alerts.map((one: any) => [one.day, one.items[0].to.percent, one.items[0].over_on]),
      [[days[DOWN_ON[0] ?? 0], 100, days[8]]],
    );
  });
}

async function staleKeywords(t: TestContext, app: TestApp, { projectId, days, keywords }: AlertsWorld): Promise<void> {
  await t.test('two intervals without a good check make a keyword stale on the third day', async () => {
    const { alerts } = await preview(app, projectId, { event: 'stale' }, { group_by: 'rule' });
    assert.deepEqual(
      alerts.map((one: any) => [one.day, one.items_total, one.items[0].over_on, one.items[0].to.last_good_day]),
      [[days[7], keywords.length, days[8], days[4]]],
    );
    assert.deepEqual((await preview(app, projectId, { event: 'stale', intervals: 3 })).items_total, 0);
  });
}

/** What the summary of rankings says of each day. */
async function readSummary({ api }: TestApp, { projectId, days }: AlertsWorld): Promise<any[]> {
  const { status, body } = await api.get(`/api/rankings/summary?project_id=${projectId}&start_date=${days[0]}&end_date=${days.at(-1)}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.days;
}

async function figures(t: TestContext, app: TestApp, world: AlertsWorld): Promise<void> {
  await t.test('figures are those of the summary, and days that failed are not judged', async () => {
    const { projectId, days } = world;
    const summary = await readSummary(app, world);
    const good = days.filter((_day, at) => !DOWN_ON.includes(at));
    const values = good.map((day) => summary.find((one) => one.date === day).average_position as number);
    const bound = [...values].toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
    const expected = good.filter((_day, at) => at > 0 && (values[at] ?? 0) > bound && (values[at - 1] ?? 0) <= bound);
    const { alerts } = await preview(app, projectId, { event: 'metric', metric: 'average_position', above: bound });
    assert.deepEqual(alerts.map((one: any) => one.day).toSorted(), expected);
  });
}
