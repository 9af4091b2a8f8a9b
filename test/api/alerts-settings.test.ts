import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveDay, preview, readTruth, settle, trackForAlerts, type AlertsWorld } from '../support/alerts-world.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const KEYWORDS = 40;
const DEEP = 100;
const SHALLOW = 20;
const RULES = [{ event: 'left_top', n: 10 }, { event: 'dropped', by: 5 }, { event: 'lost' }, { event: 'found' }, { event: 'rose', by: 5 }];

/** What each check saw: the true place down to the depth that it read. */
async function readSeen(app: TestApp, world: AlertsWorld, depths: readonly number[]): Promise<(number | null)[][]> {
  const truths = await Promise.all(world.keywords.map((keyword) => readTruth(app, world, keyword, 'desktop')));
  return truths.map((places) => places.map((place, at) => (place !== null && place <= (depths[at] ?? DEEP) ? place : null)));
}

const itemsOn = async (app: TestApp, { projectId }: AlertsWorld, when: object, day: string): Promise<string[]> => {
  const { alerts } = await preview(app, projectId, when, { group_by: 'rule' });
  return alerts
    .filter((alert: { day: string }) => alert.day === day)
    .flatMap((alert: { items: { label: string }[] }) => alert.items.map(({ label }) => label));
};

/** Sets how deep the next checks of a project read. */
async function setDepth({ api }: TestApp, projectId: string, depth: number): Promise<void> {
  const { body: list } = await api.get(`/api/project-keywords?project_id=${projectId}&limit=100`);
  const keywordIds = list.keywords.map(({ keyword_id: id }: { keyword_id: string }) => id);
  const { status, body } = await api.post('/api/project-keywords/bulk', { project_id: projectId, keyword_ids: keywordIds, depth });
  assert.deepEqual([status, body.checks_changed], [200, KEYWORDS], JSON.stringify(body));
}

test('rules do not look across a change of what is measured', async (t) => {
  const app = await startTestApp(t);
  const { api } = app;
  const world = await trackForAlerts(app, { keywords: KEYWORDS, devices: ['desktop'], depth: DEEP });
  const { projectId, keywords, days, site } = world;
  await liveDay(app, world);

  await t.test('checks that read less deep say nothing of what is deeper', async () => {
    await setDepth(app, projectId, SHALLOW);
    await liveDay(app, world);
    await settle(app);
    const seen = await readSeen(app, world, [DEEP, DEEP, SHALLOW]);
    const hidden = seen.filter(([, before]) => before !== null && before !== undefined && before > SHALLOW);
    assert.ok(hidden.length > 0, 'some keywords stood deeper than is read now');
    const named = (isMet: (before: number | null, now: number | null) => boolean): string[] =>
      keywords.filter((_keyword, at) => isMet(seen[at]?.[1] ?? null, seen[at]?.[2] ?? null)).toSorted();
    const day = days[2] ?? '';
    const met: readonly ((before: number | null, now: number | null) => boolean)[] = [
      (before, now) => before !== null && before <= 10 && (now ?? SHALLOW + 1) > 10,
      (before, now) => before !== null && (now ?? SHALLOW + 1) - before >= 5,
      (before, now) => before !== null && before <= SHALLOW && now === null,
    ];
    for (const [at, isMet] of met.entries())
      assert.deepEqual((await itemsOn(app, world, RULES[at] ?? {}, day)).toSorted(), named(isMet), RULES[at]?.event);
  });

  await t.test('checks that read deeper find nothing that may have been there all the time', async () => {
    await setDepth(app, projectId, DEEP);
    await liveDay(app, world);
    await settle(app);
    const seen = await readSeen(app, world, [DEEP, DEEP, SHALLOW, DEEP]);
    const day = days[3] ?? '';
    assert.deepEqual(await itemsOn(app, world, { event: 'found' }, day), []);
    const rose = keywords.filter((_keyword, at) => (seen[at]?.[2] ?? SHALLOW + 1) - (seen[at]?.[3] ?? Infinity) >= 5);
    assert.deepEqual((await itemsOn(app, world, { event: 'rose', by: 5 }, day)).toSorted(), rose.toSorted());
  });

  await t.test('an alias, a competitor and a past that is worked out once more fire nothing', async () => {
    const { assets } = (await api.get(`/api/assets?project_id=${projectId}`)).body;
    const own = assets.find(({ value }: { value: string }) => value === site);
    const alias = world.competitors[0] ?? '';
    // A strong competitor becomes a name of the own site: without care all keywords would have risen.
    const rival = assets.find(({ value }: { value: string }) => value === alias);
    assert.equal((await api.delete(`/api/assets/${rival.id}`)).status, 200);
    const changed = await api.put(`/api/assets/${own.id}`, { aliases: [alias] });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const added = await api.post('/api/assets', {
      project_id: projectId,
      type: 'website',
      value: world.competitors[3],
      role: 'competitor',
      name: 'rival',
      skip_onboarding: true,
    });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    await liveDay(app, world);
    await settle(app);
    const changedOn = world.days.at(-1) ?? '';
    for (const when of RULES) assert.deepEqual(await itemsOn(app, world, when, changedOn), [], `${when.event} on the day after the change`);
    const rematched = await api.post('/api/rankings/rematch', { project_id: projectId });
    assert.ok(rematched.body.recomputed > 0, JSON.stringify(rematched.body));
    await settle(app);
    for (const when of RULES) assert.deepEqual(await itemsOn(app, world, when, changedOn), [], `${when.event} seen from a corrected past`);
    await liveDay(app, world);
    await settle(app);
    assert.equal((await preview(app, projectId, { event: 'competitor_passed', domain: world.competitors[3] })).items_total, 0);
  });
});
