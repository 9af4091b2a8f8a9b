import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeConcurrencyLimit } from './concurrency-limit.ts';

test('one owner has two slots at a time, all have eight, and who waits gets the next one', async () => {
  const limit = makeConcurrencyLimit({ perOwner: 2, total: 8, waitingMax: 100 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const take = (owner: string): void => {
    void limit.take(owner)?.then((end) => {
      begun.push(owner);
      ends.push(end);
    });
  };
  const settle = () => new Promise(setImmediate);
  for (const owner of ['a', 'a', 'a', 'b', 'c', 'c', 'd', 'd', 'e', 'e']) take(owner);
  await settle();
  assert.deepEqual(begun, ['a', 'a', 'b', 'c', 'c', 'd', 'd', 'e'], 'the third of a waits, and the ninth in all');
  ends[3]?.();
  await settle();
  assert.deepEqual(begun.slice(8), ['e'], 'a has two still');
  ends[0]?.();
  await settle();
  assert.deepEqual(begun.slice(9), ['a']);
});

test('no more wait than may', () => {
  const limit = makeConcurrencyLimit({ perOwner: 1, total: 1, waitingMax: 2 });
  assert.ok(limit.take('a'));
  assert.ok(limit.take('a'));
  assert.ok(limit.take('b'));
  assert.equal(limit.take('c'), undefined);
});

test('who leaves the line takes no turn, and one owner does not fill it', async () => {
  const limit = makeConcurrencyLimit({ perOwner: 1, total: 2, waitingMax: 10, waitingPerOwner: 2 });
  const end = await limit.take('a');
  const gone = new AbortController();
  const left = limit.take('a', gone.signal);
  const last = limit.take('a');
  assert.equal(limit.take('a'), undefined);
  assert.ok(await limit.take('b'), 'others get theirs');
  gone.abort(new Error('gone'));
  await assert.rejects(left ?? Promise.resolve(), /gone/u);
  await assert.rejects(limit.take('c', gone.signal) ?? Promise.resolve(), /gone/u);
  end?.();
  assert.ok(await last);
});

test('a turn that ends goes to who has fewest, however long the others wait', async () => {
  const limit = makeConcurrencyLimit({ perOwner: 3, total: 3, waitingMax: 10 });
  const ends = [await limit.take('a'), await limit.take('a'), await limit.take('a')];
  const order: string[] = [];
  for (const owner of ['a', 'a', 'b']) void limit.take(owner)?.then(() => order.push(owner));
  ends[0]?.();
  await new Promise(setImmediate);
  assert.deepEqual(order, ['b']);
});
