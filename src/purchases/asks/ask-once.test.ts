import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeClock } from '#kernel/clock.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { askOnce, type AskEnd } from './ask-once.ts';
import { deleteAsks } from './store.ts';

const ASK = { asker: 'run_1', question: 'site' };

test('a question to a language model is asked once by its asker', async (t) => {
  const { postgres } = await openTestStores(t);
  const ctx = { postgres, clock: makeClock() };
  let asked = 0;
  const put = (end: AskEnd<readonly string[], string> | Error) => async (): Promise<AskEnd<readonly string[], string>> => {
    asked += 1;
    if (end instanceof Error) throw end;
    return await Promise.resolve(end);
  };
  const answered = { kind: 'answered', answer: ['a, "b"', 'c'] } as const;
  const noAnswer = { kind: 'no_answer', problem: 'the answer was of no use' } as const;
  const unpaid = { kind: 'unpaid', failure: 'too busy' } as const;

  await t.test('its answer is kept, and given to who repeats', async () => {
    assert.deepEqual(await askOnce(ctx, ASK, put(answered)), answered);
    assert.deepEqual(await askOnce(ctx, ASK, put(noAnswer)), answered);
    assert.equal(asked, 1);
  });
  await t.test('other questions and other askers ask for themselves', async () => {
    assert.deepEqual(await askOnce(ctx, { ...ASK, question: 'ideas' }, put(noAnswer)), noAnswer);
    assert.deepEqual(await askOnce(ctx, { ...ASK, asker: 'run_2' }, put(noAnswer)), noAnswer);
    assert.equal(asked, 3);
  });
  await t.test('a question that got no answer is not asked again, and says why', async () => {
    assert.deepEqual(await askOnce(ctx, { ...ASK, asker: 'run_2' }, put(answered)), noAnswer);
    assert.equal(asked, 3);
  });
  await t.test('what was not paid is asked again', async () => {
    const ask = { ...ASK, asker: 'run_3' };
    assert.deepEqual(await askOnce(ctx, ask, put(unpaid)), unpaid);
    assert.deepEqual(await askOnce(ctx, ask, put(answered)), answered);
    assert.equal(asked, 5);
  });
  await t.test('an answer that an interruption lost may have been paid: it is not asked again', async () => {
    const ask = { ...ASK, asker: 'run_4' };
    await assert.rejects(askOnce(ctx, ask, put(new Error('interrupted'))), /interrupted/u);
    assert.deepEqual(await askOnce(ctx, ask, put(answered)), { kind: 'lost' });
    assert.equal(asked, 6);
  });
  await t.test('what is stored elsewhere is forgotten', async () => {
    await deleteAsks(postgres, 'run_4', ['site']);
    assert.deepEqual(await askOnce(ctx, { ...ASK, asker: 'run_4' }, put(answered)), answered);
  });
});
