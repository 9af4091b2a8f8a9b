import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteClaims, insertClaims } from '#areas/rankings/live/store.ts';
import { toPageRunId } from '#areas/rankings/live/run-pages.ts';
import { readLivePages } from '#areas/rankings/live/read-pages.ts';
import { toQueryId } from '#areas/rankings/check.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeProject, PROVIDER, waitForPending } from '../support/rankings-api.ts';
import { makeCheck } from '../support/rankings-world.ts';
import { PATIENCE_MS } from '../support/patience.ts';

interface Result {
  readonly keyword: string;
  readonly success: boolean;
  readonly status: string | null;
  readonly cached: boolean;
  readonly cost: number;
  readonly run_id: string | null;
  readonly workflow_id: string | null;
  readonly status_url: string | null;
}

const PRICE_USD = 0.0155;
const SITE = 'invoicenest.com';

function keywordsOf(name: string, count: number): { keyword_text: string }[] {
  return Array.from({ length: count }, (_none, at) => ({ keyword_text: `${name} ${at}` }));
}

async function countCalls({ sandbox }: TestApp): Promise<number> {
  return (await sandbox.get('/_sandbox/calls')).body.by_endpoint[PROVIDER] ?? 0;
}

/** What the provider has charged by its own record. */
async function readPaidUsd({ sandbox }: TestApp): Promise<number> {
  return Number((await sandbox.get('/_sandbox/calls')).body.cost_usd);
}

test('the pages of a request are read together', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const { postgres, workflows } = app.app.context;
  const projectId = await makeProject(api, [SITE]);
  const ask = async (keywords: readonly object[], more: object = {}): Promise<{ status: number; results: Result[]; cost: number }> => {
    const { status, body } = await api.post('/api/rankings/track', { project_id: projectId, keywords, ...more });
    return { status, results: body.results, cost: body.total_cost };
  };
  const readLedgerUsd = async (): Promise<number> => {
    const { rows } = await postgres.query<{ usd: number }>('select coalesce(sum(cost_usd), 0)::double precision as usd from api_costs');
    return rows[0]?.usd ?? 0;
  };
  const assertBooksAgree = async (): Promise<void> => assert.equal((await readLedgerUsd()).toFixed(6), (await readPaidUsd(app)).toFixed(6));

  await t.test('by one workflow of four steps; each is paid once, and nothing stays claimed', async () => {
    const before = await countCalls(app);
    const { status, results, cost } = await ask([...keywordsOf('together', 12), { keyword_text: 'together 3' }]);
    assert.deepEqual([status, results.length, results.filter(({ success }) => success).length], [200, 13, 13]);
    assert.equal((await countCalls(app)) - before, 12);
    assert.equal(cost.toFixed(4), (12 * PRICE_USD).toFixed(4));
    assert.deepEqual([results[12]?.run_id, results[12]?.cost], [results[3]?.run_id, 0], 'a page that is asked for twice is read once');
    const readers = new Set(results.map((result) => result.workflow_id));
    assert.equal(readers.size, 1);
    const [reader] = readers;
    assert.equal((await api.get(results[0]?.status_url ?? '')).body.type, 'serp-pages');
    const steps = (await workflows.listSteps(reader ?? '')).map(({ name }) => name);
    assert.deepEqual(steps, ['budget', 'fetch', 'store', 'append']);
    assert.equal((await postgres.query('select from live_pages')).rowCount, 0);
    await assertBooksAgree();
  });

  await t.test('a page that must be tried again holds up none of the others', async () => {
    await sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'http_500', rate: 1, count: 4 });
    const { status, results } = await ask(keywordsOf('straggling', 12));
    assert.equal(status, 202);
    const open = results.filter((result) => result.status === 'pending');
    assert.equal(open.length, 4);
    assert.equal(results.filter(({ success }) => success).length, 8);
    assert.equal(new Set(open.map(({ status_url: url }) => url)).size, 1, 'they are tried again together');
    await waitForPending(app, results);
    const again = await ask(keywordsOf('straggling', 12));
    assert.deepEqual([again.status, again.cost, again.results.every(({ cached }) => cached)], [200, 0, true]);
    await assertBooksAgree();
  });

  await t.test('what fails each time shows as failed, with its reason, and only that', async () => {
    await sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'http_500', rate: 1 });
    const { results } = await ask(keywordsOf('hopeless', 2));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['pending', 'pending'],
    );
    await waitForPending(app, results);
    await sandbox.post('/_sandbox/faults', {});
    const { rows } = await postgres.query<{ status: string; error: string }>(
      `select run.status, run.error from serp_runs run join queries on queries.id = run.query_id where queries.keyword like 'hopeless%'`,
    );
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['failed', 'failed'],
    );
    assert.match(rows[0]?.error ?? '', /500/u);
    assert.equal((await postgres.query('select from live_pages')).rowCount, 0);
  });

  await t.test('requests for the same pages at once share them, and one of them pays for each', async () => {
    const before = await countCalls(app);
    await sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'slow', rate: 1, delay_ms: 200 });
    const [first, second, third] = await Promise.all([
      ask(keywordsOf('shared', 8), { force: true }),
      ask(keywordsOf('shared', 12), { force: true }),
      ask([{ keyword_text: 'shared 5' }], { force: true }),
    ]);
    await sandbox.post('/_sandbox/faults', {});
    assert.equal((await countCalls(app)) - before, 12);
    for (const { results } of [first, second, third]) assert.ok(results.every(({ success }) => success));
    assert.deepEqual(
      first.results.map((result) => result.run_id),
      second.results.slice(0, 8).map((result) => result.run_id),
    );
    assert.equal((first.cost + second.cost + third.cost).toFixed(4), (12 * PRICE_USD).toFixed(4));
    await assertBooksAgree();
  });

  await t.test('a keyword that begins to be tracked while it is asked for is read once', async () => {
    const before = await countCalls(app);
    await sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'slow', rate: 1, delay_ms: 200 });
    const [asked, tracked] = await Promise.all([
      ask(keywordsOf('both ways', 3)),
      api.post('/api/keywords/track', { keywords: keywordsOf('both ways', 3).map((one) => ({ project_id: projectId, ...one })) }),
    ]);
    await sandbox.post('/_sandbox/faults', {});
    assert.ok(asked.results.every(({ success }) => success));
    assert.equal((await api.get(`${String(tracked.body.serp_tracking.status_url)}?wait_ms=25000`)).body.status, 'completed');
    assert.equal((await countCalls(app)) - before, 3);
    const { body } = await api.get(`/api/rankings?project_id=${projectId}&keyword=both%20ways`);
    assert.deepEqual(
      body.rankings.map(({ status }: { status: string }) => status === 'pending'),
      [false, false, false],
    );
  });

  await t.test('a budget that ends in between stops the rest, and says so', async () => {
    await api.put('/api/admin/config', { budgets: { run_cost_usd: 2.5 * PRICE_USD } });
    const { status, results, cost } = await ask(keywordsOf('dear', 6));
    await api.put('/api/admin/config', { budgets: { run_cost_usd: null } });
    assert.equal(status, 200);
    assert.deepEqual(
      [results.filter(({ success }) => success).length, results.filter((result) => result.status === 'skipped').length],
      [2, 4],
    );
    assert.equal(cost.toFixed(4), (2 * PRICE_USD).toFixed(4));
    await assertBooksAgree();
  });

  await t.test('a process that dies in the middle has its stored pages, and pays only for the others', async () => {
    const checks = keywordsOf('crashed', 5).map(({ keyword_text: keyword }) => makeCheck(keyword));
    const workflowId = 'serp-pages:crashed';
    const orders = checks.map((check) => ({ check, project_id: projectId, force: true }));
    const stored = orders.slice(0, 3).map((order) => ({
      check: order.check,
      runId: toPageRunId(workflowId, order),
      scope: { source: 'api' as const, projectId },
    }));
    await readLivePages(app.app.context, stored, { workflowId, signal: new AbortController().signal });
    const before = await countCalls(app);
    await workflows.start('serp-pages', { pages: orders }, { id: workflowId });
    const ended = await workflows.waitFor<{ checked: number; cost_usd: number }>(workflowId, PATIENCE_MS);
    assert.deepEqual([ended?.output.checked, ended?.output.cost_usd.toFixed(4)], [5, (5 * PRICE_USD).toFixed(4)]);
    assert.equal((await countCalls(app)) - before, 2);
    await assertBooksAgree();
  });

  await t.test('when reading breaks off, stored pages are shown, the others are failed, and all are free again', async () => {
    const { searchData } = app.app.context;
    const broken = searchData as { fetchSerp: typeof searchData.fetchSerp };
    const real = broken.fetchSerp;
    broken.fetchSerp = async (request, ...given) => {
      if (request.keyword === 'broken 1') throw new Error('a mistake of ours');
      return await real.call(searchData, request, ...given);
    };
    const { status, results } = await ask(keywordsOf('broken', 3));
    broken.fetchSerp = real;
    assert.deepEqual([status, results.map((result) => result.status === 'failed')], [200, [false, true, false]]);
    const { rows } = await postgres.query<{ keyword: string; status: string }>(
      `select keyword, status from serp_runs run join queries on queries.id = run.query_id where keyword like 'broken %' order by keyword`,
    );
    assert.deepEqual(
      rows.map((row) => [row.keyword, row.status]),
      [
        ['broken 0', 'completed'],
        ['broken 1', 'failed'],
        ['broken 2', 'completed'],
      ],
    );
    assert.equal((await postgres.query('select from live_pages')).rowCount, 0);
    await assertBooksAgree();
  });

  await t.test('pages of a workflow that was terminated are free for the next request', async () => {
    const gone = await workflows.start(
      'serp-pages',
      { pages: [{ check: makeCheck('left behind'), project_id: projectId }] },
      { delayMs: 60_000 },
    );
    const page = { queryId: toQueryId(makeCheck('left behind')), depth: 100 };
    await insertClaims(postgres, gone, [page]);
    await workflows.terminate(gone);
    const { status, results } = await ask([...keywordsOf('left', 1), { keyword_text: 'left behind' }]);
    assert.deepEqual([status, results.every(({ success }) => success)], [200, true]);
    await deleteClaims(postgres, gone);
  });
});
