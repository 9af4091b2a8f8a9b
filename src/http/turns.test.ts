import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTurns } from './turns.ts';

test('one owner has two turns at a time, all have eight, and who waits gets the next that is theirs', async () => {
  const turns = makeTurns({ perOwner: 2, total: 8, waitingMax: 100 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const take = (owner: string): void => {
    void turns.take(owner)?.then((end) => {
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
  const turns = makeTurns({ perOwner: 1, total: 1, waitingMax: 2 });
  assert.ok(turns.take('a'));
  assert.ok(turns.take('a'));
  assert.ok(turns.take('b'));
  assert.equal(turns.take('c'), undefined);
});
