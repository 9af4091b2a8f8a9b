import assert from 'node:assert/strict';
import test from 'node:test';
import type { OutsideFailure } from '#kernel/errors.ts';
import { failureOf, makeItem, makeTask, openProviderBench, REQUEST, SCOPE, send, sendTask } from '../../../test/support/provider-bench.ts';

test('"no search results" is an empty page that was read to the end, and it costs', async (t) => {
  const bench = await openProviderBench(t, (tasks, response) =>
    sendTask(response, makeTask(tasks, { status_code: 40_102, status_message: 'No Search Results.', cost: 0.002, result: null })),
  );
  const answer = await bench.searchData.fetchSerp(REQUEST, SCOPE);
  assert.deepEqual({ items: answer.items, depth: answer.checkedDepth, cost: answer.costUsd }, { items: [], depth: 100, cost: 0.002 });
  assert.deepEqual(
    bench.costs.map(({ costUsd, success }) => ({ costUsd, success })),
    [{ costUsd: 0.002, success: true }],
  );
});

test('a failed task inside a good envelope is a failure, with what it cost', async (t) => {
  const cases: { code: number; cost: number; kind: OutsideFailure; retryable: boolean }[] = [
    { code: 40_101, cost: 0.002, kind: 'provider', retryable: false },
    { code: 40_103, cost: 0, kind: 'provider', retryable: true },
    { code: 40_501, cost: 0, kind: 'request_refused', retryable: false },
    { code: 50_301, cost: 0, kind: 'provider', retryable: true },
  ];
  const waiting = [...cases];
  const bench = await openProviderBench(t, (tasks, response) => {
    const { code, cost } = waiting.shift() ?? { code: 0, cost: 0 };
    sendTask(response, makeTask(tasks, { status_code: code, status_message: 'Why.', cost, result: null }));
  });
  for (const { code, cost, kind, retryable } of cases) {
    const error = await failureOf(bench);
    assert.deepEqual({ code: error.code, kind: error.kind, retryable: error.retryable }, { code, kind, retryable });
    assert.deepEqual(bench.costs.at(-1), { costUsd: cost, success: false, taskId: '11210230-1535-0139-0000-aaaaaaaaaaaa' });
  }
});

test('a refusal of the whole request is read from the head of the answer, whatever the HTTP status', async (t) => {
  const refusals = [
    { status: 401, code: 40_100, kind: 'credentials_refused' },
    { status: 402, code: 40_210, kind: 'payment_refused' },
    { status: 200, code: 40_202, kind: 'rate_limited' },
    { status: 429, code: 40_202, kind: 'rate_limited' },
    { status: 404, code: 40_402, kind: 'request_refused' },
    { status: 500, code: 50_000, kind: 'provider' },
  ] as const;
  for (const tasks of [null, undefined, []]) {
    const waiting = [...refusals];
    const bench = await openProviderBench(t, (_tasks, response) => {
      const next = waiting.shift();
      send(response, { status_code: next?.code, status_message: 'Why.', cost: 0, tasks }, next?.status);
    });
    for (const { kind, code } of refusals) {
      const error = await failureOf(bench);
      assert.deepEqual({ kind: error.kind, code: error.code }, { kind, code });
      assert.equal(bench.costs.at(-1)?.costUsd, 0);
    }
  }
});

test('an answer that cannot be read is a failure whose price is not known yet', async (t) => {
  const bodies = [
    '<html>Bad Gateway</html>',
    '',
    '{"status_code":20000,"tasks":[{"id":"x","status_co',
    '[]',
    '{"status_code":"20000"}',
    '{"status_code":20000,"tasks":[]}',
  ];
  const waiting = [...bodies];
  const bench = await openProviderBench(t, (_tasks, response) => send(response, waiting.shift() ?? ''));
  for (const body of bodies) {
    const error = await failureOf(bench);
    assert.equal(error.kind, 'parse', body);
    assert.deepEqual(bench.costs.at(-1), { costUsd: undefined, success: false });
  }
});

test('an answer of a gateway is distinguished from one of the provider', async (t) => {
  const statuses = [502, 429, 403];
  const waiting = [...statuses];
  const bench = await openProviderBench(t, (_tasks, response) => send(response, '<html></html>', waiting.shift()));
  const failures: unknown[] = [];
  for (const _status of statuses) {
    const { kind, retryable, code } = await failureOf(bench);
    failures.push({ kind, retryable, code, costUsd: bench.costs.at(-1)?.costUsd });
  }
  assert.deepEqual(failures, [
    { kind: 'http', retryable: true, code: 502, costUsd: undefined },
    { kind: 'rate_limited', retryable: true, code: 429, costUsd: 0 },
    { kind: 'http', retryable: false, code: 403, costUsd: 0 },
  ]);
});

test('a page without results, and one that is not as documented, are failures that cost', async (t) => {
  const results = [null, [], [null], [{ items: null }], [{ items: [] }], [{ elements: [makeItem(1)] }]];
  const waiting = [...results];
  const bench = await openProviderBench(t, (tasks, response) => sendTask(response, makeTask(tasks, { result: waiting.shift() })));
  for (const result of results) {
    assert.equal((await failureOf(bench)).kind, 'parse', JSON.stringify(result));
    assert.equal(bench.costs.at(-1)?.costUsd, 0.0155);
  }
});

test('a cut connection and a caller who gives up leave the price open', async (t) => {
  const bench = await openProviderBench(t, (_tasks, response) => response.destroy());
  assert.equal((await failureOf(bench)).kind, 'network');
  assert.deepEqual(bench.costs, [{ costUsd: undefined, success: false }]);
  const controller = new AbortController();
  const reason = new Error('enough');
  const silent = await openProviderBench(t, () => controller.abort(reason));
  await assert.rejects(silent.searchData.fetchSerp(REQUEST, SCOPE, { signal: controller.signal }), (error) => error === reason);
  assert.deepEqual(silent.costs, [{ costUsd: undefined, success: false }]);
});

test('a caller who gives up while a call waits for its turn has made no call', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const bench = await openProviderBench(t, (tasks, response) => void released.then(() => sendTask(response, makeTask(tasks))));
  const busy = Array.from({ length: 20 }, () => bench.searchData.fetchSerp(REQUEST, SCOPE));
  const controller = new AbortController();
  const reason = new Error('enough');
  const waiting = bench.searchData.fetchSerp(REQUEST, SCOPE, { signal: controller.signal });
  setImmediate(() => controller.abort(reason));
  await assert.rejects(waiting, (error) => error === reason);
  assert.deepEqual(bench.unsent, [bench.planned[20]]);
  await assert.rejects(bench.searchData.fetchSerp(REQUEST, SCOPE, { signal: AbortSignal.abort(reason) }), (error) => error === reason);
  assert.deepEqual([bench.unsent.length, bench.costs.length], [2, 0]);
  release();
  await Promise.all(busy);
  assert.equal(bench.seen.length, 20);
});

test('a call that waits long for its turn gives its money back and sets it aside again, until it is made', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const bench = await openProviderBench(t, (tasks, response) => void released.then(() => sendTask(response, makeTask(tasks))), {
    slotWaitMsMax: 20,
  });
  const busy = Array.from({ length: 20 }, () => bench.searchData.fetchSerp(REQUEST, SCOPE));
  const waiting = bench.searchData.fetchSerp(REQUEST, SCOPE);
  while (bench.unsent.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  release();
  await Promise.all([...busy, waiting]);
  assert.deepEqual([bench.seen.length, bench.costs.length], [21, 21], 'what has its turn takes as long as it takes');
  assert.equal(new Set(bench.planned.map(({ tag }) => tag)).size, bench.planned.length);
  assert.equal(bench.planned.length, 21 + bench.unsent.length);
});

test('credentials stand in no error', async (t) => {
  const bench = await openProviderBench(t, (_tasks, response) =>
    send(response, { status_code: 40_100, status_message: 'No.', tasks: null }, 401),
  );
  const error = await failureOf(bench);
  const text = `${error.stack ?? ''}${JSON.stringify(error)}${String(error.cause)}`;
  assert.doesNotMatch(text, /password-x|login-x|Basic /u);
});
