import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sweepNow } from '../support/alert-rules.ts';
import { createRule, endRounds, listAlerts, listNotices } from '../support/alert-rounds.ts';
import { liveDay, readTruth, trackForAlerts, type AlertsWorld } from '../support/alerts-world.ts';
import { advanceDay } from '../support/rankings-api.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const KEYWORDS = 30;
const FIRST_MAX = 40;
const PLACES = 45;
const FAR = 30;
const RULE = { name: 'Fell', when: { event: 'dropped', by: FAR }, where: { position: { max: FIRST_MAX } }, volatility: false };
const DAY_MS = 86_400_000;

async function fall(app: TestApp, { site }: AlertsWorld, keywords: readonly string[], days: number): Promise<void> {
  const { status, body } = await app.sandbox.post('/_sandbox/world/fall', { domain: site, keywords, places: PLACES, days });
  assert.equal(status, 200, JSON.stringify(body));
}

async function live(app: TestApp, world: AlertsWorld): Promise<void> {
  await liveDay(app, world);
  await endRounds(app);
  await sweepNow(app, 'minute');
}

test('a mute holds messages back, states go on, and what still fires at its end is said once', async (t) => {
  const app = await startTestApp(t, { environment: { RATE_LIMITS: 'off' }, retryWaitsMs: [5, 10, 20] });
  const world = await trackForAlerts(app, { keywords: KEYWORDS, devices: ['desktop'] });
  const { projectId } = world;
  const standing = await Promise.all(
    world.keywords.map(async (keyword) => (await readTruth(app, world, keyword, 'desktop')).at(-1) ?? Infinity),
  );
  const [passing = '', lasting = '', other = ''] = world.keywords.filter((_keyword, at) => (standing[at] ?? Infinity) <= FIRST_MAX);
  // One for each, so that no other keyword says anything.
  for (const q of [passing, lasting, other])
    await createRule(app, projectId, {
      ...RULE,
      name: q,
      where: { ...RULE.where, q },
      cool_down_hours: 0,
      repeat_every_hours: q === other ? 24 : null,
    });
  await live(app, world);
  const until = new Date(app.app.context.clock.now().getTime() + 3.5 * DAY_MS).toISOString();
  const muted = await app.api.post('/api/mutes', { project_id: projectId, until, reason: 'the site moves' });
  assert.equal(muted.status, 201, JSON.stringify(muted.body));
  const before = (await listNotices(app, projectId)).length;

  await t.test('nothing is said while it holds, and alerts open and end', async () => {
    await fall(app, world, [passing], 2);
    await fall(app, world, [lasting], 60);
    await live(app, world);
    await live(app, world);
    await live(app, world);
    assert.equal((await listNotices(app, projectId)).length, before);
    const alerts = (await listAlerts(app, projectId)).filter(({ items }) => items.some(({ label }) => [passing, lasting].includes(label)));
    assert.ok(alerts.some(({ state, items }) => state === 'resolved' && items.some(({ label }) => label === passing)));
    assert.ok(alerts.some(({ state, items }) => state === 'firing' && items.some(({ label }) => label === lasting)));
  });

  await t.test('at its end one message says what goes on', async () => {
    await advanceDay(app);
    await sweepNow(app, 'minute');
    await sweepNow(app, 'minute');
    const told = (await listNotices(app, projectId)).slice(before);
    assert.equal(told.length, 1, JSON.stringify(told));
    assert.ok(told[0]?.title.includes(lasting), told[0]?.title);
  });

  await t.test('a rule that repeats says it again each day, until someone has acknowledged it', async () => {
    await fall(app, world, [other], 60);
    await live(app, world);
    const isOther = ({ title }: { readonly title: string }): boolean => title.includes(`"${other}"`);
    const count = async (): Promise<number> => (await listNotices(app, projectId)).filter(isOther).length;
    assert.equal(await count(), 1);
    await live(app, world);
    assert.equal(await count(), 2);
    await sweepNow(app, 'minute');
    assert.equal(await count(), 2, 'once a day');
    const alert = (await listAlerts(app, projectId)).find(({ state, title }) => state === 'firing' && isOther({ title }));
    const noted = await app.api.post(`/api/alerts/${alert?.id ?? ''}/acknowledge`, { note: 'we know' });
    assert.equal(noted.status, 200, JSON.stringify(noted.body));
    await live(app, world);
    assert.equal(await count(), 2);
  });
});
