import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './app.ts';
import { dispatch, sweep, type DispatchOutput } from './dispatch-run.ts';
import {
  ageChecks,
  assertLedgerAgrees,
  assertNothingInvented,
  assertOneRunEach,
  assertPostedOnce,
  assertStoresAgree,
  startDispatch,
  clearFaults,
  setFault,
} from './queue-run.ts';
import { advanceDay, makeProject } from './rankings-api.ts';

/** A bad day of the queue: a dispatch of many keywords while one thing goes wrong for a share of the calls, or of the deliveries. */
export interface QueueFaultRun {
  readonly kind: string;
  /** What the fault hits: a part of host and path. */
  readonly match: string;
  readonly rate: number;
  readonly delayMs?: number;
  readonly deadlineMs: number;
}

const LOOK_MS = 1_000;
/** Longer than a task that is not in the list of ready ones is left alone. */
const AGE_MINUTES = 16;
/** So often the day is dispatched again: what failed for want of the provider is still due. */
const DISPATCHES_MAX = 5;

/** A project whose keywords are due tomorrow, and were never checked. */
export async function trackForDispatch(app: TestApp, keywords: number): Promise<string> {
  const { body: story } = await app.sandbox.get(`/_sandbox/world/story?keywords=${keywords}`);
  const projectId = await makeProject(app.api, [story.site.domain]);
  await app.api.put(`/api/projects/${projectId}`, { status: 'paused' });
  const tracked = await app.api.post('/api/keywords/track', {
    project_id: projectId,
    keywords: story.keywords.map((row: { keyword: string }) => ({ keyword_text: row.keyword })),
  });
  assert.equal(tracked.status, 200, JSON.stringify(tracked.body));
  await app.api.put(`/api/projects/${projectId}`, { status: 'active' });
  return projectId;
}

/** Afterwards nothing that failed looks like a position or like "not found", and the ledger agrees with the record. */
export async function runQueueFaults(
  app: TestApp,
  projectId: string,
  { kind, match, rate, delayMs, deadlineMs }: QueueFaultRun,
): Promise<{ checked: number; failed: number; dispatches: number }> {
  await advanceDay(app);
  await setFault(app, { match, kind, rate, ...(delayMs === undefined ? {} : { delay_ms: delayMs }) });
  const first = await waitForDispatch(app, await startDispatch(app), deadlineMs);
  await assertNothingInvented(app, projectId);
  await clearFaults(app);
  let { checked } = first;
  let dispatches = 1;
  for (; dispatches < DISPATCHES_MAX; dispatches += 1) {
    const next = await dispatch(app);
    checked += next.checked;
    if (next.due === 0) break;
  }
  await assertNothingInvented(app, projectId);
  await assertOneRunEach(app.app.context);
  if (kind === 'late_work') await assertPostedOnce(app.sandbox, checked);
  await assertStoresAgree(app.app.context);
  await assertLedgerAgrees(app.app.context, app.sandbox);
  return { checked, failed: first.failed, dispatches };
}

async function waitForDispatch(app: TestApp, id: string, deadlineMs: number): Promise<DispatchOutput> {
  for (const end = performance.now() + deadlineMs; performance.now() < end; await sleep(LOOK_MS)) {
    const ended = await app.app.context.workflows.waitFor<DispatchOutput>(id, LOOK_MS);
    if (ended !== undefined) return ended.output;
    // A doubt lasts as long as it lasts: the provider may be late.
    await ageChecks(app, AGE_MINUTES, ['planned', 'posted']);
    await sweep(app).catch(() => undefined);
  }
  return assert.fail(`the dispatch has not ended within ${deadlineMs} ms`);
}
