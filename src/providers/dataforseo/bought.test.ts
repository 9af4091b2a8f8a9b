import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutsideError } from '#kernel/errors.ts';
import { runInScope, type StepTryEnd } from '#kernel/work-scope.ts';
import type { HttpResponse } from '../http-client.ts';
import { makeBought, toQuestion, type Bought } from './bought.ts';

const QUESTION = toQuestion('/v3/serp', { keyword: 'a', tag: '' });

function makeResponse(bytes = 10): HttpResponse {
  return { status: 200, url: 'http://provider', headers: {}, body: Buffer.alloc(bytes), received: Buffer.alloc(0), isCut: false };
}

/** One try of a step: what it does, and how it ends. */
async function tryStep<Result>(step: string, end: StepTryEnd, work: () => Result): Promise<Result> {
  const { promise: ended, resolve } = Promise.withResolvers<StepTryEnd>();
  const result = runInScope({ fields: {}, stepTry: { step, ended } }, work);
  resolve(end);
  await new Promise((next) => setImmediate(next));
  return result;
}

const FAILED: StepTryEnd = { isLast: false, error: new Error('the store is away') };

function take(bought: Bought, step: string, end = FAILED): Promise<HttpResponse | undefined> {
  return tryStep(step, end, () => bought.take(QUESTION));
}

test('the next try of a step finds what it bought, once, and no other step does', async () => {
  const bought = makeBought();
  const response = makeResponse();
  const inTheSameTry = await tryStep('wf_1/0', FAILED, () => {
    bought.keep(QUESTION, response);
    return bought.take(QUESTION);
  });
  assert.equal(inTheSameTry, undefined, 'a second question of one try is meant');
  assert.equal(await take(bought, 'wf_1/1'), undefined);
  assert.equal(await take(bought, 'wf_2/0'), undefined);
  assert.equal(bought.take(QUESTION), undefined);
  assert.equal(await take(bought, 'wf_1/0'), response);
  assert.equal(await take(bought, 'wf_1/0'), undefined);
});

test('nothing is kept outside of a step, after the last try, or of an answer that could not be used', async () => {
  const unreadable = new OutsideError({ service: 'dataforseo', kind: 'parse', message: 'no depth' });
  const ends: StepTryEnd[] = [{ isLast: true }, { isLast: true, error: new Error('gone') }, { isLast: false, error: unreadable }];
  const bought = makeBought();
  bought.keep(QUESTION, makeResponse());
  for (const [at, end] of ends.entries()) {
    await tryStep(`wf_${at}/0`, end, () => bought.keep(QUESTION, makeResponse()));
    assert.equal(await take(bought, `wf_${at}/0`), undefined);
  }
});

test('when too many bytes are kept, the step that bought first pays again', async () => {
  const bought = makeBought(25);
  for (const step of ['wf_1/0', 'wf_2/0', 'wf_3/0']) await tryStep(step, FAILED, () => bought.keep(QUESTION, makeResponse(10)));
  assert.equal(await take(bought, 'wf_1/0'), undefined);
  assert.ok((await take(bought, 'wf_2/0')) && (await take(bought, 'wf_3/0')));
});
