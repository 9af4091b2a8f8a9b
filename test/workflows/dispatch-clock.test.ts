import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { newId } from '#kernel/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { assertTrue, dispatch, readStory, TASK_POST } from '../support/dispatch-run.ts';
import {
  assertLedgerAgrees,
  assertOneRunEach,
  assertStoresAgree,
  startDispatch,
  clearFaults,
  endDispatch,
  setFault,
  waitForStatuses,
} from '../support/queue-run.ts';
import { countCalls, PROVIDER, track } from '../support/rankings-api.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const HOUR_MS = 3_600_000;

interface Zone {
  readonly timeZone: string;
  readonly projectId: string;
  readonly keywords: readonly string[];
}

test('the calendar', async (t) => {
  const app = await startTestApp(t);
  await testMidnight(t, app);
  await testMonthsEnd(t, app);
  await testClockChanges(t, app);
  await t.test('one run each, in both stores, and the ledger agrees with the provider', async () => {
    await assertOneRunEach(app.app.context);
    await assertStoresAgree(app.app.context);
    await assertLedgerAgrees(app.app.context, app.sandbox);
  });
});

/** The sandbox sends the new date before it answers. */
async function moveClock({ sandbox, app }: TestApp, instant: string): Promise<void> {
  const { status, body } = await sandbox.post('/_sandbox/clock', { now: instant });
  assert.equal(status, 200, JSON.stringify(body));
  while (Math.abs(app.context.clock.now().getTime() - Date.parse(instant)) > HOUR_MS / 2)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

async function makeZone(app: TestApp, timeZone: string, keywords: readonly string[], site: string): Promise<Zone> {
  const { body } = await app.api.post('/api/projects', { name: timeZone, organization_id: 'org_zones', time_zone: timeZone });
  const projectId: string = body.project_id;
  await app.api.post('/api/assets', { project_id: projectId, type: 'website', value: site, name: 'Ours', skip_onboarding: true });
  await track(app, projectId, keywords);
  return { timeZone, projectId, keywords };
}

const MIDNIGHT_KEYWORDS = 22;
/** Long enough for a day to begin while the first pages are read; there is a second turn, for 20 are read at once. */
const SLOW_MS = 8_000;

async function testMidnight(t: TestContext, app: TestApp): Promise<void> {
  const { workflows } = app.app.context;
  const { site, keywords } = await readStory(app, MIDNIGHT_KEYWORDS);
  let projectId = '';
  await t.test('first checks that are read live while a day begins are not queued for it as well', async () => {
    await moveClock(app, '2027-01-10T23:59:57Z');
    const { body } = await app.api.post('/api/projects', { name: 'Midnight', organization_id: 'org_zones', time_zone: 'UTC' });
    projectId = body.project_id;
    await app.api.post('/api/assets', { project_id: projectId, type: 'website', value: site, name: 'Ours', skip_onboarding: true });
    await setFault(app, { match: PROVIDER, kind: 'slow', rate: 1, delay_ms: SLOW_MS });
    const entries = keywords.map((keyword) => ({ keyword_text: keyword }));
    const tracked = await app.api.post('/api/keywords/track', { project_id: projectId, keywords: entries });
    while ((await countCalls(app)) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await moveClock(app, '2027-01-11T00:00:05Z');
    assert.equal((await dispatch(app)).due, 0);
    await clearFaults(app);
    await workflows.waitFor(tracked.body.serp_tracking.workflow_id, PATIENCE_MS);
    assert.deepEqual(await countBought(app), { live: MIDNIGHT_KEYWORDS, queued: 0 }, 'each keyword is bought once');
    assert.equal((await dispatch(app)).due, 0, 'what was read after midnight is the check of the new day');
  });

  await t.test('a first check that a dispatch has queued before it is read leaves the page to the queue', async () => {
    await moveClock(app, '2027-01-12T00:00:05Z');
    const id = await startUndelivered(app, MIDNIGHT_KEYWORDS);
    const { rows } = await app.app.context.postgres.query<{ keywordId: string }>('select keyword_id from tracked_keywords');
    const keywordIds = rows.map((row) => row.keywordId);
    const first = { project_id: projectId, keyword_ids: keywordIds, source: 'tracking' as const, due_date: '2027-01-12' };
    const late = await workflows.start('serp-tracking', first, { id: newId('wf_') });
    const ended = await workflows.waitFor<{ checked: number; skipped_checks: number }>(late, PATIENCE_MS);
    assert.deepEqual([ended?.output.checked, ended?.output.skipped_checks], [0, MIDNIGHT_KEYWORDS]);
    assert.equal((await endDispatch(app, id)).checked, MIDNIGHT_KEYWORDS);
    assert.deepEqual(await countBought(app), { live: MIDNIGHT_KEYWORDS, queued: MIDNIGHT_KEYWORDS });
    await clearFaults(app);
    await app.api.put(`/api/projects/${projectId}`, { status: 'archived' });
  });
}

/** A dispatch whose checks are posted; their answers stay with the provider until `endDispatch` collects them. */
async function startUndelivered(app: TestApp, checks: number): Promise<string> {
  await setFault(app, { match: '', kind: 'lost_postback', rate: 1 });
  const id = await startDispatch(app);
  await waitForStatuses(app, ({ posted }) => posted === checks);
  return id;
}

/** Pages that the provider was asked for, by its own record. */
async function countBought(app: TestApp): Promise<{ readonly live: number; readonly queued: number }> {
  const { entries } = (await app.sandbox.get('/_sandbox/calls')).body as { entries: { path: string; body: string }[] };
  const tasks = (path: string): number =>
    entries.filter((entry) => entry.path === path).reduce((sum, { body }) => sum + (JSON.parse(body) as unknown[]).length, 0);
  return { live: tasks(PROVIDER), queued: tasks(TASK_POST) };
}

async function testMonthsEnd(t: TestContext, app: TestApp): Promise<void> {
  await t.test("a check that is posted before a month's end and answered after it belongs to the day of the post", async () => {
    const { site, keywords } = await readStory(app, 3);
    await moveClock(app, '2027-01-30T12:00:00Z');
    const { projectId } = await makeZone(app, 'UTC', keywords, site);
    await moveClock(app, '2027-01-31T23:58:00Z');
    const id = await startUndelivered(app, keywords.length);
    await moveClock(app, '2027-02-01T00:01:00Z');
    assert.equal((await endDispatch(app, id)).checked, keywords.length);
    await clearFaults(app);
    assert.equal((await dispatch(app)).checked, keywords.length, 'the new day is due at once');
    await assertTrue(app, { projectId, site, keywords });
    const { rows } = await app.app.context.postgres.query<{ partition: string; runs: number }>(
      `select tableoid::regclass::text as partition, count(*) as runs from serp_runs where project_id = $1 group by 1 order by 1`,
      [projectId],
    );
    assert.deepEqual(rows, [
      { partition: 'serp_runs_2027_01', runs: 2 * keywords.length },
      { partition: 'serp_runs_2027_02', runs: keywords.length },
    ]);
    const { body } = await app.api.get(`/api/rankings?project_id=${projectId}&start_date=2027-01-30&end_date=2027-02-01&limit=200`);
    assert.equal(body.rankings.length, 3 * keywords.length, 'each day has its position');
    await app.api.put(`/api/projects/${projectId}`, { status: 'archived' });
  });
}

const TIME_ZONES = ['Europe/Berlin', 'America/Los_Angeles'];
const TRACKED_AT = '2027-03-12T12:00:00Z';
/** Days around the changes of their clocks, each with the two dispatches of the schedule. */
const DISPATCHED_AT = ['03-13', '03-14', '03-28', '03-29', '10-31', '11-07'].flatMap((day) =>
  ['02:00:00', '10:00:00'].map((time) => `2027-${day}T${time}Z`),
);

async function testClockChanges(t: TestContext, app: TestApp): Promise<void> {
  await t.test('where clocks change, each keyword is checked once a day of its project', async () => {
    const { site, keywords } = await readStory(app, 4);
    await moveClock(app, TRACKED_AT);
    const zones: Zone[] = [];
    for (const [at, timeZone] of TIME_ZONES.entries()) zones.push(await makeZone(app, timeZone, keywords.slice(2 * at, 2 * at + 2), site));
    for (const instant of DISPATCHED_AT) {
      await moveClock(app, instant);
      await dispatch(app);
    }
    for (const zone of zones) await assertOnceADay(app, zone);
  });
}

async function assertOnceADay({ app }: TestApp, { timeZone, projectId, keywords }: Zone): Promise<void> {
  const { rows } = await app.context.postgres.query<{ days: string[]; wanted: string[] }>(
    `select
       array(select keyword_id || (created_at at time zone $2)::date from serp_runs where project_id = $1 order by 1) as days,
       array(select distinct keyword_id || (at at time zone $2)::date from tracked_keywords, unnest($3::timestamptz[]) at
             where project_id = $1 order by 1) as wanted`,
    [projectId, timeZone, [TRACKED_AT, ...DISPATCHED_AT]],
  );
  assert.deepEqual(rows[0]?.days, rows[0]?.wanted, timeZone);
  assert.ok((rows[0]?.days.length ?? 0) >= keywords.length * (1 + DISPATCHED_AT.length / 2));
}
