import assert from 'node:assert/strict';
import test from 'node:test';
import { inBatches } from './batching.ts';

/** Work that ends when the test says so, and remembers its batches. */
function makeWork() {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const work = async (items: readonly number[]): Promise<number[]> => {
    batches.push(items);
    await new Promise<void>((resolve) => {
      ends.push(resolve);
    });
    if (items.includes(-1)) throw new Error('a bad item');
    return items.map((item) => item * 10);
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const endAll = async (): Promise<void> => {
    await turn();
    for (const end of ends.splice(0)) end();
    await turn();
  };
  return { work, batches, endAll };
}

test('what is asked for in one turn goes together, and what comes meanwhile in the next batch', async () => {
  const { work, batches, endAll } = makeWork();
  const ask = inBatches(work, 100);
  const first = [ask(1), ask(2)];
  await Promise.resolve();
  await Promise.resolve();
  const second = [ask(3), ask(4), ask(5)];
  await endAll();
  await endAll();
  assert.deepEqual(await Promise.all([...first, ...second]), [10, 20, 30, 40, 50]);
  assert.deepEqual(batches, [
    [1, 2],
    [3, 4, 5],
  ]);
});

test('a batch has a greatest size', async () => {
  const { work, batches, endAll } = makeWork();
  const ask = inBatches(work, 2);
  const asked = [1, 2, 3].map(ask);
  await endAll();
  await endAll();
  assert.deepEqual(await Promise.all(asked), [10, 20, 30]);
  assert.deepEqual(batches, [[1, 2], [3]]);
});

test('a bad item fails alone, and what comes later is done', async () => {
  const { work, batches, endAll } = makeWork();
  const ask = inBatches(work, 100);
  const asked = Promise.allSettled([1, -1, 2].map(ask));
  await endAll();
  await endAll();
  assert.deepEqual(
    (await asked).map((result) => (result.status === 'fulfilled' ? result.value : (result.reason as Error).message)),
    [10, 'a bad item', 20],
  );
  const later = ask(7);
  await endAll();
  assert.equal(await later, 70);
  assert.deepEqual(batches, [[1, -1, 2], [1], [-1], [2], [7]]);
});

test('batches keep their spacing, but a full one waits for nothing', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { work, batches, endAll } = makeWork();
  const ask = inBatches(work, 2, 1_000);
  const first = ask(1);
  await endAll();
  assert.equal(await first, 10);
  const full = [2, 3].map(ask);
  await endAll();
  assert.deepEqual(await Promise.all(full), [20, 30]);
  const alone = ask(4);
  await endAll();
  assert.deepEqual(batches, [[1], [2, 3]]);
  t.mock.timers.tick(1_000);
  await endAll();
  assert.equal(await alone, 40);
});

test('a batch waits for no others when no others can come', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { work, batches, endAll } = makeWork();
  let callers = 3;
  const ask = inBatches(work, () => callers, 1_000);
  const first = ask(1).finally(() => (callers -= 1));
  await endAll();
  await first;
  const second = ask(2).finally(() => (callers -= 1));
  await endAll();
  assert.deepEqual(batches, [[1]], 'the third may still come');
  const third = ask(3).finally(() => (callers -= 1));
  await endAll();
  await Promise.all([second, third]);
  assert.deepEqual(batches, [[1], [2, 3]]);
});

test('a batch goes when those that it waited for will not come', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { work, batches, endAll } = makeWork();
  let callers = 2;
  const ask = inBatches(work, () => callers, 1_000);
  const first = ask(1);
  await endAll();
  await first;
  const second = ask(2);
  await endAll();
  assert.deepEqual(batches, [[1]], 'another may still come');
  callers = 1;
  ask.look();
  await endAll();
  assert.equal(await second, 20);
});
