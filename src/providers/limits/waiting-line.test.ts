import assert from 'node:assert/strict';
import test from 'node:test';
import { runInScope } from '#kernel/work-scope.ts';
import { makeProcessRateLimit, makeProcessConcurrencyLimit } from './process-limits.ts';
import { makeSharedRateLimit } from './shared-rate-limit.ts';
import { makeSharedConcurrencyLimit } from './shared-concurrency-limit.ts';
import type { Enter } from './waiting-line.ts';

/** Every limit that calls wait for, each with one slot at a time. */
const LIMITS: Readonly<Record<string, () => Enter<unknown>>> = {
  'the rate limit of a process': () => makeProcessRateLimit([{ limit: 1, windowMs: 3 }]),
  'the concurrency limit of a process': () => {
    const enter = makeProcessConcurrencyLimit(1);
    return async (signal) => void setTimeout(await enter(signal), 3);
  },
  'the rate limit of all processes': () =>
    makeSharedRateLimit({ take: () => Promise.resolve({ granted: 1, waitMs: 3 }) }, [{ key: 'a', limit: 1, windowMs: 3, freshMs: 60_000 }]),
  'the concurrency limit of all processes': () => makeSharedConcurrencyLimit({ take: () => Promise.resolve([() => undefined]) }, 'a', 1),
};

for (const [name, makeLimit] of Object.entries(LIMITS)) {
  test(`owners take turns at ${name}, however many calls one of them has waiting`, async () => {
    const enter = makeLimit();
    const order: string[] = [];
    const call = async (owner: string): Promise<void> => {
      await runInScope({ fields: {}, owner }, () => enter(undefined));
      order.push(owner);
    };
    const greedy = Array.from({ length: 15 }, () => call('greedy'));
    await Promise.all([...greedy, ...['b', 'c', 'b', 'c'].map((owner) => call(owner))]);
    assert.ok(order.lastIndexOf('b') < 10 && order.lastIndexOf('c') < 10, order.join(' '));
    assert.equal(order.length, 19);
  });
}

test('a stream of owners that come does not starve one that waits', async () => {
  const enter = makeProcessRateLimit([{ limit: 1, windowMs: 2 }]);
  const as = (owner: string) => runInScope({ fields: {}, owner }, () => enter(undefined));
  let served = 0;
  let isOver = false;
  const come = async (number: number): Promise<void> => {
    for (let next = number; !isOver; next += 4) {
      await as(`new ${next}`);
      served += 1;
    }
  };
  const stream = [1, 2, 3, 4].map(come);
  await Promise.all(Array.from({ length: 5 }, () => as('nightly')));
  isOver = true;
  assert.ok(served <= 40, `${served} others were served before`);
  await Promise.all(stream);
});
