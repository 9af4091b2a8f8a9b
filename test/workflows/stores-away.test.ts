import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { assertTrue, dispatch, readStory } from '../support/dispatch-run.ts';
import { breakClickHouse } from '../support/clickhouse-away.ts';
import { startRestartablePostgres, type RestartablePostgres } from '../support/postgres-gate.ts';
import {
  assertLedgerAgrees,
  assertNothingInvented,
  assertOneRunEach,
  assertStoresAgree,
  beginDispatch,
  countStatuses,
  endDispatch,
  waitForStatuses,
} from '../support/queue-run.ts';
import { trackForDispatch } from '../support/queue-fault-run.ts';
import { advanceDay } from '../support/rankings-api.ts';
import { testRequestsInTrouble } from '../support/store-trouble.ts';

const KEYWORDS = 30;
const AWAY_MS = 800;

test('stores that are away while checks go on', { timeout: 170_000 }, async (t) => {
  const postgres = await startRestartablePostgres(t);
  // Long enough to outlive a restart, as the five, ten and twenty seconds of production are.
  const app = await startTestApp(t, { environment: { DATABASE_URL: postgres.connectionString }, retryWaitsMs: [300, 900, 2_700] });
  const projectId = await trackForDispatch(app, KEYWORDS);
  await testClickHouse(t, app, projectId);
  await testPostgres(t, app, { postgres, projectId });
  await testRequestsInTrouble(t, app, postgres);
});

async function testClickHouse(t: TestContext, app: TestApp, projectId: string): Promise<void> {
  const { context } = app.app;
  for (const mode of ['refuses', 'takes and does not say so'] as const) {
    await t.test(`ClickHouse ${mode}: checks go on, and nothing is lost or there twice when it is back`, async () => {
      await advanceDay(app);
      const restore = breakClickHouse(context, mode);
      const done = await dispatch(app);
      assert.deepEqual([done.checked, done.failed], [KEYWORDS, 0]);
      const { site, keywords } = await readStory(app, KEYWORDS);
      await assertTrue(app, { projectId, site, keywords });
      assert.ok((await context.outbox.countPending()) > KEYWORDS, 'history waits');
      restore();
      await assertStoresAgree(context);
      assert.equal(await context.outbox.countPending(), 0);
    });
  }
}

interface Restarts {
  readonly postgres: RestartablePostgres;
  readonly projectId: string;
}

/** Moments of a dispatch at which the server goes away. */
const MOMENTS: readonly { readonly name: string; readonly reached: (counts: Record<string, number>) => boolean }[] = [
  {
    name: 'while checks are planned and posted',
    reached: (counts) => (counts['planned'] ?? 0) + (counts['posting'] ?? 0) + (counts['posted'] ?? 0) > 0,
  },
  { name: 'while answers come', reached: ({ posted = 0, completed = 0 }) => completed > 0 && posted > 0 },
];

async function testPostgres(t: TestContext, app: TestApp, { postgres, projectId }: Restarts): Promise<void> {
  for (const { name, reached } of MOMENTS) {
    await t.test(`PostgreSQL is restarted ${name}: connections are replaced, and no work is lost`, async () => {
      await advanceDay(app);
      await app.app.context.postgres.query('delete from queued_checks');
      const id = await beginDispatch(app);
      await waitForStatuses(app, reached);
      await postgres.restart(AWAY_MS);
      const done = await endDispatch(app, id);
      assert.deepEqual([done.checked, done.failed], [KEYWORDS, 0], JSON.stringify(await countStatuses(app.app.context)));
      await assertNothingInvented(app, projectId);
      await assertOneRunEach(app.app.context);
      await assertStoresAgree(app.app.context);
      await assertLedgerAgrees(app.app.context, app.sandbox);
    });
  }
}
