import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeLogger } from '#kernel/logger.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import { onEnd } from '../support/closers.ts';
import { startFleet, type Fleet, type Member } from '../support/fleet.ts';
import { assertFleetRun, startFleetRun, endFleetRun, executorOf, TAKE_OVER_MS_MAX, waitForTakeOver } from '../support/fleet-run.ts';
import { startRestartablePostgres } from '../support/postgres-gate.ts';
import { stopService } from '../support/service-process.ts';
import { spawnWorker } from '../workflows/worker.ts';
import { abc } from '../workflows/workflows.ts';
import { openWorld, type World } from '../workflows/world.ts';
import { waitUntil } from '../support/wait-until.ts';

const WORKFLOWS = 1_000;
const KEYWORDS = 2_000;
const DEADLINE_MS = 600_000;
/** A minute of silence, on a busy machine. */
const FROZEN_MS_MAX = 120_000;

/** Steps that had been recorded, with how often each has acted. */
async function listRecorded({ postgres }: World): Promise<Map<string, number>> {
  const { rows } = await postgres.query<{ step: string; times: number }>(
    `select workflow_id || ' ' || step as step, count(*) as times
       from effects join dbos.operation_outputs o on o.workflow_uuid = workflow_id and o.function_name = step group by 1`,
  );
  return new Map(rows.map((row) => [row.step, row.times]));
}

test(`${WORKFLOWS} workflows on three workers, one of them killed in the middle`, { timeout: DEADLINE_MS }, async (t) => {
  const world = await openWorld(t);
  const { postgres } = world;
  const api = await world.start([abc], { isWorker: false });
  const ids = Array.from({ length: WORKFLOWS }, (_none, at) => `wf_small_${at}`);
  const [victim] = await Promise.all([spawnWorker(world), spawnWorker(world), spawnWorker(world)]);
  await postgres.transaction(async (tx) => {
    for (const id of ids) await api.workflows.enqueue(tx, 'abc', { pauseMs: 5 }, { id });
  });
  const done = async (): Promise<number> =>
    (await postgres.query<{ count: number }>(`select count(*) as count from dbos.workflow_status where status = 'SUCCESS'`)).rows[0]
      ?.count ?? 0;
  await waitUntil(async () => (await done()) >= WORKFLOWS / 3, 'a third to be done', DEADLINE_MS);
  // As on another machine: its end shows only by its lock and its silence.
  const { rows } = await postgres.query<{ executorId: string }>(
    `update worker_heartbeats set host = 'elsewhere' where pid = $1 returning executor_id`,
    [victim.pid],
  );
  await victim.kill();
  const before = await listRecorded(world);
  const takenOverMs = await waitForTakeOver(postgres, rows[0]?.executorId ?? '');
  await waitUntil(async () => (await done()) === WORKFLOWS, 'all to be done', DEADLINE_MS);
  const after = await listRecorded(world);
  assert.equal(after.size, 3 * WORKFLOWS);
  for (const [step, times] of before) assert.equal(after.get(step), times, `${step} was finished and not run again`);
  const again = [...after.values()].filter((times) => times > 1).length;
  assert.ok(again <= 20, `${again} steps were in flight and ran again`);
  t.diagnostic(`taken over after ${(takenOverMs / 1_000).toFixed(1)} s; ${again} steps that were in flight ran again`);
});

/** A worker stands still, as one whose machine is paused, until the others have taken over from it; then it goes on. */
async function freezeOne(t: TestContext, fleet: Fleet, postgres: World['postgres']): Promise<void> {
  const frozen = fleet.workers[0] as Member;
  const executorId = await executorOf(fleet, frozen);
  const isListed = async (): Promise<boolean> =>
    (await postgres.query('select 1 from worker_heartbeats where executor_id = $1', [executorId])).rowCount === 1;
  frozen.process.kill('SIGSTOP');
  const begin = performance.now();
  await waitUntil(async () => !(await isListed()), 'the frozen worker to be taken over', FROZEN_MS_MAX);
  t.diagnostic(`worker frozen, taken over after ${((performance.now() - begin) / 1_000).toFixed(1)} s`);
  frozen.process.kill('SIGCONT');
  await waitUntil(isListed, 'the thawed worker to beat again', FROZEN_MS_MAX);
}

/** Disturbs the fleet while it works, one fault after the other. */
async function disturb(
  t: TestContext,
  fleet: Fleet,
  { postgres, restartPostgres }: { postgres: World['postgres']; restartPostgres(): Promise<void> },
) {
  const pause = (): Promise<void> => sleep(500 + Math.random() * 1_500);
  const killOne = async (members: readonly Member[]): Promise<void> => {
    const victim = members[0] as Member;
    const executorId = await executorOf(fleet, victim);
    await fleet.kill(victim);
    t.diagnostic(`${victim.role} killed, taken over after ${((await waitForTakeOver(postgres, executorId)) / 1_000).toFixed(1)} s`);
    await fleet.start(victim.role);
  };
  await pause();
  await killOne(fleet.workers);
  await pause();
  await fleet.clickhouse.restart(2_000);
  await pause();
  await killOne(fleet.apis);
  await pause();
  await freezeOne(t, fleet, postgres);
  await restartPostgres();
  await pause();
  // As a new release is rolled out: one comes, one goes.
  for (const role of ['worker', 'worker', 'worker', 'api', 'api'] as const) {
    const old = (role === 'api' ? fleet.apis : fleet.workers)[0] as Member;
    await fleet.start(role);
    await fleet.stop(old);
  }
}

/** Longer than a post may take, so that a process that was frozen sends nothing afterwards. */
const DOUBT_MS = 180_000;
const FREEZES = 4;
const LATE_MS = 3_000;

/** Ends the connection of a process's lock, so that it looks dead to the others. */
async function dropLock(postgres: World['postgres'], executorId: string): Promise<void> {
  const { rows } = await postgres.query(
    `select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objsubid = 1 and granted
        and (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)`,
    [executorId],
  );
  assert.equal(rows.length, 1, 'it held its lock');
}

test(
  `${FREEZES} times a worker stands still in the middle of posts, is taken over, and goes on`,
  { timeout: 2 * DEADLINE_MS },
  async (t) => {
    const server = await startRestartablePostgres(t);
    const postgres = await openPostgres({ databaseUrl: server.connectionString, dataDir: '', logger: makeLogger('fatal') });
    onEnd(t, () => postgres.close());
    const fleet = await startFleet(t, { databaseUrl: server.connectionString, apis: 1, workers: 2, doubtMs: DOUBT_MS });
    await fleet.world.post('/_sandbox/faults', { match: 'task_post', kind: 'late_work', delay_ms: LATE_MS });
    const { projectId, statusUrl } = await startFleetRun(fleet, KEYWORDS);
    for (let freeze = 0; freeze < FREEZES; freeze += 1) {
      await sleep(Math.random() * LATE_MS);
      const victim = fleet.workers[freeze % 2] as Member;
      const executorId = await executorOf(fleet, victim);
      victim.process.kill('SIGSTOP');
      await dropLock(postgres, executorId);
      const takenOverMs = await waitForTakeOver(postgres, executorId);
      victim.process.kill('SIGCONT');
      t.diagnostic(`stood still for ${(takenOverMs / 1_000).toFixed(1)} s`);
    }
    await endFleetRun(fleet, postgres, { statusUrl, deadlineMs: DEADLINE_MS });
    await Promise.all([...fleet.apis, ...fleet.workers].map(({ process }) => stopService(process)));
    await assertFleetRun(fleet, { projectId, keywords: KEYWORDS });
  },
);

test(`${KEYWORDS} keywords on two api processes and three workers, with everything ended once`, { timeout: DEADLINE_MS }, async (t) => {
  const server = await startRestartablePostgres(t);
  const postgres = await openPostgres({ databaseUrl: server.connectionString, dataDir: '', logger: makeLogger('fatal') });
  onEnd(t, () => postgres.close());
  const fleet = await startFleet(t, { databaseUrl: server.connectionString, apis: 2, workers: 3 });
  const begin = performance.now();
  const { projectId, statusUrl } = await startFleetRun(fleet, KEYWORDS);
  await disturb(t, fleet, { postgres, restartPostgres: () => server.restart(2_000) });
  await endFleetRun(fleet, postgres, { statusUrl, deadlineMs: DEADLINE_MS });
  t.diagnostic(
    `${KEYWORDS} keywords in ${((performance.now() - begin) / 1_000).toFixed(0)} s; bound of a take-over ${TAKE_OVER_MS_MAX / 1_000} s`,
  );
  await Promise.all([...fleet.apis, ...fleet.workers].map(({ process }) => stopService(process)));
  await assertFleetRun(fleet, { projectId, keywords: KEYWORDS });
});
