import assert from 'node:assert/strict';
import type { TestApp } from './app.ts';
import { assertLedgerAgrees, assertNothingInvented, assertOneRunEach, endDispatch } from './queue-run.ts';
import type { IllStores } from './store-illnesses.ts';
import { waitUntil } from './wait-until.ts';

interface Begun {
  readonly projectId: string;
  /** Begun before the store fell ill. */
  readonly dispatchId: string;
}

/** It gets well by itself: each check was paid for and stored once. @returns how the dispatch ended, and what is shown since */
export async function assertGotWell(world: TestApp, { real }: IllStores, { projectId, dispatchId }: Begun) {
  const { context } = world.app;
  await waitUntil(async () => (await world.api.put(`/api/projects/${projectId}`, { name: 'Well' })).status === 200, 'a write');
  await waitUntil(async () => (await world.api.get(`/api/rankings/summary?project_id=${projectId}`)).status === 200, 'history');
  const done = await endDispatch(world, dispatchId);
  await waitUntil(async () => (await context.outbox.countPending()) === 0 || context.outbox.flush().then(() => false), 'the outbox');
  const { rows } = await real.query<{ error: string }>('select workflow, error from dead_letters');
  assert.deepEqual(rows, [], 'no dead letter');
  await assertOneRunEach(context);
  const shown = await assertNothingInvented(world, projectId);
  await assertLedgerAgrees(context, world.sandbox);
  return { ...done, shown };
}
