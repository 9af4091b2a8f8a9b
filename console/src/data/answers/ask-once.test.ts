import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, UNREACHED } from './api-error.ts';
import { askOnce, type Operation } from './ask-once.ts';

const NOW = { rows: [1, 2] };

/** An operation that is answered so, and what it was given. */
function answer(status: number, headers: Record<string, string>, data?: object) {
  const given: object[] = [];
  const operation: Operation<object, object> = (options) => {
    given.push(options);
    const response = new Response(null, { status, headers });
    return Promise.resolve(data ? { data, response } : { error: { message: 'no' }, response });
  };
  return { given, operation };
}

async function refuse(status: number, headers: Record<string, string>): Promise<ApiError> {
  const error = await askOnce(answer(status, headers).operation, {}).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ApiError);
  return error;
}

test('an answer that has not changed is the one that is known', async () => {
  const seen: string[] = [];
  await askOnce(answer(200, { etag: '"a"' }, NOW).operation, {}, { onTag: (tag) => void seen.push(tag) });
  assert.deepEqual(seen, ['"a"']);
  const { given, operation } = answer(304, { etag: '"a"' });
  assert.equal(await askOnce(operation, { query: 1 }, { known: { data: NOW, tag: '"a"' } }), NOW);
  assert.deepEqual(given, [{ query: 1, headers: { 'If-None-Match': '"a"' } }]);
});

test('a refusal says when to ask again; what stands before the service does not speak for it', async () => {
  const before = Date.now();
  const busy = await refuse(429, { 'retry-after': '7', 'content-type': 'application/json' });
  assert.ok(busy.status === 429 && busy.message === 'no' && (busy.retryAt ?? 0) >= before + 7000);
  assert.equal((await refuse(500, { 'content-type': 'application/json' })).retryAt, undefined);
  assert.equal((await refuse(503, { 'content-type': 'application/json' })).status, 503);
  assert.equal((await refuse(502, { 'content-type': 'text/html' })).status, UNREACHED);
});
