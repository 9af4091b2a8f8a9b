import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePacer, type RateCounter } from './pacing.ts';

const WITHIN_A_SECOND_MS = 1_000;

function mostWithinASecond(starts: readonly number[]): number {
  return Math.max(...starts.map((from) => starts.filter((start) => start >= from && start < from + WITHIN_A_SECOND_MS).length));
}

test('starts no more calls in any second than the rate allows, in the order they came', async () => {
  const pacer = makePacer({ rates: [{ service: 'stub', class: 'live', perSecond: 5 }] });
  const starts: number[] = [];
  const order: number[] = [];
  const calls = Array.from({ length: 12 }, (_none, call) =>
    pacer.run({ service: 'stub', class: 'live' }, async () => {
      starts.push(performance.now());
      order.push(call);
      await Promise.resolve();
    }),
  );
  await Promise.all(calls);
  assert.ok(mostWithinASecond(starts) <= 5);
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
});

test('keeps the width of a class and the rate of the whole account at once', async () => {
  const pacer = makePacer({
    rates: [
      { service: 'stub', class: 'account', perSecond: 6 },
      { service: 'stub', class: 'a', concurrency: 2 },
    ],
  });
  const starts: number[] = [];
  let underWay = 0;
  let widest = 0;
  const work = async (): Promise<void> => {
    starts.push(performance.now());
    underWay += 1;
    widest = Math.max(widest, underWay);
    await sleep(20);
    underWay -= 1;
  };
  const classes = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b'];
  await Promise.all(classes.slice(0, 5).map((name) => pacer.run({ service: 'stub', class: name }, work)));
  assert.equal(widest, 2);
  await Promise.all(classes.slice(5).map((name) => pacer.run({ service: 'stub', class: name }, work)));
  assert.ok(mostWithinASecond(starts) <= 6);
});

test('holds back nothing that is not in the table', async () => {
  const pacer = makePacer({ rates: [] });
  const results = await Promise.all(
    Array.from({ length: 500 }, (_none, call) => pacer.run({ service: 'other' }, () => Promise.resolve(call))),
  );
  assert.equal(results.length, 500);
});

test('a caller that gives up while waiting makes no call and blocks nobody', async () => {
  const pacer = makePacer({ rates: [{ service: 'stub', class: 'live', concurrency: 1 }] });
  const controller = new AbortController();
  const reason = new Error('enough');
  let calls = 0;
  const slow = pacer.run({ service: 'stub', class: 'live' }, async () => await sleep(50, 'slow'));
  const waiting = pacer.run({ service: 'stub', class: 'live', signal: controller.signal }, async () => await Promise.resolve((calls += 1)));
  const next = pacer.run({ service: 'stub', class: 'live' }, () => Promise.resolve('next'));
  controller.abort(reason);
  await assert.rejects(waiting, (error) => error === reason);
  assert.deepEqual(await Promise.all([slow, next]), ['slow', 'next']);
  assert.equal(calls, 0);
});

test('several processes keep one rate through a shared counter', async () => {
  const asked: string[][] = [];
  let free = 2;
  const counter: RateCounter = {
    take: (windows, wanted) => {
      asked.push(windows.map((window) => window.key));
      const granted = Math.min(wanted, free);
      free = granted === 0 ? 2 : free - granted;
      return Promise.resolve({ granted, waitMs: 5 });
    },
  };
  const rates = [
    { service: 'stub', class: 'account', perMinute: 2 },
    { service: 'stub', class: 'list', perMinute: 1 },
  ];
  const [here, there] = [makePacer({ rates, counter }), makePacer({ rates, counter })];
  const calls = [here, there, there].map((pacer, call) => pacer.run({ service: 'stub' }, () => Promise.resolve(call)));
  assert.deepEqual(await Promise.all(calls), [0, 1, 2]);
  assert.ok(asked.length >= 3, 'whoever found no place asked again');
  assert.ok(asked.every((keys) => keys.join(' ') === 'stub/account/66000'));
  await makePacer({ rates, counter }).run({ service: 'stub', class: 'list' }, () => Promise.resolve());
  assert.deepEqual(asked.at(-1), ['stub/list/66000', 'stub/account/66000'], 'a class counts together with its account');
});
