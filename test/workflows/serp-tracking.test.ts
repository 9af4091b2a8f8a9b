import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLivePages } from '#areas/rankings/live/read-pages.ts';
import { runCheck } from '#areas/rankings/live/run-check.ts';
import { listCompletedRuns } from '#areas/rankings/runs/store/runs.ts';
import { serpTracking } from '#areas/rankings/live/serp-tracking.workflow.ts';
import { SerpTrackingInput, type CheckOutput } from '#areas/rankings/live/tracking-input.ts';
import type { WorkflowContext } from '#context';
import { hashId, newId } from '#kernel/ids.ts';
import type { SearchData } from '#providers/search-data/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openTestStores } from '../support/index.ts';
import {
  makeAnswer,
  makeCheck,
  makeFetchSerp,
  makeItem,
  makeProject,
  makeTracked,
  WORLD_NOW,
  namedSearch,
} from '../support/rankings-world.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const PROVIDER = '/v3/serp/google/organic/live/advanced';
const DAY = '2030-01-01';

async function countCalls({ sandbox }: TestApp): Promise<number> {
  return (await sandbox.get('/_sandbox/calls')).body.by_endpoint[PROVIDER] ?? 0;
}

async function stepNames({ app }: TestApp, workflowId: string): Promise<string[]> {
  const steps = await app.context.workflows.listSteps(workflowId);
  return steps.map((step) => step.name).filter((name) => name !== 'enqueueChildren');
}

async function run<Output>({ app }: TestApp, input: object, id: string = newId('wf_')): Promise<Output> {
  const workflowId = await app.context.workflows.start('serp-tracking', input, { id });
  const ended = await app.context.workflows.waitFor<Output>(workflowId, PATIENCE_MS);
  assert.ok(ended, 'it has ended');
  return ended.output;
}

const KEPT = { config: { serpEvidenceDays: 35 } };

test('serp-tracking in the whole service', async (t) => {
  const app = await startTestApp(t);
  const { postgres } = app.app.context;
  const projectId = await makeProject(postgres, [{ value: 'invoicenest.com' }]);
  const checks = [
    await makeTracked(postgres, projectId, 'invoicing software'),
    await makeTracked(postgres, projectId, 'no such thing anywhere'),
  ];
  const keywordIds = checks.map((check) => check.keywordId);

  await t.test('checks what a project tracks in four named steps, and sums up', async () => {
    const output = await run(app, { project_id: projectId, keyword_ids: keywordIds, source: 'tracking', due_date: DAY }, 'wf_first');
    const { ranked, not_found: notFound, cost_usd: costUsd, ...rest } = output as Record<string, number>;
    assert.deepEqual(rest, { checked: 2, failed: 0, skipped: false, skipped_checks: 0, reason: null });
    assert.equal((ranked ?? 0) + (notFound ?? 0), 2);
    assert.equal(costUsd, 0.031);
    assert.deepEqual(await stepNames(app, 'wf_first'), ['budget', 'fetch', 'store', 'append']);
    assert.deepEqual(await stepNames(app, `serp-tracking:${keywordIds[0]}:engine_a:seo:${DAY}`), ['budget', 'fetch', 'store', 'append']);
  });

  await t.test('a check that is due in several projects runs once, and a later project joins it', async () => {
    const before = await countCalls(app);
    const other = await makeProject(postgres, [{ value: 'ledgerwise.app' }]);
    await makeTracked(postgres, other, 'invoicing software');
    await run(app, { project_id: other, source: 'tracking', due_date: DAY });
    assert.equal(await countCalls(app), before);
    const { rows } = await postgres.query<{ status: string }>('select status from current_rankings where project_id = $1', [other]);
    assert.equal(rows.length, 1);
  });

  await t.test('started by hand it uses what was read within the hour, and with force reads again every time', async () => {
    const before = await countCalls(app);
    await run(app, { keyword_ids: keywordIds, location_code: 2840 });
    assert.equal(await countCalls(app), before);
    for (let round = 1; round <= 2; round += 1) {
      await run(app, { keyword_ids: keywordIds, location_code: 2840, force: true });
      assert.equal((await countCalls(app)) - before, round * 2);
    }
    assert.deepEqual(((await run(app, { keyword_ids: keywordIds, location_code: 2826 })) as { checked: number }).checked, 0);
  });

  await t.test('a check that fails after its retries shows as failed, and is kept as a dead letter', async () => {
    const failing = await makeTracked(postgres, projectId, 'this one fails');
    const before = await countCalls(app);
    await app.sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'http_500', rate: 1 });
    const output = await run(app, { project_id: projectId, keyword_ids: [failing.keywordId], source: 'tracking', due_date: DAY });
    await app.sandbox.post('/_sandbox/faults', {});
    assert.equal((output as { failed: number }).failed, 1);
    assert.equal((await countCalls(app)) - before, 4, 'one try and three retries');
    const { rows } = await postgres.query<Record<string, unknown>>(
      'select status, position, error from current_rankings where project_id = $1 and keyword_id = $2',
      [projectId, failing.keywordId],
    );
    assert.equal(rows[0]?.['status'], 'failed');
    assert.equal(rows[0]?.['position'], null);
    assert.match(String(rows[0]?.['error']), /500/u);
    const { body } = await app.api.get('/api/admin/queue/dead-letter');
    const letters = (body.dead_letters ?? body.items) as { payload: { subject?: { keywordId: string } } }[];
    assert.ok(letters.some((letter) => letter.payload.subject?.keywordId === failing.keywordId));
  });

  await t.test('a budget that is exhausted ends the run as completed and skipped', async () => {
    const dear = await makeTracked(postgres, projectId, 'too dear to ask');
    await app.api.put('/api/admin/config', { budgets: { run_cost_usd: 0 } });
    const output = await run(app, { project_id: projectId, keyword_ids: [dear.keywordId], source: 'tracking', due_date: DAY });
    await app.api.put('/api/admin/config', { budgets: { run_cost_usd: null } });
    assert.deepEqual(output, {
      checked: 0,
      ranked: 0,
      not_found: 0,
      failed: 0,
      skipped: true,
      skipped_checks: 1,
      reason: 'budget_exceeded',
      cost_usd: 0,
    });
    const { body } = await app.api.get(`/api/rankings?project_id=${projectId}&keyword_id=${dear.keywordId}`);
    assert.deepEqual(
      body.rankings.map((row: { status: string }) => row.status),
      ['pending'],
    );
  });
});

test('a page that was paid for is not fetched again, wherever the process died', async (t) => {
  const stores = await openTestStores(t);
  let calls = 0;
  const searchData = {
    ...namedSearch,
    isConfigured: true,
    estimateSerpUsd: () => 0.0155,
    fetchSerp: makeFetchSerp(() => {
      calls += 1;
      return makeAnswer([makeItem(3, 'mine.com')]);
    }),
  } as unknown as SearchData;
  const clock = { now: () => WORLD_NOW, realNow: () => Date.now() };
  const projectId = await makeProject(stores.postgres);
  const check = await makeTracked(stores.postgres, projectId, 'dies');
  const scope = { source: 'workflow' as const };
  const signal = new AbortController().signal;
  const runId = hashId('run_', ['wf_dies']);
  await readLivePages({ ...stores, ...KEPT, clock, searchData }, [{ check, runId, scope }], { workflowId: 'wf_dies', signal });
  assert.equal(calls, 1);

  // Died after the page was stored and before the step was recorded, or after that: the recorded result is given back.
  for (const recorded of [undefined, { runId, costUsd: 0.0155 }]) {
    const step = async (name: string, work: (given: unknown) => Promise<unknown>): Promise<unknown> =>
      name === 'fetch' && recorded !== undefined ? recorded : await work({ signal, attempt: 1 });
    const waitUntil = (look: () => Promise<unknown>): Promise<unknown> => look();
    const ctx = { ...stores, clock, searchData, workflowId: 'wf_dies', step, waitUntil } as unknown as WorkflowContext;
    const output: CheckOutput = await runCheck(ctx, {
      plan: async () => ({ decision: 'fetch', check, estimateUsd: 0.0155 }),
      scope,
      isOnDemand: false,
      requestedBy: null,
    });
    assert.deepEqual([calls, output.run_id, output.ranked], [1, runId, 1]);
  }
  const { rows } = await stores.postgres.query('select id from serp_runs');
  assert.equal(rows.length, 1);
});

test('without credentials tracked keywords show why they have no position, and nothing is queued', async (t) => {
  const stores = await openTestStores(t);
  const projectId = await makeProject(stores.postgres);
  await makeTracked(stores.postgres, projectId, 'unconfigured');
  const step = async (_name: string, work: () => Promise<unknown>): Promise<unknown> => await work();
  const clock = { now: () => WORLD_NOW, realNow: () => Date.now() };
  const ctx = {
    ...stores,
    clock,
    searchData: { ...namedSearch, isConfigured: false },
    workflowId: 'wf_unconfigured',
    step,
  } as unknown as WorkflowContext;
  for (let round = 0; round < 2; round += 1) {
    const output = await serpTracking.run(ctx, SerpTrackingInput.parse({ project_id: projectId, source: 'tracking' }) as never);
    assert.deepEqual(output, {
      checked: 0,
      ranked: 0,
      not_found: 0,
      failed: 1,
      skipped: false,
      skipped_checks: 0,
      reason: 'credentials_missing',
      cost_usd: 0,
    });
  }
  const { rows } = await stores.postgres.query('select status, error from current_rankings');
  assert.deepEqual(rows, [{ status: 'failed', error: 'DataForSEO credentials not configured' }]);
});

test('until_found and adaptive read less, and say how far they came', async (t) => {
  const stores = await openTestStores(t);
  const depths: number[] = [];
  const searchData = {
    fetchSerp: makeFetchSerp((request) => {
      depths.push(request.depth);
      const deepest = request.stopAtDomains === undefined ? request.depth : 30;
      const { items } = makeAnswer([makeItem(25, 'mine.com')]);
      return makeAnswer([], { items: items.slice(0, deepest), checkedDepth: deepest, costUsd: 0.001 * deepest });
    }),
  } as unknown as SearchData;
  const read = async (overrides: Parameters<typeof makeCheck>[1]) => {
    const ctx = { ...stores, ...KEPT, searchData, clock: { now: () => WORLD_NOW, realNow: () => Date.now() } };
    const signal = new AbortController().signal;
    depths.length = 0;
    const runId = newId('run_');
    const check = makeCheck('strategies', { lookFor: ['mine.com'], ...overrides });
    await readLivePages(ctx, [{ check, runId, scope: { source: 'workflow' } }], { workflowId: 'wf', signal });
    const kept = (await listCompletedRuns(stores.postgres, [runId]))[0]?.run;
    assert.ok(kept);
    return { depths: [...depths], depth: kept.depth, checkedDepth: kept.checkedDepth, costUsd: Number(kept.costUsd.toFixed(3)) };
  };
  assert.deepEqual(await read({ depthStrategy: 'until_found' }), { depths: [100], depth: 30, checkedDepth: 30, costUsd: 0.03 });
  assert.deepEqual(await read({ depthStrategy: 'adaptive', lastPosition: 22 }), {
    depths: [40],
    depth: 40,
    checkedDepth: 40,
    costUsd: 0.04,
  });
  assert.deepEqual(await read({ depthStrategy: 'adaptive', lastPosition: 3 }), {
    depths: [20, 100],
    depth: 100,
    checkedDepth: 100,
    costUsd: 0.12,
  });
  assert.deepEqual(await read({ depthStrategy: 'adaptive' }), { depths: [100], depth: 100, checkedDepth: 100, costUsd: 0.1 });
});
