import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { newId } from '#kernel/ids.ts';
import { makeLogger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { makeWorkflowRuntime } from '#workflows/runtime.ts';
import { makeApiClient, type ApiClient } from './api-client.ts';
import type { Fleet, Member } from './fleet.ts';
import { trackQuietly } from './queue-crash-run.ts';
import {
  assertLedgerAgrees,
  assertNothingInvented,
  assertOneRunEach,
  assertPostedOnce,
  assertStoresAgree,
  countStatuses,
} from './queue-run.ts';
import { planService, SERVICE_KEY } from './service-process.ts';
import { withApp } from './tracking-run.ts';

const LOOK_MS = 100;
/** The bound for taking over from a dead process (docs/operations.md). */
export const TAKE_OVER_MS_MAX = 30_000;
const OPEN = ['planned', 'posting', 'posted'];

/** The first of the fleet's api processes that lives. */
export function apiOf({ apis }: Fleet): ApiClient {
  assert.ok(apis[0], 'an api process lives');
  return apis[0].place.api;
}

/** Keywords that are due, and a dispatch of them that has begun. */
export async function startFleetRun(fleet: Fleet, keywords: number): Promise<{ readonly projectId: string; readonly statusUrl: string }> {
  const projectId = await trackQuietly(fleet.world, apiOf(fleet), keywords);
  const started = await apiOf(fleet).post('/api/admin/workflow/subscription-dispatch', {});
  assert.equal(started.status, 200, JSON.stringify(started.body));
  return { projectId, statusUrl: started.body.status_url };
}

/** Waits for the dispatch as the service does: answers that are not delivered are collected. */
export async function endFleetRun(
  fleet: Fleet,
  postgres: Postgres,
  { statusUrl, deadlineMs }: { statusUrl: string; deadlineMs: number },
): Promise<void> {
  // Sweeps begin every minute, and leave alone what was posted in the last minutes; this one collects everything.
  const runtime = makeWorkflowRuntime<object>({ postgres, logger: makeLogger('fatal'), isWorker: false });
  await runtime.start({ context: {}, list: joinAreas(areas).workflows as never, schedules: [] });
  try {
    for (const end = performance.now() + deadlineMs; performance.now() < end; await sleep(LOOK_MS)) {
      const { body } = await apiOf(fleet).get(statusUrl);
      assert.notEqual(body.status, 'failed', JSON.stringify(body));
      const counts = await countStatuses({ postgres });
      if (body.status === 'completed' && OPEN.every((status) => counts[status] === undefined)) return;
      const id = await runtime.workflows.start('serp-sweep', { poll_after_ms: 0 }, { id: newId('wf_') });
      await runtime.workflows.waitFor(id, deadlineMs).catch(() => undefined);
    }
    assert.fail(`not finished: ${JSON.stringify(await countStatuses({ postgres }))}`);
  } finally {
    await runtime.stop();
  }
}

/** Waits until nothing is the dead one's any more. @returns milliseconds since the call */
export async function waitForTakeOver(postgres: Postgres, executorId: string): Promise<number> {
  const begin = performance.now();
  while (performance.now() - begin < TAKE_OVER_MS_MAX) {
    const { rows } = await postgres.query<{ held: number }>(
      `select (select count(*) from dbos.workflow_status where executor_id = $1 and status = 'PENDING')
            + (select count(*) from worker_heartbeats where executor_id = $1) as held`,
      [executorId],
    );
    if (rows[0]?.held === 0) return performance.now() - begin;
    await sleep(LOOK_MS);
  }
  return assert.fail(`no process has taken over within ${TAKE_OVER_MS_MAX} ms`);
}

/** The member's own id among the living processes. */
export async function executorOf(fleet: Fleet, member: Member): Promise<string> {
  const { body } = await apiOf(fleet).get('/api/admin/processes');
  const found = body.processes.find(({ pid }: { pid: number }) => pid === member.process.pid);
  assert.ok(found, 'the member is listed');
  return found.id;
}

/** Every due keyword has one run in both stores, was posted and paid once, and shows what is true. All members have ended. */
export async function assertFleetRun(fleet: Fleet, { projectId, keywords }: { projectId: string; keywords: number }): Promise<void> {
  const place = await planService({ ...fleet.environment, ROLE: 'all' });
  await withApp(place, async ({ context, url }) => {
    await assertOneRunEach(context);
    assert.deepEqual(await countStatuses(context), { completed: keywords });
    await assertStoresAgree(context);
    await assertLedgerAgrees(context, fleet.world);
    await assertPostedOnce(fleet.world, keywords);
    await assertNothingInvented({ api: makeApiClient(url, SERVICE_KEY), sandbox: fleet.world }, projectId);
  });
}
