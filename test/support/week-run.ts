import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { newId } from '#kernel/ids.ts';
import { makeLogger } from '#kernel/logger.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { makeWorkflowRuntime } from '#workflows/runtime.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { makeApiClient, type ApiClient } from './api-client.ts';
import { listCallTimes, mostWithin, PER_SECOND } from './call-times.ts';
import { onEnd } from './closers.ts';
import { cloneTestDatabase } from './index.ts';
import { trackQuietly } from './queue-crash-run.ts';
import { assertLedgerAgrees, assertNothingInvented, assertOneRunEach, assertStoresAgree, countStatuses, setFault } from './queue-run.ts';
import { killService, planService, SERVICE_KEY, startService, type ServicePlace } from './service-process.ts';
import { findTestFolder } from './test-folder.ts';
import { withApp } from './tracking-run.ts';
import { TEST_DAY } from './test-day.ts';

/** A service that lives through days, each as long as its work. */
export interface WeekRun {
  readonly days: number;
  readonly keywords: number;
  /** `kill -9` at random moments of each day. */
  readonly killsADay: number;
  /** The share of the provider's calls that fail, each day in another way. */
  readonly faultRate: number;
  /** The longest life of a process that is killed, after it was ready. */
  readonly lifeMsMax: number;
  readonly deadlineMs: number;
}

/** What a day came to. */
export interface Day {
  readonly tookMs: number;
  readonly memoryMb: number;
  /** Rows by table, of those that a day's work needs for a while only. */
  readonly passing: Readonly<Record<string, number>>;
}

interface Scene {
  readonly world: ApiClient;
  readonly place: ServicePlace;
  readonly postgres: Postgres;
}

const FAULTS = ['http_500', 'reset', 'malformed', 'lost_postback', 'duplicate_postback', 'slow', 'http_429'];
const LOOK_MS = 300;
const DOUBT_MS = 5_000;
const FAULT_MS = 300;
/** Longer than the simulated provider takes. An answer that a killed process had fetched is no longer listed as finished. */
const ASK_AFTER_MS = 10_000;
/** The first days make what stays: caches, code, connections. */
const SETTLED_DAYS = 2;
const MEMORY_GROWTH_MAX = 1.3;
/** Judging the alerts of a day waits for 120 times the first: ten minutes with the usual five seconds. */
const RETRY_WAITS_MS = [100, 400, 2_000];
const KB = 1_024;
const CRAWL_JOBS = ['admin_catalog_refresh', 'customer_app_tracking'];
const DAYS_OF_WEEK = 7;
/** Of each week; the short form ends before it. */
const CRAWL_DAY = 3;
const SECOND_MS = 1_000;
const SPAN_SECONDS = 2;
const OPEN = ['planned', 'posting', 'posted'];

/**
 * Days of dispatches, snapshots of links and a crawl of an app store, with faults and kills. A day ends when nothing of its work is left.
 * Afterwards nothing waits or is reserved, no message is dead, memory and passing tables have not grown, the ledger and both stores
 * agree with what the sandbox knows, and the provider's rate held over the kills.
 */
export async function runWeek(t: TestContext, run: WeekRun): Promise<readonly Day[]> {
  const scene = await openScene(t);
  const { world, place, postgres } = scene;
  let service = await startService(place, run.deadlineMs);
  onEnd(t, () => killService(service));
  const projectId = await trackQuietly(world, place.api, run.keywords);
  // Whole stores take hours: a week has a small crawl of its own.
  for (const job of CRAWL_JOBS) assert.equal((await place.api.put(`/api/jobs/job_${job}`, { is_enabled: false })).status, 200);
  const days: Day[] = [];
  for (let day = 1; day <= run.days; day += 1) {
    const begun = performance.now();
    if (day > 1) await world.post('/_sandbox/clock', { advance_days: 1 });
    await beginDay(scene, run, day);
    for (let kill = 0; kill < run.killsADay; kill += 1) {
      await sleep(Math.random() * run.lifeMsMax);
      await killService(service);
      service = await startService(place, run.deadlineMs);
    }
    await world.post('/_sandbox/faults', {});
    await endDay(postgres, run.deadlineMs);
    days.push({ tookMs: performance.now() - begun, memoryMb: await readMemoryMb(service), passing: await countPassing(postgres) });
  }
  await killService(service);
  assertNoGrowth(days);
  await assertRateHeld(t, world);
  await withApp(place, async ({ context, url }) => {
    await context.outbox.flush();
    await assertOneRunEach(context);
    await assertStoresAgree(context);
    await assertLedgerAgrees(context, world);
    await assertNothingInvented({ api: makeApiClient(url, SERVICE_KEY), sandbox: world }, projectId);
    const { rows } = await context.postgres.query('select workflow, error from dead_letters');
    assert.deepEqual(rows, [], 'no dead letter');
  });
  return days;
}

/** One service on a database of its own, which outlives it. */
async function openScene(t: TestContext): Promise<Scene> {
  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-week-'));
  onEnd(t, () => rm(dataDir, { recursive: true, force: true }));
  const sandbox = await startSandbox({ port: 0, now: TEST_DAY, enforceRateLimits: false });
  onEnd(t, () => sandbox.close());
  const databaseUrl = await cloneTestDatabase(t);
  const postgres = await openPostgres({ databaseUrl, dataDir, logger: makeLogger('fatal') });
  onEnd(t, () => postgres.close());
  const environment = { DATA_DIR: dataDir, SANDBOX: sandbox.url, DATABASE_URL: databaseUrl, KEYWORD_ENRICHMENT: 'off' };
  return {
    world: makeApiClient(sandbox.url),
    place: await planService(environment, { doubtMs: DOUBT_MS, retryWaitsMs: RETRY_WAITS_MS }),
    postgres,
  };
}

/** A dispatch each day, a snapshot of links and a crawl each week. */
async function beginDay({ world, place: { api } }: Scene, { faultRate }: WeekRun, day: number): Promise<void> {
  const kind = FAULTS[day % FAULTS.length];
  if (faultRate > 0) await setFault({ sandbox: world }, { match: '/v3/serp', kind, rate: faultRate, delay_ms: FAULT_MS });
  const paths: [string, object][] = [['/api/admin/workflow/subscription-dispatch', {}]];
  if (day % DAYS_OF_WEEK === 1) paths.push(['/api/jobs/job_backlink_snapshots/run', {}]);
  if (day % DAYS_OF_WEEK === CRAWL_DAY)
    paths.push(['/api/admin/workflow/crawl-run', { platform: 'store_b', limit: 2, related_app_depth: 0 }]);
  for (const [path, payload] of paths) {
    const started = await api.post(path, payload);
    assert.ok(started.status < 300, `${path}: ${started.status} ${JSON.stringify(started.body)}`);
  }
}

/** Until nothing runs and nothing waits. Late answers are collected as the sweep of minutes does, which leaves the last minutes alone. */
async function endDay(postgres: Postgres, deadlineMs: number): Promise<void> {
  const runtime = makeWorkflowRuntime<object>({ postgres, logger: makeLogger('fatal'), isWorker: false });
  await runtime.start({ context: {}, list: joinAreas(areas).workflows as never, schedules: [] });
  try {
    for (const end = performance.now() + deadlineMs; performance.now() < end; await sleep(LOOK_MS)) {
      const counts = await countStatuses({ postgres });
      if (OPEN.every((status) => counts[status] === undefined) && (await listOpen(postgres)).length === 0) return;
      const id = await runtime.workflows.start('serp-sweep', { poll_after_ms: 0, ask_after_ms: ASK_AFTER_MS }, { id: newId('wf_') });
      await runtime.workflows.waitFor(id, deadlineMs).catch(() => undefined);
    }
    assert.fail(`the day does not end: ${JSON.stringify([await countStatuses({ postgres }), await listOpen(postgres)])}`);
  } finally {
    await runtime.stop();
  }
}

async function listOpen(postgres: Postgres): Promise<string[]> {
  const { rows } = await postgres.query<{ name: string }>(
    `select distinct name from dbos.workflow_status where status in ('PENDING', 'ENQUEUED', 'DELAYED') and name not in ('serp-sweep') order by name`,
  );
  return rows.map(({ name }) => name);
}

async function readMemoryMb({ pid }: ChildProcess): Promise<number> {
  const [, kb = '0'] = /^VmRSS:\s+(\d+) kB$/mu.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / KB);
}

async function countPassing(postgres: Postgres): Promise<Readonly<Record<string, number>>> {
  const { rows } = await postgres.query<Record<string, number>>(
    `select (select count(*) from spend_reservations) as reservations, (select count(*) from live_pages) as pages,
       (select count(*) from rate_places) as places, (select count(*) from worker_heartbeats) as processes`,
  );
  return rows[0] ?? {};
}

/**
 * A call arrives later than it began, by as much as the machine holds it up, so the provider's side is looked at over more than a second.
 */
async function assertRateHeld(t: TestContext, world: ApiClient): Promise<void> {
  const times = await listCallTimes(world);
  const most = mostWithin(times, SPAN_SECONDS * SECOND_MS);
  t.diagnostic(`${times.length} calls, at most ${mostWithin(times, SECOND_MS)} in a second and ${most} in ${SPAN_SECONDS}`);
  assert.ok(most <= SPAN_SECONDS * PER_SECOND, `${most} calls in ${SPAN_SECONDS} seconds`);
}

/** Rows of the moment are no more at the end than after the first days; memory of a process that is as old hardly. */
function assertNoGrowth(days: readonly Day[]): void {
  const [first, last] = [days[Math.min(SETTLED_DAYS, days.length) - 1], days.at(-1)];
  assert.ok(first && last);
  assert.ok(last.memoryMb <= first.memoryMb * MEMORY_GROWTH_MAX, `memory: ${days.map(({ memoryMb }) => memoryMb).join(', ')} MB`);
  assert.ok((last.passing['places'] ?? 0) <= PLACES_MAX, `rate_places: ${last.passing['places']}`);
  assert.ok((last.passing['processes'] ?? 0) <= PROCESSES_MAX, `processes that are listed: ${last.passing['processes']}`);
}

/** Twenty rows for each window of each rate. */
const PLACES_MAX = 1_000;
/** The living one, and one that was killed a moment ago. */
const PROCESSES_MAX = 3;
