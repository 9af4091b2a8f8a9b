import assert from 'node:assert/strict';
import test from 'node:test';
import { makeSharedWidth, type GiveBack, type SlotStore } from './shared-width.ts';

/** A store of so many slots, and how many were wanted each time. */
function openStore(width: number): { store: SlotStore; asked: number[]; countFree(): number } {
  let free = width;
  const asked: number[] = [];
  const store: SlotStore = {
    take: (_key, _width, wanted) => {
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
  const width = makeSharedWidth(store, 'a', 2);
  const order: number[] = [];
  const calls = Array.from({ length: 5 }, async (_none, call) => {
    const giveBack = await width.enter(undefined);
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
  const width = makeSharedWidth(store, 'a', 1);
  const reason = new Error('enough');
  await assert.rejects(width.enter(AbortSignal.abort(reason)), (error) => error === reason);
  const early = new AbortController();
  const asked = width.enter(early.signal);
  early.abort(reason);
  await assert.rejects(asked, (error) => error === reason);
  const giveBack: GiveBack = await width.enter(undefined);
  const late = new AbortController();
  const waiting = width.enter(late.signal);
  const next = width.enter(undefined);
  late.abort(reason);
  await assert.rejects(waiting, (error) => error === reason);
  giveBack();
  (await next)();
  assert.equal(countFree(), 1);
});
