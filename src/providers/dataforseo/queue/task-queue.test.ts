import assert from 'node:assert/strict';
import test from 'node:test';
import { AppError, BudgetExceededError, OutsideError } from '#kernel/errors.ts';
import { makePosted, openProviderBench, REQUEST, SCOPE, send, type Task } from '../../../../test/support/provider-bench.ts';
import type { PostedTask, QueuedTask, SerpRequest } from '#providers/search-data/index.ts';

const POST = { toPostbackUrl: (tag: string) => `https://us.example/back?secret=s-${tag}&id=$id&tag=$tag`, priority: 'normal' } as const;

function queue(tag: string, more: Partial<SerpRequest> = {}): QueuedTask<SerpRequest> {
  return { request: { ...REQUEST, ...more }, tag, scope: SCOPE };
}

function sendTasks(response: Parameters<typeof send>[0], tasks: readonly object[] | null): void {
  send(response, { status_code: 20_000, status_message: 'Ok.', cost: 1, tasks });
}

/** State and, of a failure, kind and code. */
function summarize(posted: readonly PostedTask[]): unknown[] {
  return posted.map((outcome) => {
    if (outcome.state === 'posted') return [outcome.state, outcome.taskId, outcome.costUsd];
    const { error } = outcome;
    return [outcome.state, ...(error instanceof OutsideError ? [error.kind, error.code] : [error.name])];
  });
}

test('posts tasks in the words of the provider, in one call', async (t) => {
  const bench = await openProviderBench(t, (tasks, response) =>
    sendTasks(
      response,
      tasks.map((task) => makePosted(task)),
    ),
  );
  const posted = await bench.searchData.postTasks([queue('a', { stopAtDomains: ['mine.com'] }), queue('b', { depth: 20 })], POST);
  assert.deepEqual(summarize(posted), [
    ['posted', 'id-of-a', 0.00465],
    ['posted', 'id-of-b', 0.00465],
  ]);
  assert.deepEqual(
    bench.seen.map(({ method, path }) => [method, path]),
    [['POST', '/v3/serp/google/organic/task_post']],
  );
  assert.deepEqual(bench.seen[0]?.tasks[0], {
    keyword: 'running shoes',
    location_code: 2840,
    language_code: 'en',
    device: 'desktop',
    depth: 100,
    max_crawl_pages: 10,
    stop_crawl_on_match: [{ match_value: 'mine.com', match_type: 'with_subdomains' }],
    remove_from_url: ['srsltid'],
    tag: 'a',
    priority: 1,
    postback_url: POST.toPostbackUrl('a'),
    postback_data: 'advanced',
  });
  assert.deepEqual(
    bench.planned.map(({ tag, endpoint, estimateUsd }) => [tag, endpoint, estimateUsd]),
    [
      ['a', '/v3/serp/google/organic/task_post', 0.00465],
      ['b', '/v3/serp/google/organic/task_post', 0.00105],
    ],
  );
  assert.deepEqual(bench.costs[1], { costUsd: 0.00465, success: true, taskId: 'id-of-b' });
  assert.equal(bench.searchData.hasRecordsOf(bench.planned[0]?.endpoint ?? ''), true);
});

test('high priority costs double, and answers that are only collected need no address', async (t) => {
  const bench = await openProviderBench(t, (tasks, response) =>
    sendTasks(
      response,
      tasks.map((task) => makePosted(task)),
    ),
  );
  await bench.searchData.postTasks([queue('a')], { toPostbackUrl: undefined, priority: 'high' });
  const [task] = bench.seen[0]?.tasks ?? [];
  assert.deepEqual([task?.['priority'], 'postback_url' in (task ?? {}), 'postback_data' in (task ?? {})], [2, false, false]);
  assert.equal(bench.planned[0]?.estimateUsd, 0.0093);
  const { searchData } = bench;
  assert.equal(searchData.estimateQueuedSerpUsd(REQUEST, 'normal'), 0.00465);
  assert.equal(searchData.estimateQueuedSerpUsd({ ...REQUEST, kind: 'local', device: 'mobile', depth: 40 }, 'high'), 0.0048);
});

test('each function has a post of its own, and what the provider does not read is refused alone', async (t) => {
  const bench = await openProviderBench(t, (tasks, response) =>
    sendTasks(
      response,
      tasks.map((task) => makePosted(task)),
    ),
  );
  const tasks = [
    queue('a', { engine: 'engine_b' }),
    queue('b', { kind: 'local', depth: 40 }),
    queue('c', { engine: 'engine_b', kind: 'local' }),
    queue('d', { engine: 'engine_b' }),
  ];
  const posted = await bench.searchData.postTasks(tasks, POST);
  assert.deepEqual(
    posted.map(({ tag, state }) => [tag, state]),
    [
      ['a', 'posted'],
      ['b', 'posted'],
      ['c', 'refused'],
      ['d', 'posted'],
    ],
  );
  assert.deepEqual(bench.seen.map(({ path, tasks: sent }) => `${path} ${sent.length}`).toSorted(), [
    '/v3/serp/bing/organic/task_post 2',
    '/v3/serp/google/local_finder/task_post 1',
  ]);
  assert.equal('max_crawl_pages' in (bench.seen.find(({ path }) => path?.includes('local'))?.tasks[0] ?? {}), false);
});

test('lines of the answer are matched by their tags, whatever their order and number', async (t) => {
  const lines: ((tasks: Task[]) => readonly object[])[] = [
    (tasks) => tasks.map((task) => makePosted(task)).toReversed(),
    (tasks) => tasks.slice(1).map((task) => makePosted(task)),
    (tasks) => [...tasks.map((task) => makePosted(task)), makePosted({ tag: 'stranger' })],
    (tasks) => tasks.map((task, at) => makePosted(task, { data: {}, id: `id-${at}` })),
    (tasks) => tasks.map((task) => makePosted(task, { data: { tag: 'stranger' } })),
    (tasks) => tasks.map((task, at) => makePosted(task, at === 1 ? { id: null } : {})),
  ];
  const waiting = [...lines];
  const bench = await openProviderBench(t, (tasks, response) => sendTasks(response, waiting.shift()?.(tasks) ?? null));
  const outcomes: unknown[] = [];
  for (const _line of lines)
    outcomes.push(
      (await bench.searchData.postTasks([queue('a'), queue('b'), queue('c')], POST)).map((one) =>
        one.state === 'posted' ? one.taskId : one.state,
      ),
    );
  assert.deepEqual(outcomes, [
    ['id-of-a', 'id-of-b', 'id-of-c'],
    ['unknown', 'id-of-b', 'id-of-c'],
    ['id-of-a', 'id-of-b', 'id-of-c'],
    ['id-0', 'id-1', 'id-2'],
    ['unknown', 'unknown', 'unknown'],
    ['id-of-a', 'unknown', 'id-of-c'],
  ]);
  assert.equal(bench.costs.filter((cost) => cost.costUsd === undefined).length, 5, 'the sweeper asks for what is not known');
});

test('of a half-good post each task has its own end, and its own row in the ledger', async (t) => {
  const bench = await openProviderBench(t, (tasks, response) =>
    sendTasks(response, [
      makePosted(tasks[0] ?? {}),
      makePosted(tasks[1] ?? {}, { status_code: 40_501, status_message: "Invalid Field: 'keyword'.", cost: 0 }),
      makePosted(tasks[2] ?? {}, { status_code: 40_205, cost: 0 }),
      makePosted(tasks[3] ?? {}, { status_code: 50_301, cost: 0 }),
      makePosted(tasks[4] ?? {}, { cost: undefined }),
    ]),
  );
  const posted = await bench.searchData.postTasks(
    ['a', 'b', 'c', 'd', 'e'].map((tag) => queue(tag)),
    POST,
  );
  assert.deepEqual(summarize(posted), [
    ['posted', 'id-of-a', 0.00465],
    ['refused', 'request_refused', 40_501],
    ['refused', 'request_refused', 40_205],
    ['refused', 'provider', 50_301],
    ['posted', 'id-of-e', 0.00465],
  ]);
  assert.deepEqual(bench.costs.map(({ costUsd, success, taskId }) => `${taskId} ${costUsd} ${success}`).toSorted(), [
    'id-of-a 0.00465 true',
    'id-of-b 0 false',
    'id-of-c 0 false',
    'id-of-d 0 false',
    'id-of-e undefined true',
  ]);
});

test('a budget that has room for some of the tasks sends those, in one call', async (t) => {
  const bench = await openProviderBench(t, (tasks, response) =>
    sendTasks(
      response,
      tasks.map((task) => makePosted(task)),
    ),
  );
  for (const tag of ['b', 'd']) bench.tooDear.add(tag);
  const posted = await bench.searchData.postTasks(
    ['a', 'b', 'c', 'd'].map((tag) => queue(tag)),
    POST,
  );
  assert.deepEqual(summarize(posted), [
    ['posted', 'id-of-a', 0.00465],
    ['refused', 'BudgetExceededError'],
    ['posted', 'id-of-c', 0.00465],
    ['refused', 'BudgetExceededError'],
  ]);
  assert.deepEqual(
    bench.seen.map(({ tasks }) => tasks.map((task) => task['tag'])),
    [['a', 'c']],
  );
  for (const tag of ['a', 'c']) bench.tooDear.add(tag);
  const none = await bench.searchData.postTasks(
    ['a', 'b', 'c', 'd'].map((tag) => queue(tag)),
    POST,
  );
  assert.ok(none.every((outcome) => outcome.state === 'refused' && outcome.error instanceof BudgetExceededError));
  assert.equal(bench.seen.length, 1);
});

test('a post with ambiguous tags, or without tasks, is not sent', async (t) => {
  const bench = await openProviderBench(t, (_tasks, response) => sendTasks(response, null));
  const { searchData } = bench;
  const isBadInput = (error: unknown): boolean => error instanceof AppError && error.code === 'invalid';
  await assert.rejects(searchData.postTasks([queue('a'), queue('a')], POST), isBadInput);
  await assert.rejects(searchData.postTasks([queue('x'.repeat(256))], POST), isBadInput);
  await assert.rejects(searchData.postTasks([queue('')], POST), isBadInput);
  const tooMany = Array.from({ length: searchData.postSize + 1 }, (_none, at) => queue(`tag-${at}`));
  await assert.rejects(searchData.postTasks(tooMany, POST), isBadInput);
  assert.deepEqual(await searchData.postTasks([], POST), []);
  assert.deepEqual([bench.seen.length, bench.planned.length], [0, 0]);
});
