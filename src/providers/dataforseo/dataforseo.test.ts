import assert from 'node:assert/strict';
import test from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { failureOf, makeTask, openProviderBench, REQUEST, SCOPE, send, sendTask } from '../../../test/support/provider-bench.ts';
import { ENGINES, SERP_KINDS, SERP_KINDS_OF } from '../search-data/index.ts';
import { findSerpOperation } from './serp/operations.ts';

test('asks the provider in its own words and hands back the page', async (t) => {
  const bench = await openProviderBench(t, (tasks, response) => sendTask(response, makeTask(tasks)));
  const answer = await bench.searchData.fetchSerp({ ...REQUEST, keyword: '100% cotton + wool', stopAtDomains: ['mine.com'] }, SCOPE);
  const [seen] = bench.seen;
  assert.equal(seen?.path, '/v3/serp/google/organic/live/advanced');
  assert.equal(seen?.authorization, `Basic ${Buffer.from('login-x:password-x').toString('base64')}`);
  assert.deepEqual(seen?.tasks, [
    {
      keyword: '100%25 cotton %2B wool',
      location_code: 2840,
      language_code: 'en',
      device: 'desktop',
      depth: 100,
      max_crawl_pages: 10,
      stop_crawl_on_match: [{ match_value: 'mine.com', match_type: 'with_subdomains' }],
      remove_from_url: ['srsltid'],
      tag: bench.planned[0]?.tag,
    },
  ]);
  assert.deepEqual(
    { items: answer.items.length, depth: answer.checkedDepth, cost: answer.costUsd, taskId: answer.taskId, provider: answer.provider },
    { items: 2, depth: 100, cost: 0.0155, taskId: '11210230-1535-0139-0000-aaaaaaaaaaaa', provider: 'dataforseo' },
  );
  assert.deepEqual(bench.planned[0]?.estimateUsd, 0.0155);
  assert.deepEqual(bench.costs, [{ costUsd: 0.0155, success: true, itemsReturned: 2, taskId: '11210230-1535-0139-0000-aaaaaaaaaaaa' }]);
});

test('every call has a tag of its own', async (t) => {
  const bench = await openProviderBench(t, (tasks, response) => sendTask(response, makeTask(tasks)));
  await Promise.all(Array.from({ length: 5 }, () => bench.searchData.fetchSerp(REQUEST, SCOPE)));
  assert.equal(new Set(bench.planned.map((plan) => plan.tag)).size, 5);
});

test('reads the other engine and lists of places, and says what it cannot read', async (t) => {
  const bench = await openProviderBench(t, (tasks, response) => sendTask(response, makeTask(tasks)));
  await bench.searchData.fetchSerp({ ...REQUEST, engine: 'engine_b', depth: 20 }, SCOPE);
  await bench.searchData.fetchSerp({ ...REQUEST, kind: 'local', depth: 200, device: 'mobile' }, SCOPE);
  assert.deepEqual(
    bench.seen.map(({ path, tasks }) => [path, tasks[0]?.['depth'], tasks[0]?.['max_crawl_pages']]),
    [
      ['/v3/serp/bing/organic/live/advanced', 20, 2],
      ['/v3/serp/google/local_finder/live/advanced', 100, undefined],
    ],
  );
  assert.deepEqual(
    bench.planned.map((plan) => plan.estimateUsd),
    [0.0035, 0.02],
  );
  const places = { ...REQUEST, engine: 'engine_b', kind: 'local' } as const;
  await assert.rejects(bench.searchData.fetchSerp(places, SCOPE), (error) => error instanceof AppError && error.code === 'invalid');
  assert.throws(() => bench.searchData.estimateSerpUsd(places), AppError);
  for (const engine of ENGINES)
    for (const kind of SERP_KINDS)
      assert.equal(findSerpOperation({ engine, kind }, 'live') !== undefined, SERP_KINDS_OF[engine].includes(kind));
});

test('without credentials nothing is reserved or sent, and the missing variables are named', async (t) => {
  const bench = await openProviderBench(t, (_tasks, response) => send(response, {}), {
    credentials: { login: 'login-x', password: undefined },
  });
  assert.equal(bench.searchData.isConfigured, false);
  const error = await failureOf(bench);
  assert.equal(error.kind, 'credentials_missing');
  assert.equal(error.message, 'DataForSEO credentials not configured');
  assert.equal(error.hint, 'Set DATAFORSEO_PASSWORD.');
  assert.deepEqual([bench.seen.length, bench.planned.length], [0, 0]);
});

test('looks far for tags, and no further than until they are found', async (t) => {
  const bench = await openProviderBench(t, (tasks, response) => {
    const offset = Number(tasks[0]?.['offset']);
    const rows = Array.from({ length: 1_000 }, (_none, at) => ({
      id: `task-${offset + at}`,
      cost: 0.002,
      metadata: { tag: `tag-${offset + at}` },
    }));
    sendTask(response, { id: 'x', status_code: 20_000, cost: 0, result: rows });
  });
  const span = { since: new Date('2026-11-20T10:00:00Z'), until: new Date('2026-11-20T10:05:00Z') };
  const endpoint = '/v3/serp/google/organic/live/advanced';
  const wantedTags = new Set(['tag-17', 'tag-8200']);
  const found = await bench.searchData.fetchTaskRecords(endpoint, { ...span, wantedTags });
  assert.deepEqual([found.records.length, found.isComplete, bench.seen.length], [9_000, false, 9]);
});

test("looks calls up in the provider's record, page after page", async (t) => {
  const bench = await openProviderBench(t, (tasks, response) => {
    const offset = Number(tasks[0]?.['offset']);
    const count = offset === 0 ? 1_000 : 3;
    const rows = Array.from({ length: count }, (_none, at) => ({
      id: `task-${offset + at}`,
      url: 'v3/serp/google/organic/live/advanced',
      datetime_posted: offset + at === 1_002 ? null : '2026-11-20 12:01:02 +02:00',
      cost: 0.002,
      status: '20000',
      metadata: offset + at === 1_001 ? { tag: 'spend_x' } : {},
    }));
    sendTask(response, { id: 'x', status_code: 20_000, cost: 0, result: rows });
  });
  const span = { since: new Date('2026-11-20T10:00:00Z'), until: new Date('2026-11-20T10:05:00Z') };
  const { records, isComplete } = await bench.searchData.fetchTaskRecords('/v3/serp/google/organic/live/advanced', span);
  assert.deepEqual([records.length, isComplete], [1_003, true]);
  assert.deepEqual(records[1_001], {
    taskId: 'task-1001',
    tag: 'spend_x',
    costUsd: 0.002,
    endpoint: '/v3/serp/google/organic/live/advanced',
    postedAt: new Date('2026-11-20T10:01:02Z'),
  });
  assert.deepEqual(records[1_002]?.postedAt, span.since, 'what has no date is not left out');
  assert.equal(bench.seen[0]?.path, '/v3/serp/id_list');
  assert.deepEqual(bench.seen[1]?.tasks, [
    {
      datetime_from: '2026-11-20 10:00:00 +00:00',
      datetime_to: '2026-11-20 10:05:00 +00:00',
      limit: 1_000,
      offset: 1_000,
      sort: 'asc',
      include_metadata: true,
    },
  ]);
  assert.equal(bench.searchData.hasRecordsOf('/v3/serp/bing/organic/live/advanced'), true);
  assert.equal(bench.searchData.hasRecordsOf('/v1/chat/completions'), false);
});
