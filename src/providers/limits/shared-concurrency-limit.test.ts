import assert from 'node:assert/strict';
import test from 'node:test';
import { makeSharedConcurrencyLimit, type GiveBack, type CallSlots } from './shared-concurrency-limit.ts';

/** A store of so many slots, and how many were wanted each time. */
function openStore(concurrency: number): { store: CallSlots; asked: number[]; countFree(): number } {
  let free = concurrency;
  const asked: number[] = [];
  const store: CallSlots = {
    take: (_key, _concurrency, wanted) => {
      asked.push(wanted);
      const granted = Math.min(free, wanted);
      free -= granted;
      return Promise.resolve(Array.from({ length: granted }, () => () => void (free += 1)));
    },
  };
  return { store, asked, countFree: () => free };
}

test('calls enter in the order they came, as slots become free, and are asked for together', async () => {
  const { store, asked } = openStore(2);
  const enter = makeSharedConcurrencyLimit(store, 'a', 2);
  const order: number[] = [];
  const calls = Array.from({ length: 5 }, async (_none, call) => {
    const giveBack = await enter(undefined);
    order.push(call);
    await Promise.resolve();
    giveBack();
  });
  await Promise.all(calls);
  assert.deepEqual(order, [0, 1, 2, 3, 4]);
  assert.ok(asked.length < 6 && Math.max(...asked) === 2, asked.join(' '));
});

test('who gives up while waiting takes no slot, and who gives up while one is asked for gives it back', async () => {
  const { store, countFree } = openStore(1);
  const enter = makeSharedConcurrencyLimit(store, 'a', 1);
  const reason = new Error('enough');
  await assert.rejects(enter(AbortSignal.abort(reason)), (error) => error === reason);
  const early = new AbortController();
  const asked = enter(early.signal);
  early.abort(reason);
  await assert.rejects(asked, (error) => error === reason);
  const giveBack: GiveBack = await enter(undefined);
  const late = new AbortController();
  const waiting = enter(late.signal);
  const next = enter(undefined);
  late.abort(reason);
  await assert.rejects(waiting, (error) => error === reason);
  giveBack();
  (await next)();
  assert.equal(countFree(), 1);
});
