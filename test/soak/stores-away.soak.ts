import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { breakClickHouse } from '../support/clickhouse-away.ts';
import { dispatch } from '../support/dispatch-run.ts';
import { startRestartablePostgres } from '../support/postgres-gate.ts';
import { trackForDispatch } from '../support/queue-fault-run.ts';
import {
  assertLedgerAgrees,
  assertNothingInvented,
  assertOneRunEach,
  assertStoresAgree,
  startDispatch,
  endDispatch,
} from '../support/queue-run.ts';
import { advanceDay } from '../support/rankings-api.ts';

const KEYWORDS = 60;
const AWAY_MS = 600_000;
/** A day of checks each; together they stay below what the outbox holds before writers wait. */
const DAYS = 30;
const RESTARTS = 20;
const LIFE_MS_MAX = 2_500;

async function assertAll(app: TestApp, projectId: string): Promise<void> {
  await assertNothingInvented(app, projectId);
  await assertOneRunEach(app.app.context);
  await assertStoresAgree(app.app.context);
  await assertLedgerAgrees(app.app.context, app.sandbox);
}

test(`ClickHouse away for ${AWAY_MS / 60_000} minutes while checks go on`, { timeout: 1_800_000 }, async (t) => {
  const app = await startTestApp(t);
  const projectId = await trackForDispatch(app, KEYWORDS);
  const restore = breakClickHouse(app.app.context, 'refuses');
  const begin = performance.now();
  for (let day = 1; day <= DAYS; day += 1) {
    await advanceDay(app);
    assert.equal((await dispatch(app)).checked, KEYWORDS);
    const restMs = begin + (AWAY_MS * day) / DAYS - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, restMs)));
  }
  const pending = await app.app.context.outbox.countPending();
  restore();
  const back = performance.now();
  // By itself, within the longest pause between two tries.
  while ((await app.app.context.outbox.countPending()) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  t.diagnostic(`${pending} rows waited, and were shipped ${((performance.now() - back) / 1_000).toFixed(0)} s after it was back`);
  await assertAll(app, projectId);
});

test(`PostgreSQL restarted ${RESTARTS} times at random moments of dispatches`, { timeout: 1_800_000 }, async (t) => {
  const postgres = await startRestartablePostgres(t);
  const app = await startTestApp(t, { environment: { DATABASE_URL: postgres.connectionString }, retryWaitsMs: [300, 900, 2_700, 8_100] });
  const projectId = await trackForDispatch(app, 500);
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    await advanceDay(app);
    const id = await startDispatch(app);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LIFE_MS_MAX));
    await postgres.restart(Math.random() * LIFE_MS_MAX);
    const done = await endDispatch(app, id);
    assert.deepEqual([done.checked, done.failed], [500, 0]);
  }
  await assertAll(app, projectId);
});
