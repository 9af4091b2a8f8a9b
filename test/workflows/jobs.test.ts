import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { alignSchedules } from '#areas/jobs/keep-jobs.ts';
import { createJob } from '#areas/jobs/create-job.ts';
import { endRun } from '#areas/jobs/end-run.ts';
import { startDueJobs } from '#areas/jobs/start-due-jobs.ts';
import { pruneRuns, runsOfJob } from '#areas/jobs/store/runs.ts';
import { makeLogger } from '#kernel/logger.ts';
import { startApp } from '../../src/app.ts';
import { makeApiClient, type ApiClient } from '../support/api-client.ts';
import { startTestApp, TEST_ADMIN_KEY, type TestApp } from '../support/app.ts';
import { makeAreaContext } from '../support/area-context.ts';
import { openWorld } from './world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const CATALOG = 'job_admin_catalog_refresh';
const TRACKING = 'job_customer_app_tracking';
const CATEGORIES = ['GAME_WORD', 'DATING'];
const FAR = '30 4 1 1 *';

interface Run {
  readonly id: string;
  readonly status: string;
  readonly trigger: string;
  readonly error: string | null;
  readonly reason: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly completed_at: string | null;
  readonly metadata: Record<string, number>;
}

test('jobs', async (t) => {
  const app = await startTestApp(t, { hasSchedules: true });
  await app.api.put(`/api/jobs/${CATALOG}`, { config: { category_ids: CATEGORIES } });
  // Nothing is missed on the way.
  const setBoth = (isEnabled: boolean) =>
    Promise.all([CATALOG, TRACKING].map((id) => app.api.put(`/api/jobs/${id}`, { is_enabled: isEnabled })));
  await setBoth(false);
  await moveClock(app, '2027-03-06T12:00:00Z');
  await setBoth(true);
  await testClock(t, app);
  await testOverlap(t, app);
  await testWork(t, app);
  await testDrain(t, app);
  await testRestart(t, app);
});

async function moveClock({ sandbox }: Pick<TestApp, 'sandbox'>, now: string): Promise<void> {
  const { status, body } = await sandbox.post('/_sandbox/clock', { now });
  assert.equal(status, 200, JSON.stringify(body));
}

async function listRuns(api: ApiClient, jobId: string): Promise<Run[]> {
  return (await api.get(`/api/jobs/${jobId}/runs`)).body.runs;
}

/** Waits until the job has as many runs, all of them ended; newest first. */
async function waitForRuns(api: ApiClient, jobId: string, count: number): Promise<Run[]> {
  let runs: Run[] = [];
  await waitUntil(async () => {
    runs = await listRuns(api, jobId);
    return runs.length >= count && runs.every((run) => run.completed_at !== null);
  }, `${count} runs of ${jobId} to end`);
  assert.equal(runs.length, count);
  return runs;
}

async function waitForNextRun(api: ApiClient, jobId: string, instant: string): Promise<void> {
  await waitUntil(async () => (await api.get(`/api/jobs/${jobId}`)).body.next_run === instant, `${jobId} to be next at ${instant}`);
}

async function makeJob(api: ApiClient, body: object): Promise<string> {
  const made = await api.post('/api/jobs', { name: 'Test', ...body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.id;
}

async function testClock(t: TestContext, app: TestApp): Promise<void> {
  const { api } = app;
  await t.test('a job starts when its time comes, and reads the lists of its categories', async () => {
    await waitForNextRun(api, CATALOG, '2027-03-07T00:00:00.000Z');
    await waitForNextRun(api, TRACKING, '2027-03-07T02:00:00.000Z');
    await moveClock(app, '2027-03-07T00:00:10Z');
    const [run] = await waitForRuns(api, CATALOG, 1);
    assert.deepEqual([run?.status, run?.trigger, run?.reason, run?.error], ['completed', 'schedule', null, null]);
    assert.ok((run?.started_at ?? '') >= '2027-03-07T00:00:10' && (run?.started_at ?? '') < '2027-03-07T00:01:00');
    assert.deepEqual(run?.metadata, {
      categories_queued: CATEGORIES.length,
      categories_processed: CATEGORIES.length,
      apps_discovered: run?.metadata['apps_discovered'],
      errors: 0,
    });
    assert.ok(Number(run?.metadata['apps_discovered']) > 0);
    const { body } = await api.get(`/api/jobs/${CATALOG}/queue?limit=500`);
    assert.deepEqual(
      body.queue_items.map((item: { category_id: string; status: string; error: string | null }) => [
        item.category_id,
        item.status,
        item.error,
      ]),
      CATEGORIES.map((id) => [id, 'completed', null]),
    );
    const job = (await api.get(`/api/jobs/${CATALOG}`)).body;
    assert.deepEqual([job.last_run, job.last_run_status, job.next_run], [run?.started_at, 'completed', '2027-03-14T00:00:00.000Z']);
    assert.deepEqual(await listRuns(api, TRACKING), [], 'its time has not come');
    const ended = await app.app.context.workflows.waitFor<{ status: string }>(run?.id ?? '', PATIENCE_MS);
    assert.equal(ended?.output.status, 'completed');
  });

  await t.test('times that were missed are made up for once, and a job that is switched off is left alone', async () => {
    const off = await makeJob(api, { type: 'mine', cron_schedule: '0 0 * * *' });
    const on = await makeJob(api, { type: 'mine', cron_schedule: '0 0 * * *' });
    await api.put(`/api/jobs/${off}`, { is_enabled: false });
    await moveClock(app, '2027-04-06T12:00:00Z');
    await waitForRuns(api, CATALOG, 2);
    await waitForRuns(api, TRACKING, 1);
    const [custom] = await waitForRuns(api, on, 1);
    assert.match(custom?.error ?? '', /no work for jobs of type mine/u);
    await waitForNextRun(api, TRACKING, '2027-04-07T02:00:00.000Z');
    assert.deepEqual(await listRuns(api, off), []);
    await api.put(`/api/jobs/${off}`, { is_enabled: true });
    await waitForNextRun(api, off, '2027-04-07T00:00:00.000Z');
    for (const id of [on, off]) assert.equal((await api.delete(`/api/jobs/${id}`)).status, 200);
  });

  await t.test('when the date is set back, what comes next comes earlier', async () => {
    await moveClock(app, '2027-01-01T00:00:00Z');
    await waitForNextRun(api, TRACKING, '2027-01-01T02:00:00.000Z');
    await waitUntil(async () => {
      const { rows } = await app.stores.postgres.query<{ at: Date }>('select next_run_at as at from jobs where id = $1', [TRACKING]);
      return rows[0]?.at.toISOString() === '2027-01-01T02:00:00.000Z';
    }, 'the schedule to be aligned');
    await moveClock(app, '2027-01-01T02:00:01Z');
    await waitForRuns(api, TRACKING, 2);
    for (const id of [CATALOG, TRACKING]) await api.put(`/api/jobs/${id}`, { cron_schedule: FAR });
  });
}

async function testOverlap(t: TestContext, app: TestApp): Promise<void> {
  const { api } = app;
  await t.test('a job never overlaps itself, and one whose run was terminated runs again', async () => {
    const id = await makeJob(api, { type: 'mine', cron_schedule: '0 * * * *' });
    await whileHeld(app, async () => {
      const { run_id: runId } = (await api.post(`/api/jobs/${id}/run`)).body;
      const refused = await api.post(`/api/jobs/${id}/run`);
      assert.deepEqual([refused.status, refused.body.details], [409, { run_id: runId, status: 'queued' }]);
      assert.equal((await api.delete(`/api/jobs/${id}`)).status, 409);
      await moveClock(app, '2027-01-01T03:00:01Z');
      await waitForNextRun(api, id, '2027-01-01T04:00:00.000Z');
      assert.deepEqual(
        (await listRuns(api, id)).map((run) => [run.id, run.status]),
        [[runId, 'queued']],
      );
      await app.app.context.workflows.terminate(runId);
    });
    const [ended] = await waitForRuns(api, id, 1);
    assert.deepEqual([ended?.status, ended?.error], ['failed', 'The run was terminated.']);
    assert.equal((await api.post(`/api/jobs/${id}/run`)).status, 200);
    await waitForRuns(api, id, 2);
    assert.equal((await api.delete(`/api/jobs/${id}`)).status, 200);
    assert.equal((await api.get(`/api/jobs/${id}/runs`)).status, 404);
  });
}

/** No run gets beyond its beginning, where it asks for the drain mode. */
async function whileHeld({ stores }: TestApp, work: () => Promise<void>): Promise<void> {
  const client = await stores.postgres.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table settings in access exclusive mode');
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function testWork(t: TestContext, { api, app }: TestApp): Promise<void> {
  await t.test('a job whose work exists in this version completes', async () => {
    const id = await makeJob(api, { type: 'subscription_dispatch' });
    assert.equal((await api.get(`/api/jobs/${id}`)).body.next_run, null);
    const { run_id: runId } = (await api.post(`/api/jobs/${id}/run`)).body;
    const [run] = await waitForRuns(api, id, 1);
    assert.deepEqual([run?.id, run?.status, run?.error, run?.trigger], [runId, 'completed', null, 'api']);
    assert.equal((await app.context.workflows.find(`${runId}-dispatch`))?.status, 'completed');
    assert.equal((await api.get(`/api/jobs/${id}`)).body.last_run_status, 'completed');
  });
}

async function testDrain(t: TestContext, { api, app }: TestApp): Promise<void> {
  await t.test('in drain mode a run ends as skipped, and its queue is empty', async () => {
    const before = (await listRuns(api, CATALOG)).length;
    await api.put('/api/admin/config', { drain_mode: true });
    try {
      const { run_id: runId } = (await api.post(`/api/jobs/${CATALOG}/run`)).body;
      const [run] = await waitForRuns(api, CATALOG, before + 1);
      assert.deepEqual([run?.id, run?.status, run?.reason, run?.error], [runId, 'skipped', 'drain_mode', null]);
      const { body } = await api.get(`/api/jobs/${CATALOG}/queue?limit=500`);
      assert.ok(body.queue_items.every((item: { run_id: string }) => item.run_id !== runId));
      const { rowCount } = await app.context.postgres.query(`select 1 from workflow_marks where workflow_id = $1 and mark = 'drained'`, [
        runId,
      ]);
      assert.equal(rowCount, 1, 'it is counted');
    } finally {
      await api.put('/api/admin/config', { drain_mode: false });
    }
  });
}

/** The last one: the service that the tests began with is gone afterwards. */
async function testRestart(t: TestContext, { app, api, sandbox, stores }: TestApp): Promise<void> {
  await t.test('changes survive a restart, and what was missed meanwhile is made up for once', async () => {
    const custom = await makeJob(api, { type: 'mine', cron_schedule: '0 6 * * *' });
    await api.put(`/api/jobs/${TRACKING}`, { is_enabled: false, config: { platform: 'store_a' } });
    const before = (await api.get('/api/jobs')).body.jobs;
    await app.stop();
    await moveClock({ sandbox }, '2027-01-10T12:00:00Z');
    const again = await startApp(app.context.config, { logger: app.context.logger });
    stores.onClose(() => again.stop());
    const client = makeApiClient(again.url, TEST_ADMIN_KEY);
    const [run] = await waitForRuns(client, custom, 1);
    assert.deepEqual([run?.trigger, run?.created_at.slice(0, 16)], ['schedule', '2027-01-10T12:00']);
    const after = (await client.get('/api/jobs')).body.jobs;
    const settled = ({ id, cron_schedule: cron, is_enabled: isEnabled, config }: Record<string, unknown>) => [id, cron, isEnabled, config];
    assert.deepEqual(after.map(settled), before.map(settled));
    assert.equal(after.find(({ id }: { id: string }) => id === custom).next_run, '2027-01-11T06:00:00.000Z');
  });
}

const JOBS = 5;
const LOOKS = 8;
const DAY_MS = 24 * 3_600_000;

test('many looks at once, and machines whose clocks differ, start a job once; old runs are removed but the newest', async (t) => {
  const { postgres } = await openWorld(t);
  let now = new Date('2027-01-01T12:00:00Z');
  const clock = { now: () => now, realNow: () => now.getTime() };
  const ctx = { ...makeAreaContext({ postgres }), clock, logger: makeLogger('fatal') };
  const ids: string[] = [];
  for (let count = 0; count < JOBS; count += 1) {
    const input = { name: `job ${count}`, type: 'mine', cronSchedule: '0 * * * *', isEnabled: true, config: {} };
    ids.push((await createJob(ctx, input)).id);
  }
  await alignSchedules(ctx);
  const look = async (): Promise<void> => void (await Promise.all(Array.from({ length: LOOKS }, () => startDueJobs(ctx))));

  await look();
  assert.deepEqual(ctx.started, [], 'nothing is due');
  const hours = ['2027-01-01T13:00:00Z', '2027-01-01T14:30:00Z', '2027-01-02T14:00:00Z'];
  for (const hour of hours) {
    now = new Date(hour);
    await look();
    for (const id of ids) {
      const [newest] = await runsOfJob.page(postgres, id, { limit: 1, offset: 0 });
      await endRun(ctx, newest?.id ?? '', { status: 'completed' });
    }
  }
  // A machine whose clock is behind comes up.
  now = new Date(now.getTime() - 1_000);
  await alignSchedules(ctx);
  now = new Date(now.getTime() + 1_000);
  await look();
  const runs = await Promise.all(ids.map((id) => runsOfJob.page(postgres, id, { limit: 10, offset: 0 })));
  // Newest first; a day and a half hour late is as late as on time: one run.
  const wanted = hours.toReversed().map((hour) => new Date(hour));
  for (const rows of runs) {
    assert.deepEqual(
      rows.map((run) => run.createdAt),
      wanted,
    );
  }

  const defaults = ctx.started.length - JOBS * hours.length;
  assert.equal(defaults, 1, 'the app tracking of 02:00 on the second day');
  assert.equal(await pruneRuns(postgres, new Date(now.getTime() + DAY_MS)), JOBS * (hours.length - 1));
  for (const id of ids) assert.equal((await runsOfJob.page(postgres, id, { limit: 10, offset: 0 })).length, 1);
});
