import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { makeQuestionLine, type QuestionLimits } from './question-line.ts';

function openLine(limits: QuestionLimits) {
  const line = makeQuestionLine(limits);
  const begun: string[] = [];
  const ends = new Map<string, (answer: string) => void>();
  const ask = (owner: string | undefined, key: string): Promise<string> =>
    line.ask({ owner, key }, () => {
      begun.push(key);
      const { promise, resolve } = Promise.withResolvers<string>();
      ends.set(key, resolve);
      return promise;
    });
  const end = async (key: string): Promise<void> => {
    ends.get(key)?.(`answer of ${key}`);
    await new Promise(setImmediate);
  };
  return { line, begun, ask, end };
}

const isBusy = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable' && error.retryAfterMs !== undefined;

test('owners have their turns one after the other, however many one of them asks', async () => {
  const { begun, ask, end } = openLine({ slots: 1, waitingMax: 100 });
  const asked = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((key) => ask(key.slice(0, 1), key));
  for (let at = 0; at < asked.length; at += 1) await end(begun[at] ?? '');
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  assert.deepEqual(
    await Promise.all(asked),
    ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((key) => `answer of ${key}`),
  );
});

test('the same question that waits is asked once; one that is under way has seen less, and is asked once more', async () => {
  const { begun, ask, end } = openLine({ slots: 1, waitingMax: 100 });
  const first = ask('a', 'same');
  const others = [ask('a', 'same'), ask('b', 'same'), ask(undefined, 'same')];
  await end('same');
  assert.equal(await first, 'answer of same');
  await end('same');
  assert.deepEqual(await Promise.all(others), Array(3).fill('answer of same'));
  assert.deepEqual(begun, ['same', 'same']);
});

test('a full line refuses the owner that waits most, and never the service itself', async () => {
  const { begun, ask, end } = openLine({ slots: 1, waitingMax: 3 });
  const asked = ['a1', 'a2', 'a3', 'a4'].map((key) => ask('a', key));
  await assert.rejects(ask('a', 'a5'), isBusy);
  const refused = assert.rejects(asked[3] ?? Promise.resolve(), isBusy);
  const other = ask('b', 'b1');
  await refused;
  const own = [ask(undefined, 's1'), ask(undefined, 's2')];
  for (let at = 0; at < 6; at += 1) await end(begun[at] ?? '');
  await Promise.all([...asked.slice(0, 3), other, ...own]);
  assert.deepEqual(begun.toSorted(), ['a1', 'a2', 'a3', 'b1', 's1', 's2']);
});

test('a failure is that of its question alone', async () => {
  const line = makeQuestionLine({ slots: 1, waitingMax: 1 });
  await assert.rejects(
    line.ask({ owner: 'a', key: '1' }, () => Promise.reject(new Error('broken'))),
    /broken/u,
  );
  assert.equal(await line.ask({ owner: 'a', key: '2' }, () => Promise.resolve('well')), 'well');
});

test('a closed line refuses what waits and what comes, and has closed when nothing is under way', async () => {
  const { line, ask, end } = openLine({ slots: 1, waitingMax: 100 });
  const running = ask('a', 'running');
  const waiting = assert.rejects(ask('a', 'waiting'), isBusy);
  const pass = Promise.withResolvers<void>();
  const passing = line.pass(() => pass.promise);
  let isClosed = false;
  const closed = line.close().then(() => (isClosed = true));
  await waiting;
  await assert.rejects(ask('a', 'late'), isBusy);
  await end('running');
  assert.equal(await running, 'answer of running');
  assert.equal(isClosed, false, 'a write is under way');
  pass.resolve();
  await Promise.all([passing, closed]);
});
