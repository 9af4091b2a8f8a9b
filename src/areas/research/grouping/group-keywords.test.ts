import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toKeywordId } from '#areas/keywords/index.ts';
import { newId } from '#kernel/ids.ts';
import { openTestStores, type TestStores } from '../../../../test/support/index.ts';
import { makeProject, WORLD_NOW } from '../../../../test/support/rankings-world.ts';
import type { Confirmation } from '../runs/research-run.ts';
import { groupKeywords, type GroupingContext } from './group-keywords.ts';

const CONFIRMED: Confirmation = {
  categories: [
    { id: 10_885, name: 'Software', path: '/Computers & Consumer Electronics/Computers/Software', confidence: 0.9, assignedBy: 'ai' },
    { id: null, name: 'Dental care', path: '/Dental care', confidence: 1, assignedBy: 'user' },
  ],
  businessFocus: 'software',
  markets: [{ locationCode: 2840, locationName: 'United States', languageCode: 'en' }],
  appNames: [],
  limits: { keywordsMax: 100, costUsdMax: null },
};

interface MadeKeyword {
  readonly keyword: string;
  readonly volume?: number;
  readonly categories?: readonly number[];
  readonly rank?: number;
  readonly url?: string;
  readonly status?: string;
}

async function makeRun({ postgres }: TestStores, keywords: readonly MadeKeyword[]): Promise<{ runId: string; projectId: string }> {
  const [runId, projectId] = [newId('run_'), await makeProject(postgres)];
  await postgres.query(
    `insert into research_runs (id, project_id, url, host, status, confirmation, created_at, updated_at)
     values ($1, $2, 'https://mine.com/', 'mine.com', 'harvesting_keywords', $3, $4, $4)`,
    [runId, projectId, JSON.stringify(CONFIRMED), WORLD_NOW],
  );
  for (const { keyword, volume, categories = [], rank, url, status = 'kept' } of keywords) {
    await postgres.query(
      `insert into research_keywords (run_id, location_code, language_code, keyword, original_text, sources, status, search_volume,
         provider_category_ids, current_rank, ranking_url)
       values ($1, 2840, 'en', $2, $2, '{domain_seed}', $3, $4, $5, $6, $7)`,
      [runId, keyword, status, volume ?? null, categories, rank ?? null, url ?? null],
    );
  }
  return { runId, projectId };
}

function contextOf({ postgres, clickhouse }: TestStores): GroupingContext {
  return {
    postgres,
    clickhouse,
    clock: { now: () => WORLD_NOW } as GroupingContext['clock'],
    config: { shareCache: 'service' } as GroupingContext['config'],
  };
}

interface MadePage {
  readonly url: string;
  readonly title: string;
  readonly h1: string;
  readonly text: string;
}

let pagesMade = 0;

async function makePage(
  { postgres }: TestStores,
  runId: string,
  { url, ...facts }: MadePage,
  links: readonly object[] = [],
): Promise<void> {
  pagesMade += 1;
  await postgres.query('insert into research_pages (run_id, number, url, final_url, facts, fetched_at) values ($1, $2, $3, $3, $4, $5)', [
    runId,
    pagesMade,
    url,
    JSON.stringify({ ...facts, outline: { headings: [], links } }),
    WORLD_NOW,
  ]);
}

/** Keywords of a run with what grouping wrote. */
async function readKeywords({ postgres }: TestStores, runId: string) {
  const { rows } = await postgres.query<{
    keyword: string;
    category: string | null;
    confidence: number | null;
    cluster: string | null;
    target: string | null;
  }>(
    `select k.keyword, c.name as category, round(k.category_confidence::numeric, 2)::float8 as confidence, l.name as cluster, k.target_url as target
     from research_keywords k left join categories c on c.id = k.category_id
     left join research_clusters l on l.run_id = k.run_id and l.id = k.cluster_id
     where k.run_id = $1 order by k.keyword`,
    [runId],
  );
  return rows;
}

test('keywords of a run get a category, a cluster and the page that should serve it, again and again the same', async (t) => {
  const stores = await openTestStores(t);
  const { runId, projectId } = await makeRun(stores, [
    { keyword: 'best invoicing software', volume: 900, categories: [10_885], rank: 8, url: 'https://mine.com/invoicing' },
    { keyword: 'invoicing software', volume: 500, rank: 30, url: 'https://mine.com/' },
    { keyword: 'dental care', volume: 20 },
    { keyword: 'unrelated', status: 'irrelevant' },
  ]);
  await makePage(stores, runId, { url: 'https://mine.com/', title: 'Mine', h1: 'We do things', text: 'Dental care and software.' });
  await makePage(stores, runId, { url: 'https://mine.com/services/teeth', title: 'Dental care | Mine', h1: 'Care for teeth', text: '' });
  const ctx = contextOf(stores);
  const signal = new AbortController().signal;
  assert.deepEqual(await groupKeywords(ctx, runId, { signal }), { clusters: 2, assigned: 3 });
  const written = await readKeywords(stores, runId);
  assert.deepEqual(written, [
    {
      keyword: 'best invoicing software',
      category: 'Software',
      confidence: 0.95,
      cluster: 'invoicing software',
      target: 'https://mine.com/invoicing',
    },
    { keyword: 'dental care', category: 'Dental care', confidence: 0.6, cluster: 'dental care', target: 'https://mine.com/services/teeth' },
    {
      keyword: 'invoicing software',
      category: 'Software',
      confidence: 0.65,
      cluster: 'invoicing software',
      target: 'https://mine.com/invoicing',
    },
    { keyword: 'unrelated', category: null, confidence: null, cluster: null, target: null },
  ]);
  const { rows } = await stores.postgres.query<{ main: string; count: number; volume: number | null; method: string }>(
    `select main_keyword as main, keywords_count as count, total_search_volume as volume, method from research_clusters where run_id = $1 order by 1`,
    [runId],
  );
  assert.deepEqual(rows, [
    { main: 'best invoicing software', count: 2, volume: 1_400, method: 'embedding' },
    { main: 'dental care', count: 1, volume: 20, method: 'embedding' },
  ]);
  const before = await listTaxonomy(stores, projectId);
  assert.deepEqual(
    before.map(({ slug }) => slug),
    ['computers-consumer-electronics', 'computers', 'software', 'dental-care'],
  );
  await groupKeywords(ctx, runId, { signal });
  assert.deepEqual(await readKeywords(stores, runId), written);
  assert.deepEqual(await listTaxonomy(stores, projectId), before);
});

test('a front page, a list and a narrower page fit nothing by their words; what ranks well counts, whatever it is', async (t) => {
  const stores = await openTestStores(t);
  const { runId } = await makeRun(stores, [
    { keyword: 'packing list', volume: 50 },
    { keyword: 'train travel', volume: 50 },
    { keyword: 'lisbon hotels', volume: 50 },
    { keyword: 'mine travel', volume: 50, rank: 3, url: 'https://mine.com/' },
    { keyword: 'iceland tours', volume: 50, rank: 40, url: 'https://mine.com/blog' },
    { keyword: 'oslo tours', volume: 50, rank: 40, url: 'https://mine.com/category/oslo' },
  ]);
  const name = 'Packing list, train travel, lisbon hotels, iceland tours';
  const link = (path: string, text: string) => ({ url: `https://mine.com${path}`, text, place: 'body' as const });
  const links = [
    link('/blog/packing-list-with-kids', 'Packing list with kids'),
    link('/tag/packing-list', 'Packing list'),
    link('/guides/train-travel', 'All about it'),
    link('/tag/lisbon-hotels', 'Lisbon hotels'),
    { url: 'https://other.com/lisbon-hotels', text: 'Lisbon hotels', place: 'body' as const },
  ];
  await makePage(stores, runId, { url: 'https://mine.com/', title: name, h1: name, text: name }, links);
  await makePage(stores, runId, { url: 'https://mine.com/blog', title: name, h1: name, text: name }, links);
  await groupKeywords(contextOf(stores), runId, { signal: new AbortController().signal });
  const targets = (await readKeywords(stores, runId)).map(({ keyword, target }) => [keyword, target]);
  assert.deepEqual(targets, [
    ['iceland tours', null],
    ['lisbon hotels', null],
    ['mine travel', 'https://mine.com/'],
    ['oslo tours', 'https://mine.com/category/oslo'],
    ['packing list', null],
    ['train travel', 'https://mine.com/guides/train-travel'],
  ]);
});

test('the page that ranks for most of a cluster is taken, and not the one that ranks best for one question', async (t) => {
  const stores = await openTestStores(t);
  const page = 'https://mine.com/solutions/invoicing-software';
  const { runId } = await makeRun(stores, [
    { keyword: 'what is invoicing software', volume: 5_000, rank: 4, url: 'https://mine.com/blog/what-is-invoicing-software' },
    { keyword: 'invoicing software', volume: 900, rank: 12, url: page },
    { keyword: 'best invoicing software', volume: 300, rank: 9, url: page },
    { keyword: 'invoicing software price', volume: 90, rank: 15, url: page },
  ]);
  await groupKeywords(contextOf(stores), runId, { signal: new AbortController().signal });
  assert.deepEqual([...new Set((await readKeywords(stores, runId)).map(({ target }) => target))], [page]);
});

async function listTaxonomy({ postgres }: TestStores, projectId: string) {
  const { rows } = await postgres.query<{ id: string; slug: string; parent: string | null }>(
    'select id, slug, parent_category_id as parent from categories where project_id = $1 order by path',
    [projectId],
  );
  return rows;
}

test('keywords whose stored pages share results are one cluster', async (t) => {
  const stores = await openTestStores(t);
  const { runId } = await makeRun(stores, [
    { keyword: 'crm software', volume: 90 },
    { keyword: 'customer database tool' },
    { keyword: 'crm software meaning' },
  ]);
  await recordPage(stores, 'crm software', ['a', 'b', 'c', 'd']);
  await recordPage(stores, 'customer database tool', ['b', 'c', 'd', 'e']);
  await recordPage(stores, 'crm software meaning', ['x', 'y', 'z']);
  await groupKeywords(contextOf(stores), runId, { signal: new AbortController().signal });
  const { rows } = await stores.postgres.query<{ main: string; count: number; volume: number | null; method: string }>(
    `select main_keyword as main, keywords_count as count, total_search_volume as volume, method from research_clusters where run_id = $1 order by 1`,
    [runId],
  );
  assert.deepEqual(rows, [
    { main: 'crm software', count: 2, volume: 90, method: 'shared_results' },
    { main: 'crm software meaning', count: 1, volume: null, method: 'shared_results' },
  ]);
});

async function recordPage({ clickhouse }: TestStores, keyword: string, pages: readonly string[]): Promise<void> {
  const run = {
    run_id: newId('run_'),
    keyword_id: toKeywordId({ keywordText: keyword, locationCode: 2840, languageCode: 'en', device: 'desktop' }),
    engine: 'engine_a',
    kind: 'organic',
  };
  const day = '2025-11-19';
  const check = { ...run, check_date: day, check_ts: `${day} 10:00:00` };
  await clickhouse.insertLines('serp_checks', JSON.stringify(check), run.run_id);
  const results = pages.map((page, at) => ({
    ...run,
    run_date: day,
    type: 'organic',
    rank_group: at + 1,
    rank_absolute: at + 1,
    url: `https://${page}.org/`,
  }));
  await clickhouse.insertLines('serp_runs', results.map((result) => JSON.stringify(result)).join('\n'), run.run_id);
}
