import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import { makeLogger } from '#kernel/logger.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { assertTrue, dispatch, readStory } from '../support/dispatch-run.ts';
import { breakClickHouse } from '../support/clickhouse-away.ts';
import { startRestartablePostgres, type RestartablePostgres } from '../support/postgres-gate.ts';
import {
  assertLedgerAgrees,
  assertNothingInvented,
  assertOneRunEach,
  assertStoresAgree,
  startDispatch,
  clearFaults,
  countStatuses,
  endDispatch,
  setFault,
  waitForStatuses,
} from '../support/queue-run.ts';
import { trackForDispatch } from '../support/queue-fault-run.ts';
import { advanceDay, makeProject } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const KEYWORDS = 30;
const AWAY_MS = 2_000;
/** Together shorter than the server is away: tries that end because it is away do not count. */
const RETRY_WAITS_MS = [50, 200, 1_000];
/** Of the 20 checks that run at once. */
const CHECKS_AT_ONCE_MIN = 5;

test('stores that are away while checks go on', async (t) => {
  const postgres = await startRestartablePostgres(t);
  const app = await startTestApp(t, {
    environment: { DATABASE_URL: postgres.connectionString, KEYWORD_ENRICHMENT: 'on' },
    retryWaitsMs: RETRY_WAITS_MS,
  });
  const projectId = await trackForDispatch(app, KEYWORDS);
  await testClickHouse(t, app, projectId);
  await testFullOutbox(t, app, projectId);
  await testPostgres(t, app, { postgres, projectId });
  await testCutConnections(t, app, { postgres, projectId });
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
      // Enrichment adds rows beside.
      await waitUntil(async () => (await context.outbox.countPending()) === 0, 'all rows to leave');
    });
  }
}

/** From so many rows on that wait for ClickHouse there is no room for more. */
const ROWS_FULL = 200_000;

async function testFullOutbox(t: TestContext, app: TestApp, projectId: string): Promise<void> {
  const { context } = app.app;
  const { postgres, workflows, outbox } = context;
  await advanceDay(app);
  const restore = breakClickHouse(context, 'refuses');
  await postgres.query(`insert into outbox (table_name, rows_count, lines) values ('nowhere', $1, '')`, [ROWS_FULL]);
  await waitUntil(async () => (await outbox.findRoom()) === undefined, 'the outbox to be full');
  const { rows } = await postgres.query<{ id: number; domain: string }>('select id, domain from domains order by id limit 1');
  const ids: string[] = [];
  const asked = countAsked(context);
  const waits = [
    { type: 'serp-answers', begin: 'subscription-dispatch', input: {} },
    { type: 'serp-check', begin: 'serp-tracking', input: { project_id: projectId, force: true } },
    {
      type: 'backlink-snapshot',
      begin: 'backlink-snapshot',
      input: { domain_id: rows[0]?.id, domain: rows[0]?.domain, run_id: 'run_full' },
    },
    { type: 'keyword-enrichment', begin: 'keyword-enrichment', input: {} },
    { type: 'analytics-copy', begin: 'analytics-copy', input: {} },
  ];
  for (const { type, begin, input } of waits) {
    await t.test(`${type}: waits for room in the outbox, and gives its place back when it is paused`, async () => {
      const before = asked();
      ids.push(await workflows.start(begin as 'keyword-enrichment', input as never, { id: newId('wf_') }));
      await waitUntil(async () => asked() > before + 1, `${type} to ask for room`, PATIENCE_MS);
      await waitUntil(async () => await isPaused(app, type), `${type} to be paused`, PATIENCE_MS);
    });
  }
  await t.test('what was paused meanwhile goes on when there is room', async () => {
    restore();
    await postgres.query(`delete from outbox where table_name = 'nowhere'`);
    await postgres.query(`delete from outbox_batches where table_name = 'nowhere'`);
    for (const { id } of await workflows.list({ statuses: ['paused'], limit: 1_000, offset: 0 })) await workflows.resume(id);
    for (const id of ids) assert.ok(await workflows.waitFor(id, PATIENCE_MS), id);
    assert.deepEqual(await context.deadLetters.list({ limit: 10, offset: 0 }), []);
    await assertStoresAgree(context);
  });
}

/** Counts how often a writer asks for room and there is none. */
function countAsked({ outbox }: AppContext): () => number {
  const { findRoom } = outbox;
  let asked = 0;
  (outbox as { findRoom: typeof findRoom }).findRoom = async () => {
    const found = await findRoom();
    if (found === undefined) asked += 1;
    return found;
  };
  return () => asked;
}

/** Pauses what runs of a type. @returns whether some is paused and none holds a place of its queue */
async function isPaused({ app: { context } }: TestApp, type: string): Promise<boolean> {
  for (const { id } of await context.workflows.list({ type, statuses: ['running'], limit: 1_000, offset: 0 }))
    await context.workflows.pause(id);
  const { rows } = await context.postgres.query<{ held: number; freed: number }>(
    `select count(*) filter (where status = 'PENDING') as held, count(*) filter (where status = 'CANCELLED') as freed
       from dbos.workflow_status where name = $1`,
    [type],
  );
  return rows[0]?.held === 0 && rows[0].freed > 0;
}

interface Restarts {
  readonly postgres: RestartablePostgres;
  readonly projectId: string;
}

/** Some answers come while the server is away, some never: none of the moments is over before it is seen. */
const ANSWER_FAULTS = [
  { kind: 'lost_postback', rate: 0.3 },
  { kind: 'late_postback', rate: 0.4, delay_ms: AWAY_MS / 2 },
];

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
      for (const fault of ANSWER_FAULTS) await setFault(app, fault);
      const id = await startDispatch(app);
      await waitForStatuses(app, reached);
      await postgres.restart(AWAY_MS);
      const done = await endDispatch(app, id);
      await clearFaults(app);
      assert.deepEqual([done.checked, done.failed], [KEYWORDS, 0], JSON.stringify(await countStatuses(app.app.context)));
      await assertNothingInvented(app, projectId);
      await assertOneRunEach(app.app.context);
      await assertStoresAgree(app.app.context);
      await assertLedgerAgrees(app.app.context, app.sandbox);
    });
  }
}

async function testCutConnections(t: TestContext, app: TestApp, { postgres: { connectionString }, projectId }: Restarts): Promise<void> {
  await t.test('every connection is cut while a run and its checks are planned: none becomes a dead letter', async () => {
    const { context } = app.app;
    const outside = await openPostgres({ databaseUrl: connectionString, dataDir: '', logger: makeLogger('fatal') });
    try {
      // What the first step of a run reads, and of a check.
      const [run, check] = [await holdTable(outside, 'tracked_keywords'), await holdTable(outside, 'current_rankings')];
      const id = await context.workflows.start('serp-tracking', { project_id: projectId, force: true });
      await cutWhenWaiting(outside, 1);
      await run.release();
      await cutWhenWaiting(outside, CHECKS_AT_ONCE_MIN);
      await check.release();
      const ended = await context.workflows.waitFor<{ checked: number; failed: number }>(id, PATIENCE_MS);
      assert.deepEqual([ended?.output.checked, ended?.output.failed], [KEYWORDS, 0]);
      assert.deepEqual(await context.deadLetters.list({ limit: 10, offset: 0 }), []);
      const { rows } = await context.postgres.query<{ steps: number }>(
        `select count(distinct (workflow_id, step)) as steps from workflow_events where event = 'attempt_failed' and step = 'budget'`,
      );
      assert.ok((rows[0]?.steps ?? 0) > CHECKS_AT_ONCE_MIN, 'the run and so many checks were cut off in their first step');
      await assertNothingInvented(app, projectId);
    } finally {
      await outside.close();
    }
  });
}

/** Keeps everybody from reading a table. */
async function holdTable({ pool }: Postgres, table: string): Promise<{ release(): Promise<void> }> {
  const client = await pool.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return {
    release: async () => {
      await client.query('rollback');
      client.release();
    },
  };
}

/** Ends every connection of the service as soon as so many of them wait for a table. */
async function cutWhenWaiting({ query }: Postgres, waiting: number): Promise<void> {
  const isReached = async (): Promise<boolean> => {
    const { rowCount } = await query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'relation'`,
    );
    return (rowCount ?? 0) >= waiting;
  };
  await waitUntil(isReached, `${waiting} connections to wait`, PATIENCE_MS);
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle in transaction'`,
  );
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
    const checks = await workflows.waitFor<{ checked: number }>(tracked.body.serp_tracking.workflow_id, PATIENCE_MS);
    const domain = await workflows.waitFor<{ onboard_status: string }>(onboarded.body.workflow_id, PATIENCE_MS);
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
  // Figures of keywords are asked for when their time comes.
  return entries.filter(({ path }) => path.includes('/live') && !path.includes('/keyword_overview/'));
}

async function waitForCalls(app: TestApp, since: number, holds: (calls: readonly ProviderCall[]) => boolean): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(20))
    if (holds(await listCalls(app, since))) return;
  assert.fail(JSON.stringify((await listCalls(app, since)).map(({ path, status }) => [path, status])));
}

function toQuestion({ path, body }: ProviderCall): string {
  const tasks = JSON.parse(body) as Record<string, unknown>[];
  return `${path} ${JSON.stringify(tasks.map(({ tag: _tag, ...task }) => task))}`;
}
