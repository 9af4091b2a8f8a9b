import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DataVersion } from '../endpoint.ts';
import { makeAnswerMemory, MEMORY_LIMITS, type MemoryLimits } from './answer-memory.ts';

function openMemory(limits: Partial<MemoryLimits> = {}) {
  let now = 0;
  const memory = makeAnswerMemory(() => now, { ...MEMORY_LIMITS, ...limits });
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  /** `edits`: of data that arrives. */
  const data: { version: string; edits?: string; isMoreAwaited: boolean } = { version: 'v1', isMoreAwaited: true };
  const toVersion = (tag: string): DataVersion => {
    const { edits } = data;
    return edits === undefined ? { tag } : { tag, arriving: { edits, isMoreAwaited: () => Promise.resolve(data.isMoreAwaited) } };
  };
  const recall = (question: string, { version = data.version, status = 200 } = {}): Promise<string> =>
    memory
      .recall({ question, version: toVersion(version), findVersion: () => Promise.resolve(toVersion(data.version)) }, async (label) => {
        asked.push(question);
        await new Promise<void>((resolve) => void ends.push(resolve));
        return { status, headers: {}, text: `${question} of ${label}` };
      })
      .then(({ text }) => text);
  const settle = (): Promise<void> => new Promise(setImmediate);
  const end = async (): Promise<void> => {
    await settle();
    for (const one of ends.splice(0)) one();
    await settle();
  };
  const read = async (question: string): Promise<string> => {
    const answer = recall(question);
    await end();
    return await answer;
  };
  return { data, asked, recall, read, end, pass: (ms: number) => void (now += ms) };
}

test('a question of one version is asked once, by many at the same time and by later ones', async () => {
  const { asked, recall, read, end } = openMemory();
  const answers = Array.from({ length: 50 }, () => recall('q'));
  await end();
  assert.deepEqual(new Set(await Promise.all(answers)), new Set(['q of v1']));
  assert.equal(await read('q'), 'q of v1');
  assert.equal(await read('r'), 'r of v1');
  assert.deepEqual(asked, ['q', 'r']);
});

test('with another version it is asked again', async () => {
  const { data, asked, read } = openMemory();
  await read('q');
  data.version = 'v2';
  assert.equal(await read('q'), 'q of v2');
  assert.deepEqual(asked, ['q', 'q']);
});

test('while it is asked with an old version all newer ones wait, and share what is asked once after that', async () => {
  const { data, asked, recall, end } = openMemory();
  const old = recall('q');
  await end();
  const older = recall('q', { version: 'v0' });
  data.version = 'v2';
  const newer = recall('q');
  data.version = 'v3';
  const newest = recall('q');
  await end();
  await end();
  assert.deepEqual(await Promise.all([old, older, newer, newest]), ['q of v1', 'q of v0', 'q of v3', 'q of v3']);
  assert.deepEqual(asked, ['q', 'q', 'q']);
});

test('who waits for it gets a failure too, and it is not kept; nor is an answer that is not 200', async () => {
  const memory = makeAnswerMemory(() => 0);
  const version = { tag: 'v1' };
  const given = { question: 'q', version, findVersion: () => Promise.resolve(version) };
  const fail = (): Promise<string> => memory.recall(given, () => Promise.reject(new Error('broken'))).then(({ text }) => text);
  await Promise.all([assert.rejects(fail(), /broken/u), assert.rejects(fail(), /broken/u)]);
  for (const text of ['first', 'second']) {
    const reply = await memory.recall(given, () => Promise.resolve({ status: 202, headers: {}, text }));
    assert.equal(reply.text, text);
  }
});

test('versions are read one after the other, and those who ask meanwhile share the next reading', async () => {
  const memory = makeAnswerMemory(() => 0);
  const reads: PromiseWithResolvers<DataVersion>[] = [];
  const read = (): Promise<DataVersion | undefined> =>
    memory.readVersion('q', () => {
      const one = Promise.withResolvers<DataVersion>();
      reads.push(one);
      return one.promise;
    });
  const first = read();
  const others = [read(), read(), read()];
  assert.equal(reads.length, 1);
  reads[0]?.reject(new Error('away'));
  await assert.rejects(first, /away/u);
  await new Promise(setImmediate);
  assert.equal(reads.length, 2);
  const later = read();
  reads[1]?.resolve({ tag: 'v2' });
  assert.deepEqual(await Promise.all(others), [{ tag: 'v2' }, { tag: 'v2' }, { tag: 'v2' }]);
  await new Promise(setImmediate);
  reads[2]?.resolve({ tag: 'v3' });
  assert.deepEqual(await later, { tag: 'v3' });
});

test('memory is bounded: what was not used for longest goes first, and what is too large is not kept', async () => {
  const { asked, read } = openMemory({ total: 30, each: 20 });
  for (const question of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await read(question);
  assert.deepEqual(asked, ['a', 'b', 'c', 'd', 'b']);
  const large = 'a question whose answer is long';
  await read(large);
  await read(large);
  assert.deepEqual(asked.slice(5), [large, large]);
});

test('nothing is kept for longer than a minute', async () => {
  const { asked, read, pass } = openMemory();
  await read('q');
  pass(59_000);
  await read('q');
  pass(1_000);
  await read('q');
  assert.deepEqual(asked, ['q', 'q']);
});

test('while data arrives, the last answer is given for some seconds and made anew beside that; an edit shows at once', async () => {
  const { data, asked, recall, read, end, pass } = openMemory();
  data.edits = 'e1';
  await read('q');
  data.version = 'v2';
  assert.equal(await recall('q'), 'q of v1', 'an answer of this second');
  assert.deepEqual(asked, ['q'], 'is not made anew');
  pass(MEMORY_LIMITS.renewedMs);
  assert.deepEqual(await Promise.all([recall('q'), recall('q')]), ['q of v1', 'q of v1']);
  assert.equal(await recall('q'), 'q of v1', 'and is given while it is made');
  await end();
  assert.deepEqual(asked, ['q', 'q'], 'is made anew once');
  assert.equal(await recall('q'), 'q of v2');
  data.version = 'v3';
  data.edits = 'e2';
  assert.equal(await read('q'), 'q of v3', 'an edit');
});

test('what was exact a moment ago is given too, however long ago it was made', async () => {
  const { data, recall, read, pass } = openMemory();
  data.edits = 'e1';
  await read('q');
  pass(10_000);
  assert.equal(await recall('q'), 'q of v1');
  data.version = 'v2';
  pass(500);
  assert.equal(await recall('q'), 'q of v1');
});

test('an answer of seconds ago is not given, and none that lacks anything when no more is awaited', async () => {
  const { data, read, pass } = openMemory();
  data.edits = 'e1';
  await read('q');
  data.version = 'v2';
  pass(MEMORY_LIMITS.arrivingMs);
  assert.equal(await read('q'), 'q of v2');
  data.version = 'v3';
  data.isMoreAwaited = false;
  assert.equal(await read('q'), 'q of v3');
});

test('a shared answer is begun after those came who get it, and is asked for again by those who come later', async () => {
  const memory = makeAnswerMemory(() => 0);
  const begun: PromiseWithResolvers<string>[] = [];
  const ask = (question = 'q'): Promise<string> =>
    memory
      .share(question, async () => {
        const one = Promise.withResolvers<string>();
        begun.push(one);
        return { status: 200, headers: {}, text: await one.promise };
      })
      .then(({ text }) => text);
  const first = ask();
  const meanwhile = [ask(), ask()];
  const other = ask('r');
  assert.equal(begun.length, 2);
  begun[1]?.resolve('of r');
  assert.equal(await other, 'of r');
  begun[0]?.resolve('before');
  assert.equal(await first, 'before');
  await new Promise(setImmediate);
  assert.equal(begun.length, 3);
  begun[2]?.resolve('after');
  assert.deepEqual(await Promise.all(meanwhile), ['after', 'after']);
  void ask();
  assert.equal(begun.length, 4);
});
