import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { OutsideError } from '#kernel/errors.ts';
import {
  makePosted,
  makeTask,
  openProviderBench,
  REQUEST,
  SCOPE,
  send,
  sendTask,
  type ProviderBench,
  type Task,
} from '../../../../test/support/provider-bench.ts';
import { PROVIDER_LIMITS } from '#providers/search-data/limits.ts';
import type { PostedTask } from '#providers/search-data/index.ts';
import { retryUntilSlot } from '#providers/search-data/slot-wait.ts';

const POST = { toPostbackUrl: undefined, priority: 'normal' } as const;
const TASKS = ['a', 'b'].map((tag) => ({ request: REQUEST, tag, scope: SCOPE }));
const READY = '/v3/serp/tasks_ready';

async function postTwo(bench: ProviderBench): Promise<{ states: string[]; error: OutsideError; costs: unknown[] }> {
  const posted: PostedTask[] = await bench.searchData.postTasks(TASKS, POST);
  const [first] = posted;
  assert.ok(first && first.state !== 'posted' && first.error instanceof OutsideError);
  return {
    states: posted.map((outcome) => outcome.state),
    error: first.error,
    costs: bench.costs.splice(0).map((cost) => cost.costUsd),
  };
}

test('a request that was refused as a whole has done nothing; one that broke may have done everything', async (t) => {
  const head = (code: number, status = 200) => ({
    name: `${status} ${code}`,
    answer: (response: ServerResponse) => send(response, { status_code: code, status_message: 'Why.', tasks: null }, status),
  });
  const page = (status: number) => ({
    name: `page ${status}`,
    answer: (response: ServerResponse) => send(response, '<html></html>', status),
  });
  const refusals = [head(40_202), head(40_202, 429), head(40_100, 401), head(40_210, 402), head(40_402, 404), page(429), page(403)];
  const losses = [
    head(50_000, 500),
    head(50_000),
    head(20_000),
    page(502),
    page(200),
    { name: 'half', answer: (response: ServerResponse) => send(response, '{"status_code":20000,"tasks":[{"id":"x","sta') },
    { name: 'cut', answer: (response: ServerResponse) => response.destroy() },
  ];
  const waiting = [...refusals, ...losses];
  const bench = await openProviderBench(t, (_tasks, response) => waiting.shift()?.answer(response));
  for (const { name } of refusals) {
    const { states, costs } = await postTwo(bench);
    assert.deepEqual({ name, states, costs }, { name, states: ['refused', 'refused'], costs: [0, 0] });
  }
  for (const { name } of losses) {
    const { states, costs, error } = await postTwo(bench);
    assert.deepEqual({ name, states, costs }, { name, states: ['unknown', 'unknown'], costs: [undefined, undefined] });
    assert.equal(error.retryable, true, name);
  }
});

test('only an envelope of the provider says that it has ended a call', async (t) => {
  const envelope = (answer: object, status = 200) => ({
    isAnswered: true,
    answer: (response: ServerResponse) => send(response, { status_code: 20_000, ...answer }, status),
  });
  const ends = [
    envelope({ status_code: 50_000, tasks: null }, 500),
    envelope({ status_code: 50_301, tasks: null }),
    envelope({ tasks: [makePosted({ tag: 'other' }), makePosted({ tag: 'another' })] }),
    { isAnswered: false, answer: (response: ServerResponse) => send(response, '<html></html>', 504) },
    { isAnswered: false, answer: (response: ServerResponse) => send(response, { error: 'upstream' }, 502) },
    { isAnswered: false, answer: (response: ServerResponse) => send(response, '{"status_code":50000,"sta', 500) },
    { isAnswered: false, answer: (response: ServerResponse) => response.destroy() },
  ];
  const answers = ends.map(({ answer }) => answer).values();
  const bench = await openProviderBench(t, (_tasks, response) => answers.next().value?.(response));
  for (const [at, { isAnswered }] of ends.entries()) {
    const posted = await bench.searchData.postTasks(TASKS, POST);
    const known = posted.map((outcome) => outcome.state === 'unknown' && outcome.isAnswered);
    assert.deepEqual([at, known], [at, [isAnswered, isAnswered]]);
  }
});

test('a provider that is not there has got nothing', async (t) => {
  const bench = await openProviderBench(t, (_tasks, response) => send(response, {}));
  await bench.close();
  const { states, costs, error } = await postTwo(bench);
  assert.deepEqual([states, costs, error.kind], [['refused', 'refused'], [0, 0], 'network']);
});

test('who gives up before the post has posted nothing', async (t) => {
  const reason = new Error('enough');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const bench = await openProviderBench(t, (tasks, response) => void released.then(() => sendTask(response, makeTask(tasks))));
  const given = bench.searchData.postTasks(TASKS, { ...POST, signal: AbortSignal.abort(reason) });
  await assert.rejects(given, (error) => error === reason);
  assert.deepEqual(bench.planned, []);

  const busy = Array.from({ length: PROVIDER_LIMITS.concurrency }, () => bench.searchData.fetchSerp(REQUEST, SCOPE));
  const controller = new AbortController();
  const waiting = bench.searchData.postTasks(TASKS, { ...POST, signal: controller.signal });
  setImmediate(() => controller.abort(reason));
  await assert.rejects(waiting, (error) => error === reason);
  assert.deepEqual(
    bench.unsent.map((plan) => plan.tag),
    ['a', 'b'],
  );
  release();
  await Promise.all(busy);
  assert.equal(bench.seen.length, busy.length);
});

test('a post that had no turn in time has posted nothing, and goes out when it is tried again', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const answer = (tasks: Task[], response: ServerResponse) => void released.then(() => sendTask(response, makeTask(tasks)));
  const bench = await openProviderBench(t, answer, { slotWaitMsMax: 20 });
  const busy = Array.from({ length: PROVIDER_LIMITS.concurrency }, () => bench.searchData.fetchSerp(REQUEST, SCOPE));
  await assert.rejects(bench.searchData.postTasks(TASKS, POST), { name: 'NoSlotError', retryable: true });
  const posting = retryUntilSlot(() => bench.searchData.postTasks(TASKS, POST));
  while (bench.unsent.length < 2 * TASKS.length) await new Promise((resolve) => setTimeout(resolve, 5));
  release();
  await Promise.all([...busy, posting]);
  assert.equal(bench.seen.length, busy.length + 1);
});

test('who gives up after the post does not know what became of it', async (t) => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const bench = await openProviderBench(t, () => controller.abort(reason));
  const posted = await bench.searchData.postTasks(TASKS, { ...POST, signal: controller.signal });
  assert.deepEqual(
    posted.map((outcome) => outcome.state === 'unknown' && outcome.error === reason),
    [true, true],
  );
  const lost = { costUsd: undefined, success: false };
  assert.deepEqual(bench.costs, [lost, lost]);
});

test('without credentials nothing is reserved or sent', async (t) => {
  const bench = await openProviderBench(t, (_tasks, response) => send(response, {}), { credentials: { login: undefined } });
  const isMissing = (error: unknown): boolean => error instanceof OutsideError && error.kind === 'credentials_missing';
  await assert.rejects(bench.searchData.postTasks(TASKS, POST), isMissing);
  await assert.rejects(bench.searchData.listReadyTasks('serp'), isMissing);
  assert.deepEqual([bench.seen.length, bench.planned.length], [0, 0]);
});

test('lists what is ready, with the address of each task and of no other', async (t) => {
  const rows = [
    { id: 'task-1', se: 'google', se_type: 'organic', tag: 'a', endpoint_advanced: '/v3/serp/google/organic/task_get/advanced/task-1' },
    { id: 'task-2', se: 'bing', se_type: 'organic', tag: null, endpoint_advanced: '/v3/serp/bing/organic/task_get/advanced/task-9' },
    { id: 'task-3', se: 'google', se_type: 'local_finder', tag: 'c' },
    { id: 'task-4', tag: 'd', endpoint_advanced: 'https://evil.example/v3/serp/google/organic/task_get/advanced/task-4' },
    { id: '../../../v3/appendix', se: 'google', se_type: 'organic' },
    { name: 'something new' },
  ];
  const waiting = [rows, null];
  const bench = await openProviderBench(t, (_tasks, response) =>
    send(response, { status_code: 20_000, tasks: [{ id: 'list', status_code: 20_000, cost: 0, result: waiting.shift() }] }),
  );
  assert.deepEqual(await bench.searchData.listReadyTasks('serp'), [
    { taskId: 'task-1', tag: 'a', endpoint: '/v3/serp/google/organic/task_get/advanced/task-1' },
    { taskId: 'task-2', tag: undefined, endpoint: '/v3/serp/bing/organic/task_get/advanced/task-2' },
    { taskId: 'task-3', tag: 'c', endpoint: '/v3/serp/google/local_finder/task_get/advanced/task-3' },
  ]);
  assert.deepEqual(await bench.searchData.listReadyTasks('serp'), []);
  assert.deepEqual([bench.seen[0]?.method, bench.seen[0]?.path, bench.planned.length], ['GET', READY, 0]);
});

test('collects an answer from the provider only, free, and says when it refuses to be asked', async (t) => {
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => send(response, { status_code: 20_000, tasks: [makePosted({ tag: 'a' }, { status_code: 40_602 })] }),
    (response) => send(response, { status_code: 40_202, status_message: 'Too fast.', tasks: null }),
    (response) => send(response, '<html></html>', 503),
  ];
  const bench = await openProviderBench(t, (_tasks, response) => answers.shift()?.(response));
  const { searchData } = bench;
  const endpoint = searchData.toTaskEndpoint({ engine: 'engine_b', kind: 'organic' }, 'task-1');
  assert.equal(endpoint, '/v3/serp/bing/organic/task_get/advanced/task-1');
  assert.equal((JSON.parse(String(await searchData.fetchTask(endpoint))) as { status_code: number }).status_code, 20_000);
  await assert.rejects(searchData.fetchTask(endpoint), (error) => error instanceof OutsideError && error.kind === 'rate_limited');
  await assert.rejects(searchData.fetchTask(endpoint), (error) => error instanceof OutsideError && error.code === 503);
  assert.deepEqual([bench.seen[0]?.method, bench.seen[0]?.path, bench.planned.length], ['GET', endpoint, 0]);
  for (const foreign of [
    'https://evil.example/v3/serp/google/organic/task_get/advanced/x',
    '//evil.example/v3/serp/google/organic/task_get/advanced/x',
    '/v3/serp/google/organic/task_get/advanced/../../../../appendix/user_data',
    '/v3/serp/google/organic/task_get/advanced/x?y',
    '/v3/appendix/user_data',
    '',
  ])
    await assert.rejects(
      searchData.fetchTask(foreign),
      (error) => error instanceof OutsideError && error.kind === 'blocked_address' && !error.retryable,
      foreign,
    );
  assert.equal(bench.seen.length, 3);
});
