import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { sweepLostSpends } from '#areas/costs/index.ts';
import type { WorkflowContext } from '#context';
import { ANONYMOUS } from '#http/auth.ts';
import { newId } from '#kernel/ids.ts';
import { llmNotConfigured, type Llm } from '#providers/llm/index.ts';
import { estimateHarvest } from '../../src/areas/research/harvest/estimate-harvest.ts';
import { startTestApp } from '../support/app.ts';
import { makeHarvestWorld, type HarvestedRow } from '../support/harvest-world.ts';

const SHOP = 'sorrelmill.com';
/** Without a model: the provider's own lists, which come with their figures. */
const LISTS = { ranked_keywords: 1, keywords_for_site: 1, keywords_for_categories: 1, keyword_ideas: 1 };
const NO_MODEL: Llm = {
  isConfigured: false,
  lastFailure: undefined,
  estimateUsd: () => 0,
  ask: () => Promise.reject(llmNotConfigured()),
};
const NO_MODEL_CONTEXT: Partial<WorkflowContext> = { llm: NO_MODEL };

const listSnapshots = {
  name: 'list-research-snapshots',
  sql: `select keyword_id, search_volume, toUInt32(source = 'research') as is_research, toUInt32(length(monthly_searches)) as months
        from keyword_snapshots where run_id = {run_id:String}`,
  params: z.object({ run_id: z.string() }),
  row: z.object({ keyword_id: z.string(), search_volume: z.number().nullable(), is_research: z.number(), months: z.number() }),
};

const byKeyword = (rows: readonly HarvestedRow[]) => new Map(rows.map((row) => [row.keyword, row]));
/** What a harvest found out, without what is different in each run. */
const toFacts = (rows: readonly HarvestedRow[]) =>
  rows.map(({ keyword, sources, status, searchVolume, intentConfidences, brandFlag, score }) => ({
    keyword,
    sources,
    status,
    searchVolume,
    intentConfidences,
    brandFlag,
    score,
  }));

test('the harvest of a research run', async (t) => {
  const world = makeHarvestWorld(await startTestApp(t));
  const { context } = world.app;
  const { postgres, clock, logger, searchData, outbox, clickhouse } = context;
  const shop = await world.confirm(SHOP);
  let first: readonly HarvestedRow[] = [];

  await t.test('takes the fewest calls, and costs what the provider and the model charged', async () => {
    const estimate = await estimateHarvest({ ...context, caller: ANONYMOUS }, shop);
    const summary = await world.harvest(shop);
    const { body: log } = await world.sandbox.get('/_sandbox/calls');
    assert.deepEqual(await world.takeCalls(), { ...LISTS, completions: 1, keyword_overview: 1, search_intent: 1 });
    assert.equal(summary.costUsd.toFixed(5), (log.cost_usd + log.model_usd).toFixed(5));
    assert.ok(summary.costUsd <= estimate.costUsdMax && summary.total <= estimate.keywordsMax);
    assert.deepEqual(summary.errors, []);
    first = await world.listRows(shop);
    assert.deepEqual([summary.total, summary.kept + summary.irrelevant], [first.length, first.length]);
    const count = (source: string): number => first.filter(({ sources }) => sources.includes(source)).length;
    assert.deepEqual(summary.sources, { domain_seed: count('domain_seed'), harvest_ai: count('harvest_ai') });
    assert.ok(summary.sources.domain_seed > 250 && summary.sources.harvest_ai > 250);
  });

  await t.test('its figures and intents are the true ones, and what is unknown is null', async () => {
    const sample = first.filter((_row, at) => at % 20 === 0);
    for (const row of sample) {
      const query = new URLSearchParams({ keyword: row.keyword }).toString();
      const { body: truth } = await world.sandbox.get(`/_sandbox/truth/keyword?${query}`);
      assert.deepEqual(
        [row.searchVolume, row.cpc, row.competition, row.keywordDifficulty, row.primaryIntent],
        [truth.search_volume, truth.cpc, truth.competition, truth.keyword_difficulty, truth.intent],
        row.keyword,
      );
      for (const [label, probability] of Object.entries(row.intentConfidences))
        assert.equal(row.secondaryIntents.includes(label), label !== row.primaryIntent && probability > 0.3, row.keyword);
    }
    const unknown = first.find(({ keyword }) => keyword.includes('rainy weekend'));
    assert.deepEqual(
      [unknown?.figuresStatus, unknown?.searchVolume, unknown?.scoreParts?.['volume'], unknown?.sources],
      ['unknown', null, null, ['harvest_ai']],
    );
  });

  await t.test('keeps what fits and keeps the rest apart with the reason', async () => {
    const { body } = await world.sandbox.post('/_sandbox/truth/research', { keywords: first.map(({ keyword }) => keyword) });
    const truth = body.keywords as { topic: string; brand_domain: string | null }[];
    const [topic] = (await world.truthOf(SHOP)).topics;
    first.forEach((row, at) => {
      assert.equal(row.status, truth[at]?.topic === topic ? 'kept' : 'irrelevant', row.keyword);
      assert.equal(row.reason === null, row.status === 'kept', row.keyword);
      assert.equal(row.brandFlag, truth[at]?.brand_domain === SHOP, row.keyword);
      const sum = Object.values(row.scoreParts ?? {}).reduce<number>((total, points) => total + (points ?? 0), 0);
      assert.equal(row.score?.toFixed(1), sum.toFixed(1), row.keyword);
    });
    assert.ok(first.some(({ status }) => status === 'irrelevant'));
    assert.ok(first.every(({ ideaCategoryId: id, sources }) => id === null || sources.includes('harvest_ai')));
  });

  await t.test('gives ClickHouse a snapshot of each keyword whose figures are known', async () => {
    await outbox.flush();
    const snapshots = await clickhouse.query(listSnapshots, { run_id: shop.id });
    const known = first.filter(({ figuresStatus: status }) => status === 'known');
    const volumes = new Map(known.map((row) => [row.keywordId, row.searchVolume]));
    assert.equal(snapshots.length, known.length);
    for (const { keyword_id: id, search_volume: volume, is_research: isResearch, months } of snapshots)
      assert.deepEqual([volume, isResearch, months], [volumes.get(id), 1, 12]);
  });

  await t.test('asks nothing that is stored: neither a repeated run nor another run on the same site', async () => {
    await world.harvest(shop);
    assert.deepEqual(await world.takeCalls(), {});
    assert.deepEqual(await world.listRows(shop), first);
    const again = await world.confirm(SHOP);
    const { costUsd } = await world.harvest(again, { changes: NO_MODEL_CONTEXT });
    assert.deepEqual([costUsd, await world.takeCalls()], [0, {}]);
  });

  await t.test('each step can be repeated after a crash without a second paid call', async () => {
    const order = await world.confirm('pembrokedental.com');
    const plain = await world.confirm('pembrokedental.com');
    const twice: WorkflowContext['step'] = async (_name, work) => {
      const scope = { signal: AbortSignal.timeout(60_000), attempt: 1, isLastTry: false };
      await work(scope);
      return await work({ ...scope, attempt: 2 });
    };
    const summary = await world.harvest(order, { changes: { step: twice } });
    assert.deepEqual(await world.takeCalls(), { ...LISTS, completions: 1, keyword_overview: 1, search_intent: 1 });
    const { costUsd } = await world.harvest(plain);
    assert.deepEqual(await world.takeCalls(), { completions: 1 });
    assert.ok(costUsd < summary.costUsd);
    assert.deepEqual(toFacts(await world.listRows(order)), toFacts(await world.listRows(plain)));
  });

  await t.test('an answer of the model that a crash lost is not paid for again, and that is said', async () => {
    const order = await world.confirm('graniteriddle.com');
    const lose = async (): Promise<never> => await Promise.reject(new Error('killed'));
    const llm: Llm = { ...context.llm, isConfigured: true, lastFailure: undefined, estimateUsd: () => 0.001, ask: lose };
    const killed: WorkflowContext['step'] = async (name, work) => {
      if (name !== 'harvestIdeas') return await work({ signal: AbortSignal.timeout(60_000), attempt: 1, isLastTry: true });
      // As a process that dies between the question and its answer leaves it.
      const aborted = { signal: AbortSignal.abort(), attempt: 1, isLastTry: false };
      await assert.rejects(work(aborted), /killed/u);
      return await work({ signal: AbortSignal.timeout(60_000), attempt: 1, isLastTry: true });
    };
    const { errors, total } = await world.harvest(order, { changes: { step: killed, llm } });
    assert.deepEqual(errors, [{ step: 'harvestIdeas', message: 'the answer of the language model was lost' }]);
    assert.ok(total > 250);
    assert.deepEqual(await world.takeCalls(), { ...LISTS, search_intent: 1 });
  });

  await t.test('two towns of one country share their calls, and each has what people there type', async () => {
    const markets = [
      { locationCode: 1_016_367, locationName: 'Chicago,Illinois,United States', languageCode: 'en' },
      { locationCode: 1_026_201, locationName: 'Austin,Texas,United States', languageCode: 'en' },
    ];
    const order = await world.confirm('brunnerbreath.net', { confirmation: { markets } });
    await world.harvest(order, { changes: NO_MODEL_CONTEXT });
    assert.deepEqual(await world.takeCalls(), { ...LISTS, keyword_overview: 1, search_intent: 1 });
    const rows = await world.listRows(order);
    const [chicago, austin] = markets.map(({ locationCode }) => byKeyword(rows.filter((row) => row.locationCode === locationCode)));
    const seed = order.enrichment.seedKeywords[0] ?? '';
    assert.ok(chicago?.has(`${seed} chicago`) && !austin?.has(`${seed} chicago`) && austin?.has(`${seed} austin`));
    const shared = [...(chicago?.values() ?? [])].filter(({ keyword }) => austin?.has(keyword));
    assert.ok(shared.length > 250);
    for (const row of shared) assert.equal(austin?.get(row.keyword)?.searchVolume, row.searchVolume);
  });

  await t.test('asks the ads planner where the provider has no lists, in the language of the market', async () => {
    const markets = [{ locationCode: 2276, locationName: 'Germany', languageCode: 'en' }];
    const order = await world.confirm('bean-letter.net', { confirmation: { markets } });
    const { total, kept, sources, errors } = await world.harvest(order, { changes: NO_MODEL_CONTEXT });
    assert.deepEqual(await world.takeCalls(), { keywords_for_site: 1, keywords_for_keywords: 1, search_intent: 1 });
    assert.deepEqual(errors, []);
    assert.ok(kept > 0 && sources.domain_seed > 0 && sources.harvest_ai > 0, JSON.stringify({ total, sources }));
    const rows = await world.listRows(order);
    assert.ok(rows.every(({ keywordDifficulty: difficulty, scoreParts: parts }) => difficulty === null && parts?.['difficulty'] === null));
  });

  await t.test('knows the places that an onboarding found, and does not ask for them again', async () => {
    const domain = await postgres.query<{ id: number }>(
      `insert into domains (domain, created_at) values ('ploverserum.shop', now()) returning id`,
    );
    await postgres.query(
      `insert into domain_fetches (domain_id, part, location_code, language_code, status, is_whole, rows_fetched, rows_total, completed_at, started_at)
       values ($1, 'keywords', 2840, 'en', 'complete', true, 3, 3, now(), now())`,
      [domain.rows[0]?.id],
    );
    const order = await world.confirm('ploverserum.shop');
    const [ranked = ''] = order.enrichment.seedKeywords;
    const insert = `insert into domain_keywords (domain_id, keyword, location_code, language_code, item_type, rank_group, rank_absolute, url,
        our_first_seen, our_last_seen) values ($1, $2, 2840, 'en', $3, $4, $4, $5, now(), now())`;
    for (const [itemType, rank] of [
      ['organic', 7],
      ['paid', 1],
      ['featured_snippet', 3],
    ] as const)
      await postgres.query(insert, [domain.rows[0]?.id, ranked, itemType, rank, `https://ploverserum.shop/${itemType}`]);
    const { ranked: readings } = await world.harvest(order, { changes: NO_MODEL_CONTEXT });
    assert.deepEqual(
      readings?.map(({ locationCode, status, rowsTotal }) => [locationCode, status, rowsTotal]),
      [[2840, 'complete', 3]],
    );
    assert.equal((await world.takeCalls())['ranked_keywords'], undefined);
    const rows = byKeyword(await world.listRows(order));
    const row = rows.get(ranked);
    assert.deepEqual([row?.currentRank, row?.rankingUrl], [7, 'https://ploverserum.shop/organic']);
    assert.equal([...rows.values()].filter(({ currentRank: rank }) => rank !== null).length, 1);
  });

  await t.test('a budget that is spent midway leaves what there is, and says so', async () => {
    const order = await world.confirm('emberflow.app');
    await world.api.put('/api/admin/config', { budgets: { run_cost_usd: 0.18 } });
    const summary = await world.harvest(order, { changes: NO_MODEL_CONTEXT });
    await world.api.put('/api/admin/config', { budgets: { run_cost_usd: null } });
    assert.ok(summary.costUsd <= 0.18 && summary.costUsd > 0, String(summary.costUsd));
    assert.ok(summary.total > 0 && summary.kept > 0);
    assert.ok(
      summary.errors.length > 0 && summary.errors.every(({ message }) => /budget exceeded/iu.test(message)),
      JSON.stringify(summary.errors),
    );
    const rows = await world.listRows(order);
    assert.ok(rows.every(({ status, score }) => status !== 'pending' && score !== null));
    await world.takeCalls();
  });

  await t.test('what a harvest may cost is held', async () => {
    const order = await world.confirm('zephyrhouse.com', { confirmation: { limits: { keywordsMax: 2_000, costUsdMax: 0.16 } } });
    const estimate = await estimateHarvest({ ...context, caller: ANONYMOUS }, order);
    const { costUsd, total, errors } = await world.harvest(order);
    assert.ok(costUsd <= 0.16 && costUsd > 0.08, String(costUsd));
    assert.ok(total > 50 && total <= estimate.keywordsMax, `${total} of ${estimate.keywordsMax}`);
    assert.deepEqual(errors, []);
    const nothing = await world.confirm('zephyrhouse.com', { confirmation: { limits: { keywordsMax: 2_000, costUsdMax: 0 } } });
    const none = await world.harvest(nothing);
    assert.deepEqual([none.total, none.costUsd, none.errors.map(({ step }) => step)], [0, 0, ['planHarvest']]);
    await world.takeCalls();
  });

  await t.test('one source that fails is an entry, and all that fail are a failure', async () => {
    await world.sandbox.post('/_sandbox/faults', { match: 'keywords_for_site', kind: 'provider_50000' });
    const order = await world.confirm('villalane.com');
    const { errors, total, sources } = await world.harvest(order, { changes: NO_MODEL_CONTEXT });
    assert.deepEqual([errors.map(({ step }) => step), sources.domain_seed], [['harvestDomain'], 0]);
    assert.match(errors[0]?.message ?? '', /50000/u);
    assert.ok(total > 250);
    await world.sandbox.post('/_sandbox/faults', { match: 'dataforseo_labs', kind: 'provider_50000' });
    const failing = await world.confirm('wanderguide.net');
    await assert.rejects(world.harvest(failing, { changes: NO_MODEL_CONTEXT }), /50000/u);
    await world.sandbox.post('/_sandbox/faults', {});
    await world.takeCalls();
  });

  await t.test('with three calls of ten failing it ends whole or says what is missing, and every cent is booked', async () => {
    for (const kind of ['http_500', 'truncated', 'empty', 'provider_50000', 'off_schema'])
      await world.sandbox.post('/_sandbox/faults', { kind, rate: 0.06 });
    for (const domain of ['meadowrunner.store', 'vesperinsider.org', 'sable-milestone.io', 'pantryjournal.net']) {
      const order = await world.confirm(domain);
      const { errors, total, kept, irrelevant } = await world.harvest(order, { workflowId: newId('wf_') });
      const rows = await world.listRows(order);
      assert.equal(total, kept + irrelevant);
      const steps = new Set(errors.map(({ step }) => step));
      if (!steps.has('fetchFigures'))
        assert.ok(
          rows.every(({ figuresStatus: status }) => status !== null),
          domain,
        );
      if (!steps.has('fetchIntents'))
        assert.ok(
          rows.every(({ intentsStatus: status }) => status !== null),
          domain,
        );
      if (!steps.has('harvestDomain')) assert.ok(rows.filter(({ sources }) => sources.includes('domain_seed')).length > 250, domain);
      assert.ok(rows.every(({ searchVolume: volume, figuresStatus: status }) => volume === null || status === 'known'));
    }
    await world.sandbox.post('/_sandbox/faults', {});
    await sweepLostSpends({ postgres, clock, logger, searchData }, { unknownAfterMs: 0 });
    const { rows } = await postgres.query<{ cost: number }>(
      `select sum(cost_usd) as cost from api_costs where service <> 'edge_workers_ai'`,
    );
    assert.equal(rows[0]?.cost.toFixed(5), (await world.sandbox.get('/_sandbox/calls')).body.cost_usd.toFixed(5));
  });
});
