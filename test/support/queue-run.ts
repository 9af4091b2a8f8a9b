import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { sweepLostSpends } from '#areas/costs/index.ts';
import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { ApiClient } from './api-client.ts';
import type { TestApp } from './app.ts';
import { sweep, type DispatchOutput } from './dispatch-run.ts';
import { PATIENCE_MS } from './patience.ts';

const CENT_FRACTION = 1e-6;
const LOOK_MS = 150;

/** Sets a fault of the sandbox; several calls set several. */
export async function setFault({ sandbox }: Pick<TestApp, 'sandbox'>, fault: object): Promise<void> {
  const { status, body } = await sandbox.post('/_sandbox/faults', fault);
  assert.equal(status, 200, JSON.stringify(body));
}

export async function clearFaults({ sandbox }: Pick<TestApp, 'sandbox'>): Promise<void> {
  await sandbox.post('/_sandbox/faults', {});
}

/** Begins a dispatch of what is due; returns its id. */
export async function startDispatch({ app }: TestApp, input: object = {}): Promise<string> {
  return await app.context.workflows.start('subscription-dispatch', input, { id: newId('wf_') });
}

/** Waits for a dispatch as the service does: what does not come by itself is collected by sweeps. */
export async function endDispatch(app: TestApp, id: string): Promise<DispatchOutput> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    const ended = await app.app.context.workflows.waitFor<DispatchOutput>(id, LOOK_MS);
    if (ended !== undefined) return ended.output;
    await sweep(app).catch(() => undefined);
  }
  return assert.fail(`the dispatch has not ended within ${PATIENCE_MS} ms: ${JSON.stringify(await countStatuses(app.app.context))}`);
}

/** How many queued checks there are by status. */
export async function countStatuses({ postgres }: Pick<AppContext, 'postgres'>): Promise<Record<string, number>> {
  const { rows } = await postgres.query<{ status: string; count: number }>(
    'select status, count(*) as count from queued_checks group by status',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Waits until something holds of the queued checks. */
export async function waitForStatuses(app: TestApp, holds: (counts: Record<string, number>) => boolean): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(20)) {
    if (holds(await countStatuses(app.app.context))) return;
  }
  assert.fail(JSON.stringify(await countStatuses(app.app.context)));
}

/** Dates queued checks back, as if they had been posted that much earlier (real time). */
export async function ageChecks({ app }: TestApp, minutes: number, statuses = ['planned', 'posting', 'posted']): Promise<void> {
  await app.context.postgres.transaction((tx) =>
    tx.query(
      `update queued_checks set sent_at = sent_at - make_interval(mins => $1), updated_at = updated_at - make_interval(mins => $1)
       where status = any ($2)`,
      [minutes, statuses],
    ),
  );
}

interface Post {
  /** Of the world, in milliseconds. */
  readonly ts: number;
  readonly path: string;
  /** As sent; its tasks carry our tags. */
  readonly body: string;
  readonly cost_usd: number;
}

/** The posts that the provider has got, worked on or not, the oldest first. */
export async function listPosts(sandbox: ApiClient): Promise<Post[]> {
  const { body } = await sandbox.get('/_sandbox/calls');
  return (body.entries as Post[]).filter(({ path }) => path.endsWith('/task_post'));
}

/**
 * The tags of the tasks that the provider was paid for. Only the provider knows: our ledger has a row
 * of 0 USD also for a call that was never made.
 */
export async function listPaidTags(sandbox: ApiClient): Promise<string[]> {
  const paid = (await listPosts(sandbox)).filter(({ cost_usd: costUsd }) => costUsd > 0);
  return paid.flatMap(({ body }) => (JSON.parse(body) as { tag: string }[]).map(({ tag }) => tag));
}

/** So many checks were posted and paid, each of them once. */
export async function assertPostedOnce(sandbox: ApiClient, checks: number): Promise<void> {
  const posted = (await listPaidTags(sandbox)).map((tag) => tag.split('.')[0]);
  assert.deepEqual([posted.length, new Set(posted).size], [checks, checks], 'nothing was posted twice');
}

/** Settles every call whose price is not known. @returns how many were in the provider's record, and how many were not */
export async function settleAll(context: AppContext): Promise<{ settled: number; released: number }> {
  const sum = { settled: 0, released: 0 };
  // A sweep reads the record a few times only.
  for (let isOver = false; !isOver;) {
    const { settled, released, remaining } = await sweepLostSpends(context, { abandonedAfterMs: 0, unknownAfterMs: 0 });
    sum.settled += settled;
    sum.released += released;
    isOver = remaining === 0 || settled + released === 0;
  }
  return sum;
}

/**
 * The ledger is the provider's own record, to the cent and to the call, and no call is left unsettled. A call that is under way
 * meanwhile, of background work that a test did not ask for, is waited for.
 * @returns what all calls cost, in USD
 */
export async function assertLedgerAgrees(context: AppContext, sandbox: ApiClient): Promise<number> {
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
    await settleAll(context);
    const [ledger, provider] = [await readLedger(context), await readProviderRecord(sandbox)];
    const isEqual = ledger.open === 0 && ledger.calls === provider.calls && Math.abs(ledger.costUsd - provider.costUsd) < CENT_FRACTION;
    if (isEqual) return ledger.costUsd;
    if (performance.now() > end) assert.deepEqual(ledger, { ...provider, open: 0 }, "the ledger is the provider's record");
  }
}

interface Account {
  readonly costUsd: number;
  /** Calls that were paid for. */
  readonly calls: number;
}

async function readLedger({ postgres }: Pick<AppContext, 'postgres'>): Promise<Account & { readonly open: number }> {
  const { rows } = await postgres.query<Account & { open: number }>(
    `select (select coalesce(sum(cost_usd), 0) from api_costs where endpoint like '/v3/%') as cost_usd,
       (select count(distinct coalesce(task_id, id))::integer from api_costs where cost_usd > 0 and endpoint like '/v3/%') as calls,
       (select count(*)::integer from spend_reservations) as open`,
  );
  return rows[0] ?? assert.fail('one row');
}

async function readProviderRecord(sandbox: ApiClient): Promise<Account> {
  const { body } = await sandbox.get('/_sandbox/calls?limit=0');
  return { costUsd: body.cost_usd, calls: body.paid_tasks };
}

/** Every check of a keyword that ended well is one run, whatever was delivered how often; nothing waits. */
export async function assertOneRunEach({ postgres }: Pick<AppContext, 'postgres'>): Promise<void> {
  let row: Record<string, number> | undefined;
  // Answers that came twice may still be passed over.
  for (const end = performance.now() + SETTLE_MS; performance.now() < end && row?.['waiting'] !== 0; await sleep(20)) {
    row = (await postgres.query<Record<string, number>>(COUNT_RUNS)).rows[0];
  }
  assert.deepEqual(row, { open: 0, waiting: 0, twice: 0, notOnce: 0 });
}

const SETTLE_MS = 10_000;
const COUNT_RUNS = `select
  (select count(*) from queued_checks where status in ('planned', 'posting', 'posted')) as open,
  (select count(*) from serp_answers where status = 'received' and check_id is not null) as waiting,
  (select count(*) from (select id from serp_runs group by id having count(*) > 1) r) as twice,
  (select count(*) from queued_checks q left join (
     select workflow_id, keyword_id, engine, kind, count(*) as runs from serp_runs where status = 'completed'
     group by workflow_id, keyword_id, engine, kind) r
     on r.workflow_id = q.dispatch_id and r.keyword_id = q.keyword_id and r.engine = q.engine
       and r.kind = case q.channel when 'seo' then 'organic' else 'local' end
   where q.status = 'completed' and q.keyword_id is not null and coalesce(r.runs, 0) <> 1) as not_once`;

const sumResults = {
  name: 'sum-results',
  sql: 'select run_id, toUInt32(count()) as results from serp_runs group by run_id order by run_id',
  params: z.object({}),
  row: z.object({ run_id: z.string(), results: z.number() }),
};
const listGoodHistory = {
  name: 'list-good-history',
  sql: `select run_id as runId, project_id as projectId, domain, status, position, toUInt32(count()) as rows from ranking_history
        where status != 'failed' group by run_id, project_id, domain, status, position`,
  params: z.object({}),
  row: z.object({
    runId: z.string(),
    projectId: z.string(),
    domain: z.string(),
    status: z.string(),
    position: z.number().nullable(),
    rows: z.number(),
  }),
};

const toKey = (row: { runId: string; projectId: string; domain: string }): string => [row.runId, row.projectId, row.domain].join();

/** ClickHouse holds what PostgreSQL holds: every result of every run once, and every outcome once. */
export async function assertStoresAgree(context: AppContext): Promise<void> {
  await context.outbox.flush();
  const { rows } = await context.postgres.query<{ id: string; results: number }>(
    `select id, results_count as results from serp_runs where status = 'completed' and results_count > 0 order by id`,
  );
  assert.deepEqual(
    await context.clickhouse.query(sumResults, {}),
    rows.map(({ id, results }) => ({ run_id: id, results })),
  );
  const history = await context.clickhouse.query(listGoodHistory, {});
  assert.ok(history.every((row) => row.rows === 1 && (row.status === 'ranked') === (row.position !== null)));
  const newest = await context.postgres.query<{ runId: string; projectId: string; domain: string; position: number | null }>(
    'select run_id, project_id, domain, position from current_rankings where run_id is not null',
  );
  const byRun = new Map(history.map((row) => [toKey(row), row.position]));
  for (const row of newest.rows) assert.equal(byRun.get(toKey(row)), row.position, 'the newest position is in the history');
}

interface Row {
  readonly keyword: string;
  readonly device: string;
  readonly domain: string;
  readonly status: string;
  readonly position: number | null;
  readonly rank_absolute: number | null;
  readonly checked_depth: number | null;
  readonly check_date: string | null;
  readonly error: string | null;
}

/** Nothing that failed looks like a position or an absence: what is shown was true on the day that it names. */
export async function assertNothingInvented({ api, sandbox }: Pick<TestApp, 'api' | 'sandbox'>, projectId: string): Promise<Row[]> {
  const { body } = await api.get(`/api/rankings?project_id=${projectId}&limit=200`);
  const rows = (body.rankings as Row[]).filter(({ status }) => status !== 'pending');
  for (const row of rows) {
    if (row.status === 'failed') assert.ok(row.error, `${row.keyword}: a failure says why`);
    else assert.equal(row.error, null, row.keyword);
    if (row.check_date === null) assert.deepEqual([row.status, row.position], ['failed', null]);
    else {
      const truth = await getTruePlaces(sandbox, { ...row, date: row.check_date });
      assert.deepEqual([row.position, row.rank_absolute], truth, `${row.keyword} on ${row.check_date}`);
    }
  }
  return rows;
}

type Asked = Pick<Row, 'keyword' | 'device' | 'domain' | 'checked_depth'> & { readonly date: string };

/** Among the organic results, and on the page. */
async function getTruePlaces(sandbox: ApiClient, { keyword, device, domain, checked_depth: depth, date }: Asked) {
  const query = new URLSearchParams({ keyword, location_code: '2840', language_code: 'en', device, date });
  const { body } = await sandbox.get(`/_sandbox/truth/serp?${query.toString()}`);
  const own = (body.items as { type: string; domain: string | null; rank_absolute: number; rank_group: number }[]).filter(
    (item) => item.type === 'organic' && item.rank_group <= (depth ?? 0) && (item.domain === domain || item.domain?.endsWith(`.${domain}`)),
  );
  if (own.length === 0) return [null, null];
  return [Math.min(...own.map((item) => item.rank_group)), Math.min(...own.map((item) => item.rank_absolute))];
}
