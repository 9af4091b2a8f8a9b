import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createRule, endRounds, listAlerts, listNotices, type KeptAlert } from '../support/alert-rounds.ts';
import { liveDay, preview, readTruth, settle, trackForAlerts, type AlertsWorld } from '../support/alerts-world.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { clearFaults, setFault } from '../support/queue-run.ts';

const KEYWORDS = 100;
const DEPTH = 100;
const FALLEN = 40;
const MANY = 60;
const DAYS_FALLEN = 30;
const PLACES = 45;
const FAR = 30;
/** What stands behind it may be lost by a fall, and has not far to go. */
const FIRST_MAX = 60;
const QUICK = { environment: { RATE_LIMITS: 'off' }, retryWaitsMs: [5, 10, 20] };

async function openWorld(t: TestContext): Promise<{ app: TestApp; world: AlertsWorld }> {
  const app = await startTestApp(t, QUICK);
  const world = await trackForAlerts(app, { keywords: KEYWORDS, devices: ['desktop'] });
  return { app, world };
}

async function live(app: TestApp, world: AlertsWorld, fault?: object): Promise<void> {
  if (fault !== undefined) await setFault(app, fault);
  await liveDay(app, world);
  await clearFaults(app);
  await endRounds(app);
}

/** Where the site truly stands on the newest day, by keyword; null: not among the first hundred. */
async function readPlaces(app: TestApp, world: AlertsWorld): Promise<(number | null)[]> {
  return await Promise.all(world.keywords.map(async (keyword) => (await readTruth(app, world, keyword, 'desktop')).at(-1) ?? null));
}

/** Keywords lose places from the next day on. */
async function fall(app: TestApp, { site }: AlertsWorld, keywords: readonly string[], days: number): Promise<void> {
  const { status, body } = await app.sandbox.post('/_sandbox/world/fall', { domain: site, keywords, places: PLACES, days });
  assert.equal(status, 200, JSON.stringify(body));
}

test('rounds whose checks fail say nothing of movements, and what fell on them is said on the next good one', async (t) => {
  const { app, world } = await openWorld(t);
  const { projectId } = world;
  const moved = await createRule(app, projectId, {
    name: 'Fell',
    when: { event: 'dropped', by: FAR },
    volatility: false,
    cool_down_hours: 0,
  });
  const failing = await createRule(app, projectId, { name: 'Checks fail', when: { event: 'checks_failed' } });
  await live(app, world);
  const known = (await listAlerts(app, projectId)).length;

  await t.test('all fail: one message, about the checks', async () => {
    await live(app, world, { match: 'serp', kind: 'provider_40501' });
    const alerts = (await listAlerts(app, projectId)).slice(known);
    assert.deepEqual(
      alerts.map(({ ruleId, items }) => [ruleId, items.length]),
      [[failing, 1]],
    );
    await live(app, world);
    const after = (await listAlerts(app, projectId)).filter(({ ruleId }) => ruleId === failing);
    assert.deepEqual(
      after.map(({ state }) => state),
      ['resolved'],
    );
    const told = await listNotices(app, projectId);
    assert.deepEqual(
      told.filter(({ title }) => title.includes('checks')).map(({ event }) => event),
      ['alert.fired', 'alert.resolved'],
    );
  });

  await t.test('half of them fail: the same, and a fall of that day is said once, on the next good day', async () => {
    const fallen = world.keywords.slice(0, FALLEN);
    const places = await readPlaces(app, world);
    await fall(app, world, fallen, DAYS_FALLEN);
    const count = (await listAlerts(app, projectId)).length;
    await live(app, world, { match: 'task_post', kind: 'task_40501' });
    const alerts = (await listAlerts(app, projectId)).slice(count);
    assert.deepEqual(
      alerts.map(({ ruleId }) => ruleId),
      [failing],
    );
    await settle(app);
    const day = (await preview(app, projectId, { event: 'dropped', by: FAR })).by_day.at(-1);
    assert.deepEqual([day.measured, day.failed_share], [false, 0.5]);
    assert.ok(day.suppressed > 0, 'what the good half said is counted');
    await live(app, world);
    const after = await readPlaces(app, world);
    await live(app, world);
    const told = (await listAlerts(app, projectId)).filter(({ ruleId, day: on }) => ruleId === moved && on === world.days.at(-2));
    // From the day before the failed one to the day after it.
    const expected = world.keywords.filter((_keyword, at) => places[at] !== null && (after[at] ?? DEPTH + 1) - (places[at] ?? 0) >= FAR);
    assert.ok(expected.length > FALLEN / 2);
    assert.deepEqual(told.flatMap(({ items }) => items.map(({ label }) => label)).toSorted(), expected.toSorted());
    assert.equal(told.length, 1);
    assert.equal((await preview(app, projectId, { event: 'dropped', by: FAR })).by_day.at(-2).items, expected.length);
  });
});

test('half of the keywords are one message, and one keyword is one', async (t) => {
  const { app, world } = await openWorld(t);
  const { projectId } = world;
  await createRule(app, projectId, {
    name: 'Fell',
    when: { event: 'dropped', by: FAR },
    where: { position: { max: FIRST_MAX } },
    volatility: false,
  });
  await live(app, world);
  const ranked = await readPlaces(app, world);
  const [single = '', ...others] = world.keywords.filter((_keyword, at) => (ranked[at] ?? Infinity) < FIRST_MAX);
  const before = (await listAlerts(app, projectId)).length;
  await fall(app, world, [single], DAYS_FALLEN);
  await live(app, world);
  const [one, ...none] = (await listAlerts(app, projectId)).slice(before);
  const fell = await listFallen(app, world, ranked);
  assert.ok(fell.includes(single) && fell.length < 4, JSON.stringify(fell));
  assert.deepEqual([toLabels(one), none.length], [fell, 0]);

  const places = await readPlaces(app, world);
  const many = others.slice(0, MANY);
  assert.equal(many.length, MANY);
  await fall(app, world, many, DAYS_FALLEN);
  await live(app, world);
  const all = await listFallen(app, world, places);
  const [whole, ...more] = (await listAlerts(app, projectId)).slice(before + 1);
  assert.deepEqual([toLabels(whole), more.length, whole?.context.whole_project, whole?.severity], [all, 0, true, 'critical']);
  assert.ok(all.length >= KEYWORDS / 2);
  assert.equal(
    (await listNotices(app, projectId)).at(-1)?.title,
    `${all.length} keywords dropped ${FAR} places or more: probably the engine, or what was read`,
  );
});

const toLabels = (alert: KeptAlert | undefined): string[] => (alert?.items ?? []).map(({ label }) => label).toSorted();

/** Which keywords have truly lost so many places since. */
async function listFallen(app: TestApp, world: AlertsWorld, before: readonly (number | null)[]): Promise<string[]> {
  const now = await readPlaces(app, world);
  const isFallen = (at: number): boolean => {
    const place = before[at] ?? null;
    return place !== null && place <= FIRST_MAX && (now[at] ?? DEPTH + 1) - place >= FAR;
  };
  return world.keywords.filter((_keyword, at) => isFallen(at)).toSorted();
}
