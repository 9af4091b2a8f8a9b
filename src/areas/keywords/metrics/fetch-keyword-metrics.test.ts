import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { BudgetExceededError } from '#kernel/errors.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { KeywordMetrics, KeywordsAnswer, KeywordsRequest, SearchData } from '#providers/search-data/index.ts';
import { makeProject, makeTracked } from '../../../../test/support/rankings-world.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { fetchKeywordMetrics, type FetchMetricsContext, type FetchMetricsResult } from './fetch-keyword-metrics.ts';
import { linkMetrics } from './link-metrics.ts';

const NOW = new Date('2026-05-20T10:00:00Z');
const CALL_MAX = 8;

type Answer = (request: KeywordsRequest, scope: SpendScope) => KeywordsAnswer;

interface Bench {
  readonly ctx: FetchMetricsContext;
  readonly projectId: string;
  readonly asked: (readonly string[])[];
  readonly scopes: SpendScope[];
  readonly clock: { now: Date; real: number };
  ask(runId?: string, exhausted?: readonly string[]): Promise<FetchMetricsResult>;
  /** Asks until nothing is due; returns how many calls that took. */
  askAll(runId?: string): Promise<number>;
  statuses(): Promise<Record<string, string>>;
}

async function openBench(t: TestContext, keywords: readonly string[], answer: Answer): Promise<Bench> {
  const stores = await openTestStores(t);
  const projectId = await makeProject(stores.postgres);
  for (const keyword of keywords) await makeTracked(stores.postgres, projectId, keyword);
  const asked: (readonly string[])[] = [];
  const scopes: SpendScope[] = [];
  const clock = { now: NOW, real: Date.now() };
  const searchData: Partial<SearchData> = {
    findMetricsSource: () => 'labs',
    keywordsPerCall: () => CALL_MAX,
    takesKeyword: (keyword) => keyword.length <= 80,
    fetchKeywords: async (request, scope, { record } = {}) => {
      asked.push(request.keywords);
      scopes.push(scope);
      const given = answer(request, scope);
      await record?.(Buffer.alloc(0), given);
      return given;
    },
  };
  const ctx = {
    ...stores,
    searchData: searchData as SearchData,
    clock: { now: () => clock.now, realNow: () => clock.real },
  };
  await linkMetrics(ctx);
  const ask: Bench['ask'] = (runId = 'wf_1', exhausted = []) =>
    fetchKeywordMetrics(ctx, { runId, source: 'workflow', exhausted, signal: new AbortController().signal });
  return {
    ctx,
    projectId,
    asked,
    scopes,
    clock,
    ask,
    askAll: async (runId) => {
      for (let calls = 0; ; calls += 1) if ((await ask(runId)).isDone) return calls;
    },
    statuses: async () => {
      const { rows } = await stores.postgres.query<{ normalizedText: string; status: string }>(
        'select normalized_text, status from keyword_figures order by normalized_text',
      );
      return Object.fromEntries(rows.map((row) => [row.normalizedText, row.status]));
    },
  };
}

function toMetrics(keyword: string): KeywordMetrics {
  return {
    keyword,
    searchVolume: keyword.length,
    cpc: 1,
    competition: 0.5,
    competitionLevel: 'MEDIUM',
    keywordDifficulty: 10,
    intent: null,
    monthlySearches: [{ year: 2026, month: 4, searchVolume: 7 }],
    categories: [1, 2],
  };
}

const answerAll: Answer = ({ keywords }) => ({
  state: 'answered',
  metrics: new Map(keywords.map((keyword) => [keyword, toMetrics(keyword)])),
  costUsd: 0.01,
});

const range = (count: number): string[] => Array.from({ length: count }, (_none, at) => `word ${String(at).padStart(2, '0')}`);

test('what is due is asked about in full calls, each once, on behalf of the project', async (t) => {
  const bench = await openBench(t, range(20), answerAll);
  assert.equal(await bench.askAll(), 3);
  assert.deepEqual(
    bench.asked.map((keywords) => keywords.length),
    [8, 8, 4],
  );
  assert.deepEqual(bench.asked.flat().toSorted(), range(20));
  assert.deepEqual(bench.scopes[0], { source: 'workflow', projectId: bench.projectId, runId: 'wf_1', workflowType: 'keyword-enrichment' });
});

test('an answer that was kept is not paid for again, wherever the process died', async (t) => {
  const bench = await openBench(t, range(3), answerAll);
  await bench.ask('wf_dies');
  // Died before the step was recorded: the same step again.
  assert.equal((await bench.ask('wf_dies')).isDone, true);
  assert.equal(bench.asked.length, 1);
  const { rows } = await bench.ctx.postgres.query<{ lines: number }>('select sum(rows_count)::integer as lines from outbox');
  assert.equal(rows[0]?.lines, 6, 'a snapshot and a month for each');
});

test('no other run asks about what a run holds, until the run is surely dead; the run itself goes on', async (t) => {
  let isDead = true;
  const bench = await openBench(t, range(3), (request, scope) => {
    if (isDead) throw new Error('the process ends here');
    return answerAll(request, scope);
  });
  await assert.rejects(bench.ask('wf_dies'), /ends here/u);
  isDead = false;
  assert.equal((await bench.ask('wf_other')).isDone, true);
  await bench.ctx.postgres.query('update purchase_claims set held_until = now()');
  bench.clock.now = new Date(NOW.getTime() + 1);
  assert.equal((await bench.ask('wf_other')).known, 3);
  await assert.rejects(async () => {
    isDead = true;
    await bench.ctx.postgres.query(`update keyword_figures set due_at = '2026-01-01'`);
    await bench.ask('wf_goes_on');
  });
  isDead = false;
  assert.equal((await bench.ask('wf_goes_on')).known, 3);
});

test('a refused call is halved until the keyword at fault stands alone, after all else that is due', async (t) => {
  const keywords = ['bad one', ...range(15)];
  const bench = await openBench(t, keywords, (request, scope) =>
    request.keywords.includes('bad one') ? { state: 'refused', what: 'keywords', named: [], reason: 'no' } : answerAll(request, scope),
  );
  await bench.askAll();
  const sizes = bench.asked.map((asked) => asked.length);
  assert.deepEqual(sizes.slice(0, 2), [8, 8], 'the other call comes before the halves');
  assert.deepEqual(
    sizes.slice(2).toSorted((one, other) => one - other),
    [1, 1, 2, 2, 4, 4],
  );
  const statuses = await bench.statuses();
  assert.equal(statuses['bad one'], 'refused');
  assert.equal(Object.values(statuses).filter((status) => status === 'known').length, 15);
});

test('a keyword that the provider names is out at once', async (t) => {
  const bench = await openBench(t, ['bad one', ...range(7)], (request, scope) =>
    request.keywords.includes('bad one')
      ? { state: 'refused', what: 'keywords', named: ['bad one'], reason: 'no' }
      : answerAll(request, scope),
  );
  assert.equal(await bench.askAll(), 2);
  assert.deepEqual(
    bench.asked.map((asked) => asked.length),
    [8, 7],
  );
});

test('a location that is refused is recorded for all of its keywords, without halving', async (t) => {
  const bench = await openBench(t, range(5), () => ({ state: 'refused', what: 'location', reason: 'no such location' }));
  assert.equal(await bench.askAll(), 1);
  assert.deepEqual(new Set(Object.values(await bench.statuses())), new Set(['refused']));
});

test('neither unknown nor refused takes older figures away', async (t) => {
  const answers: Answer[] = [answerAll, () => ({ state: 'answered', metrics: new Map(), costUsd: 0.01 })];
  const bench = await openBench(t, ['tea'], (request, scope) => (answers.shift() ?? answerAll)(request, scope));
  await bench.askAll();
  bench.clock.now = new Date('2026-06-20T00:00:00Z');
  await bench.askAll();
  const { rows } = await bench.ctx.postgres.query('select search_volume, enriched_at from keywords');
  assert.deepEqual([rows, await bench.statuses()], [[{ searchVolume: 3, enrichedAt: NOW }], { tea: 'unknown' }]);
});

test('an exhausted budget of a project or its organization holds back their keywords, any other ends the run', async (t) => {
  let budget = 'project_monthly_usd';
  let budgetScope: string | undefined;
  const poor: string[] = [];
  const bench = await openBench(t, range(3), (request, scope) => {
    if (poor.includes(scope.projectId ?? '')) throw new BudgetExceededError(budget, 'Budget exceeded', budgetScope);
    return answerAll(request, scope);
  });
  poor.push(bench.projectId);
  const rich = await makeProject(bench.ctx.postgres);
  await makeTracked(bench.ctx.postgres, rich, 'affordable');
  await makeTracked(bench.ctx.postgres, rich, 'word 01');
  await linkMetrics(bench.ctx);
  assert.deepEqual((await bench.ask('wf_1')).stoppedBy, { message: 'Budget exceeded', projectIds: [bench.projectId] });
  const sister = await makeProject(bench.ctx.postgres);
  const { rows } = await bench.ctx.postgres.query<{ organizationId: string }>(
    'update projects set organization_id = (select organization_id from projects where id = $1) where id = $2 returning organization_id',
    [bench.projectId, sister],
  );
  [budget, budgetScope] = ['organization_monthly_usd', rows[0]?.organizationId];
  assert.deepEqual((await bench.ask('wf_1')).stoppedBy, {
    message: 'Budget exceeded',
    projectIds: [bench.projectId, sister].toSorted(),
  });
  assert.equal((await bench.ask('wf_1', [bench.projectId])).known, 2, 'what another project tracks too, that one pays for');
  assert.equal((await bench.ask('wf_1', [bench.projectId])).isDone, true);
  [budget, budgetScope] = ['daily_usd', undefined];
  assert.deepEqual((await bench.ask('wf_1')).stoppedBy, { message: 'Budget exceeded', projectIds: undefined });
  poor.pop();
  assert.equal((await bench.ask('wf_2')).known, 2);
});

test('what is no longer tracked is not asked about', async (t) => {
  const bench = await openBench(t, range(3), answerAll);
  await bench.ctx.postgres.query(
    `update tracked_keywords set status = 'untracked' where keyword_id in (select id from keywords order by id limit 1)`,
  );
  assert.equal((await bench.ask()).known, 2);
  await bench.ctx.postgres.query(`update projects set status = 'paused'`);
  bench.clock.now = new Date('2027-01-01T00:00:00Z');
  assert.equal((await bench.ask()).isDone, true);
});
