import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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
  clearFaults,
  countStatuses,
  endDispatch,
  setFault,
  waitForStatuses,
} from '../support/queue-run.ts';
import { trackForDispatch } from '../support/queue-fault-run.ts';
import { advanceDay, makeProject } from '../support/rankings-api.ts';

const KEYWORDS = 30;
const AWAY_MS = 800;

test('stores that are away while checks go on', { timeout: 170_000 }, async (t) => {
  const postgres = await startRestartablePostgres(t);
  // Long enough to outlive a restart, as the five, ten and twenty seconds of production are.
  const app = await startTestApp(t, { environment: { DATABASE_URL: postgres.connectionString }, retryWaitsMs: [300, 900, 2_700] });
  const projectId = await trackForDispatch(app, KEYWORDS);
  await testClickHouse(t, app, projectId);
  await testPostgres(t, app, { postgres, projectId });
  await testBoughtOnce(t, app, postgres);
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

/** As many as are read at once, so that all of them are under way. */
const LIVE_KEYWORDS = 16;
/** Answers take so long that the server is gone when they come. */
const ANSWER_MS = 1_500;

interface ProviderCall {
  readonly path: string;
  readonly body: string;
  readonly status: number | null;
  readonly cost_usd: number;
}

async function testBoughtOnce(t: TestContext, app: TestApp, postgres: RestartablePostgres): Promise<void> {
  await t.test('what was paid for while PostgreSQL was away is stored when it is back, and not bought again', async () => {
    const { site } = await readStory(app, 1);
    const since = Date.now();
    await setFault(app, { match: '/live', kind: 'slow', rate: 1, delay_ms: ANSWER_MS });
    const projectId = await makeProject(app.api, [site], 'org_away');
    const entries = Array.from({ length: LIVE_KEYWORDS }, (_none, at) => ({ keyword_text: `away ${at}` }));
    const [tracked, onboarded] = await Promise.all([
      app.api.post('/api/keywords/track', { project_id: projectId, keywords: entries }),
      app.api.post('/api/admin/domains/onboard', { domain: site }),
    ]);
    await waitForCalls(app, since, (calls) => calls.length >= LIVE_KEYWORDS + ONBOARDING_LISTS);
    await postgres.restart(() => waitForCalls(app, since, (calls) => calls.every(({ status }) => status !== null)));
    await clearFaults(app);
    const { workflows } = app.app.context;
    const checks = await workflows.waitFor<{ checked: number }>(tracked.body.serp_tracking.workflow_id, 60_000);
    const domain = await workflows.waitFor<{ onboard_status: string }>(onboarded.body.workflow_id, 60_000);
    assert.deepEqual([checks?.output.checked, domain?.output.onboard_status], [LIVE_KEYWORDS, 'complete']);
    const paid = (await listCalls(app, since)).filter((call) => call.cost_usd > 0);
    assert.equal(paid.length, LIVE_KEYWORDS + ONBOARDING_LISTS + 1, 'a page for each keyword, three lists and their sums');
    assert.deepEqual(
      [...Map.groupBy(paid, toQuestion)].filter(([, calls]) => calls.length > 1).map(([question]) => question),
      [],
      'bought twice',
    );
    await assertOneRunEach(app.app.context);
    await assertStoresAgree(app.app.context);
    await assertLedgerAgrees(app.app.context, app.sandbox);
  });
}

const ONBOARDING_LISTS = 3;

/** What the provider was asked live since then. */
async function listCalls({ sandbox }: TestApp, since: number): Promise<ProviderCall[]> {
  const { entries } = (await sandbox.get(`/_sandbox/calls?since=${since}`)).body as { entries: ProviderCall[] };
  return entries.filter(({ path }) => path.includes('/live'));
}

async function waitForCalls(app: TestApp, since: number, holds: (calls: readonly ProviderCall[]) => boolean): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(20)) if (holds(await listCalls(app, since))) return;
  assert.fail(JSON.stringify((await listCalls(app, since)).map(({ path, status }) => [path, status])));
}

function toQuestion({ path, body }: ProviderCall): string {
  const tasks = JSON.parse(body) as Record<string, unknown>[];
  return `${path} ${JSON.stringify(tasks.map(({ tag: _tag, ...task }) => task))}`;
}
