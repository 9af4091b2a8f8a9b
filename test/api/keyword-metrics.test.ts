import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getKeywordMetrics, type KeywordMetricsQuestion, type KeywordMetricsResult } from '#areas/keywords/index.ts';
import { newId } from '#kernel/ids.ts';
import { makePurchases } from '#purchases/engine.ts';
import { makeLogger } from '#kernel/logger.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ADS_VOLUME, OVERVIEW, UNKNOWN } from '../support/enrichment.ts';

const MARKET = { locationCode: 2840, languageCode: 'en', organizationId: null };

interface Scene extends TestApp {
  ask(keywords: readonly string[], more?: Partial<KeywordMetricsQuestion>): Promise<KeywordMetricsResult>;
  /** Keywords of each call of an operation. */
  calls(path?: string): Promise<string[][]>;
}

function makeScene(app: TestApp): Scene {
  return {
    ...app,
    ask: async (keywords, more = {}) => {
      const scope = { source: 'workflow', runId: newId('wf_') } as const;
      return await getKeywordMetrics(app.app.context, { keywords, ...MARKET, ...more }, scope, { signal: AbortSignal.timeout(60_000) });
    },
    calls: async (path = OVERVIEW) => {
      const { entries } = (await app.sandbox.get('/_sandbox/calls')).body as { entries: { path: string; body: string }[] };
      return entries.filter((entry) => entry.path === path).map(({ body }) => JSON.parse(body)[0].keywords as string[]);
    },
  };
}

test('figures of keywords', async (t) => {
  const scene = makeScene(await startTestApp(t));

  await t.test('are those of the provider, and the second question costs nothing', async () => {
    const first = await scene.ask(['Running  Shoes', UNKNOWN, 'best crm software']);
    assert.deepEqual([first.isCached, first.stoppedBy, first.metrics.get(UNKNOWN)], [false, undefined, 'unknown']);
    for (const keyword of ['running shoes', 'best crm software']) {
      const { body: truth } = await scene.sandbox.get(`/_sandbox/truth/keyword?${new URLSearchParams({ keyword }).toString()}`);
      const metrics = first.metrics.get(keyword);
      assert.ok(typeof metrics === 'object', keyword);
      assert.deepEqual(
        [metrics.searchVolume, metrics.cpc, metrics.competition, metrics.keywordDifficulty],
        [truth.search_volume, truth.cpc, truth.competition, truth.keyword_difficulty],
      );
    }
    const second = await scene.ask(['best CRM software', 'running shoes', UNKNOWN]);
    assert.deepEqual([second.isCached, second.costUsd, (await scene.calls()).length], [true, 0, 1]);
    assert.deepEqual(second.metrics, first.metrics);
  });

  await t.test('a refused keyword is isolated among 700, and not asked again', async () => {
    const before = (await scene.calls()).length;
    const keywords = [...Array.from({ length: 699 }, (_none, at) => `blue shoes ${at}`), 'what? no!'];
    const { metrics, refusals } = await scene.ask(keywords);
    assert.equal(metrics.size, 700);
    assert.equal(metrics.get('what? no!'), 'refused');
    assert.match(refusals.get('what? no!') ?? '', /40501/u);
    assert.equal([...metrics.values()].filter((one) => one === 'refused').length, 1);
    assert.equal((await scene.calls()).length - before, 2, 'one call with the refused one alone');
    assert.equal((await scene.ask(keywords)).isCached, true);
  });

  await t.test('the same question at once is asked once', async () => {
    const before = (await scene.calls()).length;
    const results = await Promise.all(Array.from({ length: 8 }, (_none, at) => scene.ask(['red shoes', `green shoes ${at % 2}`])));
    assert.ok(results.every(({ metrics }) => metrics.size === 2));
    const asked = (await scene.calls()).slice(before).flat();
    assert.equal(asked.length, new Set(asked).size);
  });

  await t.test('a run that asks the same twice at once is answered by one question', async () => {
    const before = (await scene.calls()).length;
    const scope = { source: 'workflow', runId: newId('wf_') } as const;
    const ask = () =>
      getKeywordMetrics(scene.app.context, { keywords: ['desk lamp'], ...MARKET }, scope, { signal: AbortSignal.timeout(60_000) });
    const results = await Promise.all([ask(), ask()]);
    assert.equal(results.filter(({ isCached }) => isCached).length, 1);
    assert.deepEqual((await scene.calls()).slice(before), [['desk lamp']]);
  });

  await t.test('two processes ask each question once', async (own) => {
    const postgres = await openPostgres({ databaseUrl: scene.stores.connectionString, dataDir: '', logger: makeLogger('error') });
    own.after(() => postgres.close());
    const before = (await scene.calls()).length;
    const keywords = Array.from({ length: 40 }, (_none, at) => `table lamp ${at}`);
    const { context } = scene.app;
    const asks = Array.from({ length: 6 }, async (_none, at) => {
      const scope = { source: 'workflow', runId: newId('wf_') } as const;
      const process = at % 2 === 0 ? context : { ...context, postgres, purchases: makePurchases([]) };
      return await getKeywordMetrics(process, { keywords: keywords.slice(at), ...MARKET }, scope, { signal: AbortSignal.timeout(60_000) });
    });
    const results = await Promise.all(asks);
    assert.deepEqual(
      results.map(({ metrics }) => metrics.size),
      [40, 39, 38, 37, 36, 35],
    );
    const asked = (await scene.calls()).slice(before).flat();
    assert.deepEqual([asked.length, new Set(asked).size], [40, 40]);
  });

  await t.test('what a process held that was killed is free for its own run at once, and later for all', async () => {
    const { context } = scene.app;
    const ids = async (): Promise<string[]> => {
      const { rows } = await context.postgres.query<{ id: string }>(
        `select id from keyword_figures where normalized_text like 'floor lamp%'`,
      );
      return rows.map(({ id }) => id);
    };
    await scene.ask(['floor lamp 1', 'floor lamp 2']);
    await context.postgres.query(
      `with open as (update keyword_figures set status = 'pending', asked_at = null where id = any($1))
       update purchase_claims set held_by = 'wf_dead', held_until = now() + interval '1 day' where key = any($1)`,
      [await ids()],
    );
    const scope = { source: 'api', runId: 'wf_dead' } as const;
    const signal = AbortSignal.timeout(60_000);
    const again = await getKeywordMetrics(context, { keywords: ['floor lamp 1'], ...MARKET }, scope, { signal });
    assert.equal(again.isCached, false);
    await context.postgres.query(`update purchase_claims set held_until = now() where held_by = 'wf_dead'`);
    assert.equal((await scene.ask(['floor lamp 2'])).isCached, false);
  });

  await t.test('where the provider has no figures of its own they come from the ads planner', async () => {
    const { metrics } = await scene.ask(['running shoes'], { locationCode: 2012, languageCode: 'en' });
    assert.equal((await scene.calls(ADS_VOLUME)).length, 1);
    const known = metrics.get('running shoes');
    assert.ok(typeof known === 'object' && known.keywordDifficulty === null);
  });
});
