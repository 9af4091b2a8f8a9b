import assert from 'node:assert/strict';
import test from 'node:test';
import { updateBudgets } from '#areas/costs/index.ts';
import { BudgetExceededError, OutsideError } from '#kernel/errors.ts';
import type { PostedTask, QueuedTask, SerpPriority, SerpRequest } from '#providers/search-data/index.ts';
import { REQUEST } from '../support/provider-bench.ts';
import { openSandboxBench, type SandboxBench, type SandboxCalls } from '../support/sandbox-bench.ts';
import { checkVendorContract, NEEDS_SCHEMA } from '../support/vendor-contract.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

interface PostChoices {
  readonly postbackUrl?: string;
  readonly priority?: SerpPriority;
}

/** Tasks of a test, each with a number of its own. */
function makeTasks(count: number, more: Partial<SerpRequest> = {}, name = 'task'): QueuedTask<SerpRequest>[] {
  return Array.from({ length: count }, (_none, at) => ({
    request: { ...REQUEST, keyword: `running shoes ${at}`, depth: 20, ...more },
    tag: `${name}-${at}`,
    scope: { source: 'queue', projectId: 'proj_1' },
  }));
}

async function post(
  bench: SandboxBench,
  tasks: readonly QueuedTask<SerpRequest>[],
  { postbackUrl, priority = 'normal' }: PostChoices = {},
) {
  return await bench.searchData.postTasks(tasks, {
    toPostbackUrl: postbackUrl === undefined ? undefined : () => postbackUrl,
    priority,
  });
}

const statesOf = (posted: readonly PostedTask[]): string[] => posted.map((outcome) => outcome.state);

/** The ledger and the counters say what the provider says, and nothing is left open. */
async function checkBooks(bench: SandboxBench): Promise<number> {
  const { ledger, counted, reserved, charged } = await bench.readCosts();
  assert.deepEqual({ ledger, counted, reserved }, { ledger: charged, counted: charged, reserved: 0 });
  return charged;
}

test('a hundred tasks go out in one call, come back by themselves and are the pages that a live call gives', async (t) => {
  const bench = await openSandboxBench(t);
  const receiver = await openReceiver(t);
  await bench.sandbox.control('/_sandbox/faults', { match: '/back', kind: 'shuffled_postback', rate: 0.5, delay_ms: 100 });
  await bench.sandbox.control('/_sandbox/faults', { match: '/back', kind: 'duplicate_postback', rate: 0.2 });
  await bench.sandbox.control('/_sandbox/faults', { match: '/back', kind: 'plain_postback', rate: 0.2 });
  await bench.sandbox.control('/_sandbox/faults', { match: '/back', kind: 'unmarked_postback', rate: 0.2 });
  const tasks = makeTasks(100);
  const posted = await post(bench, tasks, { postbackUrl: `${receiver.url}/back?id=$id&tag=$tag` });
  assert.deepEqual(new Set(statesOf(posted)), new Set(['posted']));
  const { body: calls } = await bench.sandbox.control<SandboxCalls>('/_sandbox/calls');
  assert.equal(calls.by_endpoint['/v3/serp/google/organic/task_post'], 1, JSON.stringify(calls.by_endpoint));
  assert.equal(await checkBooks(bench), 0.105);

  await bench.sandbox.settle();
  const received = new Map(receiver.received.map((one) => [new URL(one.path, receiver.url).searchParams.get('tag'), one]));
  assert.equal(received.size, 100);
  assert.ok(receiver.received.length > 100, 'some came twice');
  for (const [at, { tag, request }] of tasks.entries()) {
    const page = await bench.searchData.readSerpAnswer(received.get(tag)?.body ?? Buffer.alloc(0), request);
    const outcome = posted[at];
    assert.equal(page.taskId, outcome?.state === 'posted' && outcome.taskId);
    assert.ok(page.items.length > 0 && page.checkedDepth === 20);
    if (at >= 3) continue;
    const live = await bench.searchData.fetchSerp(request, { source: 'api' });
    assert.deepEqual(page.items, live.items);
  }
  await checkBooks(bench);
});

test('what does not come by itself is on the list of finished tasks, and is collected for nothing', async (t) => {
  const bench = await openSandboxBench(t);
  const receiver = await openReceiver(t);
  await bench.sandbox.control('/_sandbox/queue', { delay_ms: 1_000 });
  const places = makeTasks(1, { kind: 'local', keyword: 'plumber', device: 'mobile' }, 'places');
  const announced = makeTasks(2, {}, 'announced');
  const tasks = [...makeTasks(2, { engine: 'engine_b', stopAtDomains: ['example.com'] }), ...places];
  await post(bench, announced, { postbackUrl: `${receiver.url}/back` });
  const [first] = await post(bench, tasks, { priority: 'high' });
  assert.ok(first?.state === 'posted');
  const endpoint = bench.searchData.toTaskEndpoint({ engine: 'engine_b', kind: 'organic' }, first.taskId);
  const early = await bench.searchData.fetchTask(endpoint);
  await assert.rejects(
    bench.searchData.readSerpAnswer(early, REQUEST),
    (error) => error instanceof OutsideError && [40_601, 40_602].includes(error.code ?? 0) && error.retryable,
  );
  await bench.sandbox.settle();
  const ready = await bench.searchData.listReadyTasks('serp');
  assert.deepEqual(ready.map((task) => task.tag ?? '').toSorted(), ['places-0', 'task-0', 'task-1']);
  for (const { endpoint: at, taskId, tag } of ready) {
    const task = tasks.find((one) => one.tag === tag);
    assert.ok(task);
    const page = await bench.searchData.readSerpAnswer(await bench.searchData.fetchTask(at), task.request);
    assert.equal(page.taskId, taskId);
    assert.ok(page.items.length > 0 && page.fetchedAt.getTime() <= Date.now());
  }
  assert.deepEqual(await bench.searchData.listReadyTasks('serp'), []);
  await checkBooks(bench);
});

test('an answer that is gone, or no page, says what it is', async (t) => {
  const bench = await openSandboxBench(t);
  await bench.sandbox.control('/_sandbox/faults', { match: 'task_get', kind: 'provider_40102', count: 1 });
  const [posted] = await post(bench, makeTasks(1));
  assert.ok(posted?.state === 'posted');
  const endpoint = bench.searchData.toTaskEndpoint(REQUEST, posted.taskId);
  await bench.sandbox.settle();
  const read = async () => await bench.searchData.readSerpAnswer(await bench.searchData.fetchTask(endpoint), REQUEST);
  assert.deepEqual((await read()).items, []);
  for (const [kind, code] of [
    ['provider_40103', 40_103],
    ['provider_40501', 40_501],
  ] as const) {
    await bench.sandbox.control('/_sandbox/faults', { match: 'task_get', kind, count: 1 });
    await assert.rejects(read(), (error) => error instanceof OutsideError && error.code === code);
  }
  await bench.sandbox.control('/_sandbox/clock', { advance_days: 31 });
  await assert.rejects(read(), (error) => error instanceof OutsideError && error.code === 40_403 && error.retryable);
  const unknown = bench.searchData.toTaskEndpoint(REQUEST, '11210517-1535-3553-0000-000000000000');
  const unknownTask = bench.searchData.fetchTask(unknown).then((body) => bench.searchData.readSerpAnswer(body, REQUEST));
  await assert.rejects(unknownTask, (error) => error instanceof OutsideError && error.kind === 'request_refused' && !error.retryable);
});

test('whatever becomes of a post, the ledger agrees with what was charged, and lost tasks are found by their tags', async (t) => {
  const bench = await openSandboxBench(t);
  const ends: Record<string, string[]> = {
    http_429: ['refused', 'refused', 'refused'],
    provider_40202: ['refused', 'refused', 'refused'],
    provider_40501: ['refused', 'refused', 'refused'],
    task_40501: ['posted', 'refused', 'posted'],
    task_40103: ['posted', 'refused', 'posted'],
    http_500: ['unknown', 'unknown', 'unknown'],
    reset: ['unknown', 'unknown', 'unknown'],
    truncated: ['unknown', 'unknown', 'unknown'],
    malformed: ['unknown', 'unknown', 'unknown'],
    lost_answer: ['unknown', 'unknown', 'unknown'],
    denied_answer: ['unknown', 'unknown', 'unknown'],
  };
  const since = new Date(Date.now() - 1_000);
  for (const [kind, states] of Object.entries(ends)) {
    await bench.sandbox.control('/_sandbox/faults', { match: 'task_post', kind, count: 1 });
    assert.deepEqual([kind, statesOf(await post(bench, makeTasks(3, {}, kind)))], [kind, states]);
    const { rows } = await bench.stores.postgres.query<{ lost: number }>('select count(*) as lost from spend_reservations where is_lost');
    assert.deepEqual([kind, rows[0]?.lost], [kind, states.filter((state) => state === 'unknown').length]);
    const swept = await bench.sweep();
    assert.equal(swept.remaining, 0, kind);
    await checkBooks(bench);
  }
  const { records, isComplete } = await bench.searchData.fetchTaskRecords('/v3/serp/google/organic/task_post', {
    since,
    until: new Date(),
  });
  assert.ok(isComplete);
  const known = new Set(records.map((record) => record.tag));
  assert.deepEqual(
    ['lost_answer-0', 'lost_answer-1', 'lost_answer-2', 'denied_answer-0', 'reset-0', 'http_500-0', 'task_40501-0'].map((tag) =>
      known.has(tag),
    ),
    [true, true, true, true, false, false, true],
  );
});

test('a budget admits as many tasks of a post as it has room for', async (t) => {
  const bench = await openSandboxBench(t);
  await updateBudgets({ postgres: bench.stores.postgres }, { daily_usd: 0.00425 });
  const posted = await post(bench, makeTasks(10));
  assert.equal(posted.filter((outcome) => outcome.state === 'posted').length, 4);
  const refused = posted.filter((outcome) => outcome.state === 'refused');
  assert.ok(refused.length === 6 && refused.every(({ error }) => error instanceof BudgetExceededError));
  assert.equal(await checkBooks(bench), 0.0042);
});

test('every request to the queue keeps the vendor contract', NEEDS_SCHEMA, async (t) => {
  const bench = await openSandboxBench(t);
  const tasks = [
    ...makeTasks(2, { stopAtDomains: ['example.com'], depth: 200 }),
    ...makeTasks(1, { engine: 'engine_b', device: 'mobile' }, 'other'),
    ...makeTasks(1, { kind: 'local', keyword: 'plumber', depth: 200 }, 'places'),
  ];
  await post(bench, tasks);
  await post(
    bench,
    tasks.map((task) => ({ ...task, tag: `high-${task.tag}` })),
    { postbackUrl: 'http://127.0.0.1:9/$id/$tag', priority: 'high' },
  );
  await bench.sandbox.settle();
  for (const { endpoint } of await bench.searchData.listReadyTasks('serp')) await bench.searchData.fetchTask(endpoint);
  const { body } = await bench.sandbox.control<SandboxCalls>('/_sandbox/calls');
  const requests = body.entries.filter(({ path }) => path.startsWith('/v3/'));
  assert.equal(requests.length, 6 + 1 + 8);
  checkVendorContract(requests);
});
