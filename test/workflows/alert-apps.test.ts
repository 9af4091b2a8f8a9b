import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { preview } from '../support/alerts-world.ts';
import { listTold, makeRule, sweepNow } from '../support/alert-rules.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { advanceDay } from '../support/rankings-api.ts';
import {
  findTwins,
  listTracked,
  lookUntil,
  readTruth,
  runTracking,
  setFaults,
  waitForEnd,
  type SampleApp,
} from '../support/tracked-apps.ts';

const DAYS = 8;
/** On this day both stores fail. */
const DOWN_ON = 4;
const ALL_DOWN = [
  { match: 'apps.apple.com', kind: 'http_500' },
  { match: 'itunes.apple.com', kind: 'http_500' },
  { match: 'app_data', kind: 'provider_40501' },
];

interface World {
  readonly app: TestApp;
  readonly projectId: string;
  readonly twins: readonly SampleApp[];
  /** Without the one on which the stores failed. */
  readonly goodDays: string[];
  downDay: string;
}

test('what happens to apps, as the stores of the sandbox have it', async (t) => {
  const world = await trackApps(await startTestApp(t));
  const { app, projectId } = world;
  await makeRule(app.app.context.postgres, { id: 'rule_reviews', projectId, when: { event: 'app_review', stars: 5 } });
  for (let day = 1; day < DAYS; day += 1) await liveDay(world, day === DOWN_ON);
  await app.app.context.outbox.flush();
  await placesAreTrue(t, world);
  await reviewsOnce(t, world);
  await listings(t, world);
});

async function trackApps(app: TestApp): Promise<World> {
  const twins = await findTwins(app);
  const { body } = await app.api.post('/api/projects', { name: 'Apps', organization_id: 'org_apps' });
  const projectId: string = body.project_id;
  for (const { platform, appId, terms, otherTerm } of twins) {
    const named = { project_id: projectId, app_id: appId, platform };
    assert.equal((await app.api.post('/api/apps/track', named)).status, 201);
    const { body: begun } = await app.api.post('/api/apps/keywords/track', { ...named, keywords: [...terms, otherTerm] });
    await waitForEnd(app, begun.orchestration.workflow_id);
  }
  await lookUntil(
    async () => ((await listTracked(app, projectId)).every((one) => one.last_run_at !== null) ? true : undefined),
    'first readings',
  );
  return { app, projectId, twins, goodDays: [today(app)], downDay: '' };
}

function today({ app }: TestApp): string {
  return app.context.clock.now().toISOString().slice(0, 10);
}

async function liveDay(world: World, isDown: boolean): Promise<void> {
  const { app, goodDays } = world;
  await advanceDay(app);
  await setFaults(app, isDown ? ALL_DOWN : []);
  await runTracking(app);
  if (isDown) world.downDay = today(app);
  else goodDays.push(today(app));
  await setFaults(app, []);
  assert.equal((await sweepNow(app, 'hour')).failed, 0);
}

async function truePlaceOn({ sandbox }: TestApp, { platform, appId }: SampleApp, keyword: string, date: string): Promise<number | null> {
  const query = new URLSearchParams({ platform, keyword, limit: '100', date });
  const at = (await sandbox.get(`/_sandbox/truth/app-search?${query.toString()}`)).body.app_ids.indexOf(appId);
  return at === -1 ? null : at + 1;
}

async function placesAreTrue(t: TestContext, world: World): Promise<void> {
  await t.test('falls in searches are those of the truth, each from the last good day; a failed one is no lost position', async () => {
    const { app, twins, goodDays, projectId, downDay } = world;
    const expected = new Set<string>();
    for (const twin of twins) {
      for (const term of twin.terms) {
        let before: number | null = null;
        for (const [at, day] of goodDays.entries()) {
          const place = await truePlaceOn(app, twin, term, day);
          if (at > 0 && before !== null && (place ?? 101) - before >= 1) expected.add(`${twin.appId} ${term.toLowerCase()} ${day}`);
          before = place;
        }
      }
    }
    const { alerts } = await preview(app, projectId, { event: 'app_position', by: 1 });
    const items: any[] = alerts.flatMap((one: any) => one.items);
    const found = new Set(
      items.map(({ subject, day }) => {
        const [, , , appId, term] = parse(subject);
        return `${appId} ${term} ${day}`;
      }),
    );
    assert.deepEqual([...found].toSorted(), [...expected].toSorted());
    assert.ok(expected.size > 0, 'the world moves');
    assert.ok(items.every(({ day }) => day !== downDay));
  });

  await t.test('a chart that was not read on a day says nothing of it', async () => {
    const { alerts } = await preview(world.app, world.projectId, { event: 'app_chart', by: 1 });
    const items: any[] = alerts.flatMap((one: any) => one.items);
    assert.ok(
      items.every(({ day, from, to }) => day !== world.downDay && (to.position === null ? to.checked_depth >= from.position : true)),
    );
  });
}

function parse(subject: string): string[] {
  const [, platform, storefront, appId, ...rest] = subject.split(':');
  const term = rest.join(':').split(' ').slice(1).join(' ');
  return ['term', platform ?? '', storefront ?? '', appId ?? '', term];
}

async function reviewsOnce(t: TestContext, { app, projectId, twins }: World): Promise<void> {
  await t.test('each review that was written since is told once, live and in a preview', async () => {
    const truths = await Promise.all(twins.map((twin) => readTruth(app, twin)));
    const written = new Map(truths.flatMap(({ reviews }) => reviews.map((one) => [one.id, one] as const)));
    const told = await listTold(app.app.context.postgres, ['rule_reviews']);
    const ids = told.flatMap(({ subjects }) => subjects.map((subject) => subject.split('/').at(-1) as string));
    assert.ok(ids.length > 0, 'somebody writes');
    assert.equal(new Set(ids).size, ids.length, 'none twice');
    for (const id of ids) assert.ok(written.has(id), id);
    const body = await preview(app, projectId, { event: 'app_review', stars: 5 }, { group_by: 'rule' });
    assert.equal(body.items_total, ids.length);
    const few = await preview(app, projectId, { event: 'app_review', stars: 2 }, { group_by: 'rule' });
    const poor = ids.filter((id) => (written.get(id)?.rating ?? 5) <= 2);
    assert.equal(few.items_total, poor.length);
    await sweepNow(app, 'hour');
    assert.equal((await listTold(app.app.context.postgres, ['rule_reviews'])).flatMap(({ subjects }) => subjects).length, ids.length);
  });
}

async function listings(t: TestContext, { app, projectId, twins }: World): Promise<void> {
  await t.test('changes of a page are those that the app shows, and ratings that were never below fire nothing', async () => {
    const { rows } = await app.app.context.postgres.query<{ changes: number }>(
      `select count(*) as changes from app_changes where app_id = any($1::text[])`,
      [twins.map(({ appId }) => appId)],
    );
    const all = await preview(app, projectId, { event: 'app_listing' }, { group_by: 'rule' });
    assert.ok(all.items_total <= Number(rows[0]?.changes));
    const versions = await preview(app, projectId, { event: 'app_listing', fields: ['version'] }, { group_by: 'rule' });
    assert.ok(versions.alerts.every((one: any) => one.items.every(({ from }: any) => from.field === 'version')));
    assert.equal((await preview(app, projectId, { event: 'app_listing', of: 'competitor' })).items_total, 0);
    assert.equal((await preview(app, projectId, { event: 'app_rating', below: 1.01 })).items_total, 0);
  });
}
