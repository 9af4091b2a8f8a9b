import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { makeSharedRateLimit, type RateCounter, type SharedRateWindow } from './shared-rate-limit.ts';

const SECOND: SharedRateWindow = { key: 'stub/account/1100', limit: 30, windowMs: 1_100, freshMs: 100 };

interface Asked {
  readonly wanted: number;
  readonly at: number;
}

/** A counter with answers set by the test, which writes down what it was asked. */
function makeCounter(
  answer: (wanted: number, question: number) => { granted: number; waitMs: number } | Promise<{ granted: number; waitMs: number }>,
) {
  const asked: Asked[] = [];
  const counter: RateCounter = {
    take: async (_windows, wanted) => {
      asked.push({ wanted, at: performance.now() });
      return await answer(wanted, asked.length);
    },
  };
  return { counter, asked };
}

test('one question takes slots for all who wait, who enter in their order', async () => {
  const { counter, asked } = makeCounter((wanted, question) => ({ granted: question === 2 ? 3 : wanted, waitMs: question === 2 ? 20 : 0 }));
  const enter = makeSharedRateLimit(counter, [SECOND]);
  const entered: number[] = [];
  await Promise.all(Array.from({ length: 11 }, async (_none, visitor) => await enter(undefined).then(() => entered.push(visitor))));
  assert.deepEqual(entered, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(
    asked.map(({ wanted }) => wanted),
    [1, 10, 7],
  );
});

test('while no slot is free, no caller asks', async () => {
  const { counter, asked } = makeCounter((wanted, question) =>
    question === 1 ? { granted: 0, waitMs: 120 } : { granted: wanted, waitMs: 0 },
  );
  const enter = makeSharedRateLimit(counter, [SECOND]);
  const visitors = [enter(undefined)];
  for (let more = 0; more < 5; more += 1) {
    await turn();
    visitors.push(enter(undefined));
  }
  await Promise.all(visitors);
  const [first, second] = asked;
  assert.equal(asked.length, 2);
  const waitedMs = (second?.at ?? 0) - (first?.at ?? 0);
  assert.ok(waitedMs >= 119 && waitedMs < 1_000, `${waitedMs} ms`);
});

test('never asks for more slots than a window has', async () => {
  const { counter, asked } = makeCounter((wanted) => ({ granted: wanted, waitMs: 0 }));
  const enter = makeSharedRateLimit(counter, [{ ...SECOND, limit: 4 }, SECOND]);
  await Promise.all(Array.from({ length: 9 }, () => enter(undefined)));
  assert.deepEqual(
    asked.map(({ wanted }) => wanted),
    [1, 4, 4],
  );
});

test('who gives up leaves at once, and when nobody is left nobody asks again', async () => {
  const { counter, asked } = makeCounter(() => ({ granted: 0, waitMs: 600_000 }));
  const enter = makeSharedRateLimit(counter, [SECOND]);
  const controller = new AbortController();
  const reason = new Error('enough');
  const visitors = [1, 2, 3].map(() => enter(controller.signal));
  await turn();
  controller.abort(reason);
  for (const visitor of await Promise.allSettled(visitors)) assert.equal(visitor.status === 'rejected' && visitor.reason, reason);
  await assert.rejects(enter(AbortSignal.abort(reason)), (error) => error === reason);
  assert.equal(asked.length, 1);
});

test('who comes after all have given up is served', async () => {
  const { counter } = makeCounter((wanted, question) =>
    question === 1 ? { granted: 0, waitMs: 600_000 } : { granted: wanted, waitMs: 0 },
  );
  const enter = makeSharedRateLimit(counter, [SECOND]);
  const controller = new AbortController();
  const first = enter(controller.signal);
  await turn();
  controller.abort(new Error('enough'));
  await assert.rejects(first);
  await enter(undefined);
});

test('a slot that comes too late is not used, unless all of them do', async () => {
  const { counter, asked } = makeCounter(async (wanted) => await sleep(20, { granted: wanted, waitMs: 0 }));
  const enter = makeSharedRateLimit(counter, [{ ...SECOND, freshMs: 10 }]);
  await enter(undefined);
  assert.equal(asked.length, 3);
  const { counter: quick, asked: askedQuick } = makeCounter((wanted) => ({ granted: wanted, waitMs: 0 }));
  await makeSharedRateLimit(quick, [SECOND])(undefined);
  assert.equal(askedQuick.length, 1);
});
