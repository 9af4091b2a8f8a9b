import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { WeeklySnapshotsOutput } from '#areas/domains/snapshots/weekly-snapshots.workflow.ts';
import { addWeeks } from '#kernel/weeks.ts';
import { startApp } from '../../src/app.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeProject } from '../support/rankings-api.ts';
import {
  assertTrueWeeks,
  countLinkCalls,
  HISTORY,
  moveTo,
  readHistory,
  readTruth,
  storedWeeks,
  SUMMARY,
  takeSnapshots,
} from '../support/snapshot-run.ts';
import { makeWorld } from '../../sandbox/world/index.ts';
import { waitUntil } from '../support/wait-until.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const JOB = 'job_backlink_snapshots';
// Sites with few links, for which the sandbox works out a year in no time.
const SITE = 'sorensenaccount.org';
const RIVAL = 'larchcompanion.com';
const LONE = 'mapledigest.com';
const LATE = 'ivorycompanion.org';
const UNKNOWN = 'nobody-has-this.com';

test('weekly snapshots', async (t) => {
  const app = await startTestApp(t, { isSnapshotJobOn: true });
  await switchJob(app, false);
  await moveTo(app, '2026-11-25T12:00:00Z');
  const projectId = await makeProject(app.api, [SITE, RIVAL]);
  await testFirstRun(t, app, projectId);
  await testFiveWeeks(t, app);
  await testGap(t, app);
  await testBudget(t, app);
  await testFaults(t, app);
  await testUnknown(t, app);
  await testManyDomains(t, app);
  await testAnalytics(t, app);
  await testRestart(t, app);
});

async function switchJob({ api }: TestApp, isEnabled: boolean): Promise<void> {
  assert.equal((await api.put(`/api/jobs/${JOB}`, { is_enabled: isEnabled })).status, 200);
}

/** Runs of the job, all ended, newest first. */
async function waitForJobRuns({ api }: TestApp, count: number): Promise<any[]> {
  let runs: any[] = [];
  await waitUntil(async () => {
    runs = (await api.get(`/api/jobs/${JOB}/runs`)).body.runs;
    return runs.length >= count && runs.every((run) => run.completed_at !== null);
  }, `${count} runs of the job to end`);
  assert.equal(runs.length, count);
  return runs;
}

async function testFirstRun(t: TestContext, app: TestApp, projectId: string): Promise<void> {
  await t.test('the first run takes the present week and fills the year before it from the history, one call each', async () => {
    // Two at once are done one after the other.
    const runs = (await Promise.all([takeSnapshots(app), takeSnapshots(app)])).toSorted((one, other) => other.inserted - one.inserted);
    assert.deepEqual(
      runs.map((run) => [run.year_week, run.domains, run.inserted, run.weeks_filled, run.failed, run.skipped]),
      [
        ['202648', 2, 2, 104, 0, false],
        ['202648', 0, 0, 0, 0, false],
      ],
    );
    assert.deepEqual(await countLinkCalls(app), { summary: 2, history: 2 });
    const weeks = await readHistory(app, SITE);
    assert.deepEqual([weeks.length, weeks[0].source, weeks[1].source, weeks[0].as_of], [52, 'summary', 'history', '2026-11-25']);
    await assertTrueWeeks(app, SITE, weeks);
    assert.deepEqual([weeks[0].year_week, weeks[51].year_week, weeks[1].as_of], ['202648', addWeeks('202648', -51), '2026-11-22']);
    assert.ok(weeks[0].count_news >= 0 && weeks[1].count_news === null && weeks[1].platform_types === null);
    const ledger = await readLedger(app);
    assert.equal(ledger.cost, runs[0]?.cost_usd, 'the ledger has what the run says');
    assert.deepEqual(
      [ledger.rows, ledger.projects, ledger.services],
      // For each domain a summary, its history, and a look: the counts, then the links and the domains that came and went.
      [2 * 5, [projectId], ['provider_backlinks', 'provider_referring_domains', 'provider_summary']],
    );
  });

  await t.test('a second run in the week asks for nothing', async () => {
    const run = await takeSnapshots(app);
    assert.deepEqual([run.domains, run.inserted, run.cost_usd], [0, 0, 0]);
    assert.deepEqual(await countLinkCalls(app), { summary: 2, history: 2 });
  });
}

async function readLedger({ stores }: TestApp) {
  const { rows } = await stores.postgres.query<{ cost: number; rows: number; projects: string[]; services: string[] }>(
    `select sum(cost_usd) as cost, count(*) as rows, array_agg(distinct project_id) as projects, array_agg(distinct service) as services
     from api_costs where endpoint like '%backlinks%'`,
  );
  return rows[0] ?? { cost: 0, rows: 0, projects: [], services: [] };
}

async function testFiveWeeks(t: TestContext, app: TestApp): Promise<void> {
  await t.test('week after week the job runs by itself when the date moves, over week 53 into the new year', async () => {
    await switchJob(app, true);
    const days = ['2026-12-02', '2026-12-10', '2026-12-18', '2026-12-26', '2027-01-03', '2027-01-04'];
    for (const [at, day] of days.entries()) {
      await moveTo(app, `${day}T12:00:00Z`);
      const [run] = await waitForJobRuns(app, at + 1);
      assert.deepEqual([run.status, run.error], ['completed', null]);
    }
    const weeks = await readHistory(app, SITE);
    assert.deepEqual(
      weeks.slice(0, 7).map((week) => [week.year_week, week.as_of, week.source]),
      [
        ['202701', '2027-01-04', 'summary'],
        ['202653', '2027-01-03', 'summary'],
        ['202652', '2026-12-26', 'summary'],
        ['202651', '2026-12-18', 'summary'],
        ['202650', '2026-12-10', 'summary'],
        ['202649', '2026-12-02', 'summary'],
        ['202648', '2026-11-25', 'summary'],
      ],
    );
    for (const domain of [SITE, RIVAL]) await assertTrueWeeks(app, domain, (await readHistory(app, domain)).slice(0, 8));
    assert.ok(new Set(weeks.map((week) => week.backlinks)).size > 5, 'the world changes');
    assert.deepEqual(await countLinkCalls(app), { summary: 14, history: 2 }, 'one summary a week, and the history once');
    await switchJob(app, false);
  });
}

async function testGap(t: TestContext, app: TestApp): Promise<void> {
  await t.test('weeks that were missed are filled in by the next run with one call', async () => {
    await moveTo(app, '2027-02-03T12:00:00Z');
    const run = await takeSnapshots(app);
    assert.deepEqual([run.year_week, run.inserted, run.weeks_filled], ['202705', 2, 6]);
    assert.deepEqual(await countLinkCalls(app), { summary: 16, history: 4 });
    const weeks = (await readHistory(app, RIVAL)).slice(0, 5);
    assert.deepEqual(
      weeks.map((week) => [week.year_week, week.as_of, week.source]),
      [
        ['202705', '2027-02-03', 'summary'],
        ['202704', '2027-01-31', 'history'],
        ['202703', '2027-01-24', 'history'],
        ['202702', '2027-01-17', 'history'],
        ['202701', '2027-01-04', 'summary'],
      ],
    );
    await assertTrueWeeks(app, RIVAL, weeks);
  });
}

async function testBudget(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a budget without room leaves the run skipped, and what it left is taken later', async () => {
    const { api } = app;
    await moveTo(app, '2027-02-10T12:00:00Z');
    await api.put('/api/admin/config', { budgets: { daily_usd: 0 } });
    const stopped = await takeSnapshots(app);
    assert.deepEqual(
      [stopped.skipped, stopped.reason, stopped.skipped_domains, stopped.inserted, stopped.failed, stopped.cost_usd],
      [true, 'budget_exceeded', 2, 0, 0, 0],
    );
    const { body: started } = await api.post(`/api/jobs/${JOB}/run`);
    const [run] = await waitForJobRuns(app, 7);
    assert.deepEqual([run.id, run.status, run.reason], [started.run_id, 'skipped', 'budget_exceeded']);
    await api.put('/api/admin/config', { budgets: { daily_usd: null, project_monthly_usd: 0 } });
    assert.equal((await takeSnapshots(app)).reason, 'budget_exceeded');

    // Its project cannot pay; a domain of no project goes on.
    await addOnboarded(app, [LONE]);
    const others = await takeSnapshots(app);
    assert.deepEqual([others.inserted, others.skipped_domains], [1, 2]);
    await api.put('/api/admin/config', { budgets: { project_monthly_usd: null } });
    assert.deepEqual([(await takeSnapshots(app)).inserted, (await takeSnapshots(app)).domains], [2, 0]);
  });
}

/** Domains that were onboarded and belong to no project. */
async function addOnboarded({ stores }: TestApp, domains: readonly string[]): Promise<void> {
  await stores.postgres.query(
    `insert into domains (domain, onboard_status, created_at) select domain, 'complete', now() from unnest($1::text[]) as t (domain)`,
    [domains],
  );
}

async function testFaults(t: TestContext, app: TestApp): Promise<void> {
  const { sandbox } = app;
  await t.test('what goes wrong in passing is tried again; one domain that fails does not stop the others, and is named', async () => {
    await moveTo(app, '2027-02-17T12:00:00Z');
    for (const kind of ['http_500', 'empty', 'malformed']) await sandbox.post('/_sandbox/faults', { match: SUMMARY, kind, count: 1 });
    const run = await takeSnapshots(app);
    assert.deepEqual([run.inserted, run.failed], [3, 0]);
    await sandbox.post('/_sandbox/faults', {});

    await moveTo(app, '2027-02-24T12:00:00Z');
    await sandbox.post('/_sandbox/faults', { match: SUMMARY, kind: 'provider_40501', count: 1 });
    const bad = await takeSnapshots(app);
    assert.deepEqual([bad.inserted, bad.failed, bad.failures.length, bad.skipped], [2, 1, 1, false]);
    assert.match(bad.failures[0]?.reason ?? '', /40501/u);
    const { body: letters } = await app.api.get('/api/admin/queue/dead-letter?type=backlink-snapshot');
    assert.equal(letters.dead_letters.length, 1);
    const again = await takeSnapshots(app);
    assert.deepEqual([again.domains, again.inserted], [1, 1], 'the next run takes it');
    const weeks = await readHistory(app, bad.failures[0]?.domain ?? '');
    await assertTrueWeeks(app, bad.failures[0]?.domain ?? '', weeks.slice(0, 3));
  });

  await t.test('history that is not available leaves the week it comes after, and comes with the next run', async () => {
    await sandbox.post('/_sandbox/faults', {});
    await addOnboarded(app, [LATE]);
    await sandbox.post('/_sandbox/faults', { match: HISTORY, kind: 'provider_40501', count: 1 });
    assert.deepEqual([(await takeSnapshots(app)).failed, (await readHistory(app, LATE)).length], [1, 1]);
    const run = await takeSnapshots(app);
    assert.deepEqual([run.inserted, run.weeks_filled, (await readHistory(app, LATE)).length], [0, 52, 52]);
  });
}

async function testUnknown(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a domain that the provider does not know is asked about once a week, and shows nothing', async () => {
    await addOnboarded(app, [UNKNOWN]);
    const before = await countLinkCalls(app);
    const run = await takeSnapshots(app);
    assert.deepEqual([run.domains, run.unknown, run.inserted, run.failed], [1, 1, 1, 0]);
    assert.equal((await takeSnapshots(app)).cost_usd, 0);
    assert.deepEqual(await countLinkCalls(app), { summary: before.summary + 1, history: before.history });
    assert.deepEqual(await readHistory(app, UNKNOWN), []);
  });
}

async function testManyDomains(t: TestContext, app: TestApp): Promise<void> {
  await t.test('many domains go side by side within a bound, each once', async () => {
    const { sandbox, stores } = app;
    const { rows: known } = await stores.postgres.query<{ domain: string }>('select domain from domains');
    const names = new Set(known.map(({ domain }) => domain));
    // Those with the fewest links: what they say takes the sandbox least time.
    const sites = makeWorld('sightline').sites.toSorted((one, other) => one.strength - other.strength);
    const some = sites
      .map(({ domain }) => domain)
      .filter((domain) => !names.has(domain))
      .slice(0, 24);
    await addOnboarded(app, some);
    const before = await countLinkCalls(app);
    const run = await takeSnapshots(app);
    assert.deepEqual([run.inserted, run.failed, run.weeks_filled], [some.length, 0, some.length * 52]);
    const { body: calls } = await sandbox.get('/_sandbox/calls?limit=0');
    const after = await countLinkCalls(app);
    assert.deepEqual([after.summary - before.summary, after.history - before.history], [some.length, some.length]);
    assert.ok(calls.max_concurrency > 1 && calls.max_concurrency <= 8, String(calls.max_concurrency));
    const last = some.at(-1) ?? '';
    const { backlinks } = await readTruth(app, last, '2027-02-24');
    assert.equal((await readHistory(app, last))[0].backlinks, backlinks);
  });
}

async function testAnalytics(t: TestContext, { app }: TestApp): Promise<void> {
  await t.test('ClickHouse has the same weeks, and none twice when they are written again', async () => {
    const { postgres, clickhouse, outbox } = app.context;
    await outbox.flush();
    const { rows: lines } = await postgres.query<{ line: string }>(
      `select json_build_object('domain', domain, 'year_week', year_week, 'as_of', as_of, 'source', source, 'rank', rank,
         'backlinks', backlinks_count, 'referring_domains', referring_domains_count, 'news', count_news, 'paid', count_paid)::text as line
       from domain_summaries join domains on domains.id = domain_id where backlinks_count is not null order by domain, year_week`,
    );
    const read = async (): Promise<string[]> => (await clickhouse.query(storedWeeks, {})).map((row) => JSON.stringify(row)).toSorted();
    const expected = lines.map(({ line }) => JSON.stringify(JSON.parse(line))).toSorted();
    assert.ok(expected.length > 1_000);
    assert.deepEqual(await read(), expected);
    await clickhouse.command('insert into backlink_snapshots select * from backlink_snapshots');
    assert.deepEqual(await read(), expected);
    assert.equal(await outbox.countPending(), 0);
  });
}

async function testRestart(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a run that was broken off goes on where it was, and asks about no domain twice', async () => {
    const { sandbox, stores } = app;
    await moveTo(app, '2027-03-03T12:00:00Z');
    await sandbox.post('/_sandbox/faults', { match: SUMMARY, kind: 'slow', delay_ms: 100 });
    const { rowCount: all } = await stores.postgres.query('select from domains');
    const countWeek = async (): Promise<number> =>
      (await stores.postgres.query(`select from domain_summaries where year_week = '202709'`)).rowCount ?? 0;
    const before = await countLinkCalls(app);
    const id = await app.app.context.workflows.start('backlink-snapshots', {});
    await waitUntil(async () => (await countWeek()) >= 3, 'the run to be under way');
    await app.app.stop();
    const done = await countWeek();
    assert.ok(done < (all ?? 0), 'it was broken off');
    await sandbox.post('/_sandbox/faults', {});

    const again = await startApp(app.app.context.config, { logger: app.app.context.logger });
    stores.onClose(() => again.stop());
    const end = await again.context.workflows.waitFor<WeeklySnapshotsOutput>(id, PATIENCE_MS);
    assert.deepEqual([end?.output.inserted, end?.output.failed, await countWeek()], [all, 0, all]);
    const after = await countLinkCalls(app);
    assert.deepEqual([after.summary - before.summary, after.history], [all, before.history]);
  });
}
