import assert from 'node:assert/strict';
import type { TestApp } from './app.ts';
import { listTracked, runTracking, type SampleApp } from './tracked-apps.ts';

/** A project that tracks an app of `store_a` and one of `store_b`, with all their terms. */
interface Tracking {
  readonly app: TestApp;
  readonly projectId: string;
  readonly twins: readonly [SampleApp, SampleApp];
}

/** Services that a reading of both apps calls. */
const BOOKED = ['edge_native_fetch', 'provider_app_info', 'provider_app_list', 'store_a_lookup_api'];

/**
 * Runs the job, in which everything is due, and checks that what it and its children called, free or paid, is booked to
 * its run: the run, the ledger and the sandbox's own record agree, and each paid task says what it asked and for whom.
 */
export async function runBooked({ app, projectId, twins }: Tracking): Promise<void> {
  const readPaid = async (): Promise<number> => (await app.sandbox.get('/_sandbox/calls')).body.cost_usd;
  const before = await readPaid();
  const { id, status, total_cost_usd: costUsd } = await runTracking(app);
  const paidUsd = (await readPaid()) - before;
  assert.equal(status, 'completed');
  assert.ok(paidUsd > 0);
  assert.equal(costUsd.toFixed(6), paidUsd.toFixed(6), 'the run cost what the provider was paid');
  const { body } = await app.api.get(`/api/admin/costs/run/${id}?limit=500`);
  assert.equal(body.total_cost_usd.toFixed(6), costUsd.toFixed(6));
  assert.deepEqual(body.by_service.map((one: any) => one.service).toSorted(), BOOKED);
  const taskIds = new Set<string>(body.costs.flatMap((one: any) => one.task_id ?? []));
  const found = await Promise.all([...taskIds].map(async (taskId) => (await app.api.get(`/api/admin/dataforseo/tasks/${taskId}`)).body));
  for (const { check, app_task: task } of found) {
    assert.deepEqual([check, task.status, task.run_id], [null, 'completed', id]);
    assert.ok(task.workflow_id.startsWith(`${id}-`), 'the child that asked');
  }
  await assertAsked(
    { app, projectId, twins },
    found.map(({ app_task: task }) => task),
  );
}

/** Each app, chart and search that had to be bought was asked for once. */
async function assertAsked({ app, projectId, twins }: Tracking, tasks: readonly any[]): Promise<void> {
  const [, bought] = twins;
  const charts = tasks.filter(({ kind }) => kind === 'app_list').map((task) => `${task.category_id} ${task.chart}`);
  const { ranks } = (await listTracked(app, projectId)).find((one) => one.app_id === bought.appId);
  for (const { category_id: categoryId, chart } of ranks) assert.ok(charts.includes(`${categoryId} ${chart}`), charts.join(', '));
  const searches = twins.flatMap(({ platform, terms, otherTerm }) =>
    [...terms, otherTerm].map((term) => `app-keyword-search ${platform} ${term.toLowerCase()}`),
  );
  const others = tasks.filter(({ kind }) => kind !== 'app_list');
  assert.deepEqual(
    others.map((task) => `${task.workflow_type} ${task.platform} ${task.app_id ?? task.keyword}`).toSorted(),
    [`app-details store_b ${bought.appId}`, ...searches].toSorted(),
  );
}
