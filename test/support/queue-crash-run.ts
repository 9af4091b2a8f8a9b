import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../src/app.ts';
import { makeApiClient, type ApiClient } from './api-client.ts';
import { setScene, type CrashRun } from './crash-run.ts';
import {
  assertLedgerAgrees,
  assertNothingInvented,
  assertOneRunEach,
  assertPostedOnce,
  assertStoresAgree,
  countStatuses,
  setFault,
} from './queue-run.ts';
import { killService, SERVICE_KEY, startService } from './service-process.ts';
import { withApp } from './tracking-run.ts';

const TRACKED_AT_ONCE = 1_000;
const LOOK_MS = 200;
const DOUBT_MS = 5_000;
/** Answers take a while, so that a kill hits what is under way. */
const QUEUE_MS = 250;
/** Longer than the simulated provider takes. An answer that a killed process had fetched is no longer listed as finished. */
const ASK_AFTER_MS = 10_000;
const SITES = ['ledgerwise.app', 'invoiceindex.org'];
const OPEN = ['planned', 'posting', 'posted'];

/**
 * Kills the service at random moments while it dispatches what is due, a part in each life, then
 * finishes the rest and compares: every due check has one run, in both stores, nothing was posted
 * twice, although the provider may be late with its work, and the ledger is its own record.
 */
export async function runQueueCrashes(t: TestContext, run: CrashRun): Promise<{ readonly costUsd: number }> {
  // Longer than the provider is late, and than a post takes to get there on a busy machine.
  const scene = await setScene(t, DOUBT_MS + 2 * (run.lateMs ?? 0));
  if (run.lateMs !== undefined) await setFault({ sandbox: scene.world }, { match: 'task_post', kind: 'late_work', delay_ms: run.lateMs });
  let service = await startService(scene.place, run.deadlineMs);
  t.after(() => service.kill('SIGKILL'));
  const projectId = await trackQuietly(scene.world, scene.place.api, run.keywords);
  // More than one life gets done.
  const part = Math.ceil((2 * run.keywords) / (run.kills + 1));
  for (let kill = 0; kill < run.kills; kill += 1) {
    await scene.place.api.post('/api/admin/workflow/subscription-dispatch', { limit: part });
    await sleep(run.lifeMs.min + Math.random() * (run.lifeMs.max - run.lifeMs.min));
    await killService(service);
    if (kill + 1 < run.kills) service = await startService(scene.place, run.deadlineMs);
  }
  return await withApp(scene.place, async (app) => {
    await finish(app, run.deadlineMs);
    return await compare(app, scene.world, { projectId, keywords: run.keywords });
  });
}

/** Keywords that are due, and none of them ever checked: what a paused project begins to track is not checked. */
export async function trackQuietly(world: ApiClient, api: ApiClient, keywords: number): Promise<string> {
  const projectId: string = (await api.post('/api/projects', { name: 'Run', organization_id: 'org_run' })).body.project_id;
  for (const value of SITES) {
    const made = await api.post('/api/assets', { project_id: projectId, type: 'website', value, name: value, skip_onboarding: true });
    assert.equal(made.status, 201, JSON.stringify(made.body));
  }
  await api.put(`/api/projects/${projectId}`, { status: 'paused' });
  for (let first = 0; first < keywords; first += TRACKED_AT_ONCE) {
    const length = Math.min(TRACKED_AT_ONCE, keywords - first);
    const part = Array.from({ length }, (_none, at) => ({ project_id: projectId, keyword_text: `invoice keyword number ${first + at}` }));
    const tracked = await api.post('/api/keywords/track', { keywords: part });
    assert.equal(tracked.status, 200, JSON.stringify(tracked.body));
  }
  await api.put(`/api/projects/${projectId}`, { status: 'active' });
  // The day to come may be a Monday, with a weekly run of its own.
  assert.equal((await api.put('/api/jobs/job_backlink_snapshots', { is_enabled: false })).status, 200);
  await world.post('/_sandbox/queue', { delay_ms: QUEUE_MS });
  await world.post('/_sandbox/clock', { advance_days: 1 });
  return projectId;
}

/** What no postback brings any more is collected; what no life came to is dispatched. */
async function finish({ context }: App, deadlineMs: number): Promise<void> {
  const dispatchId = await context.workflows.start('subscription-dispatch', {});
  for (const end = performance.now() + deadlineMs; performance.now() < end; await sleep(LOOK_MS)) {
    const ended = await context.workflows.waitFor<{ due: number }>(dispatchId, LOOK_MS);
    const counts = await countStatuses(context);
    if (ended !== undefined && OPEN.every((status) => counts[status] === undefined)) return;
    const sweepId = await context.workflows.start('serp-sweep', { poll_after_ms: 0, ask_after_ms: ASK_AFTER_MS });
    await context.workflows.waitFor(sweepId, deadlineMs);
  }
  assert.fail(`not finished: ${JSON.stringify(await countStatuses(context))}`);
}

async function compare(
  { context, url }: App,
  world: ApiClient,
  { projectId, keywords }: { readonly projectId: string; readonly keywords: number },
): Promise<{ costUsd: number }> {
  assert.deepEqual(await countStatuses(context), { completed: keywords });
  const { rows } = await context.postgres.query<{ runs: number; keywords: number; tasks: number; due: number }>(
    `select count(*) as runs, count(distinct keyword_id) as keywords,
       (select count(*) from tracked_keywords where next_check <= $1) as due
     from serp_runs where status = 'completed'`,
    [context.clock.now()],
  );
  assert.deepEqual(rows[0], { runs: keywords, keywords, due: 0 }, 'each due check has one run');
  await assertOneRunEach(context);
  await assertStoresAgree(context);
  const costUsd = await assertLedgerAgrees(context, world);
  await assertPostedOnce(world, keywords);
  await assertNothingInvented({ api: makeApiClient(url, SERVICE_KEY), sandbox: world }, projectId);
  return { costUsd };
}
