import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { openTestStores } from '../../../test/support/index.ts';
import { startEndpoints } from '../../../test/support/http.ts';
import { makeDefineEndpoint, type Spent } from '../endpoint.ts';
import type { ServerContext } from '../server.ts';

const headers = { 'x-api-key': 'slk_all' };

function defineSpending(spent: Spent | undefined) {
  return makeDefineEndpoint<ServerContext>()({
    method: 'POST',
    path: '/api/things',
    access: 'key',
    spec: '4',
    area: 'test',
    summary: 'a test',
    spends: true,
    responses: { 200: z.object({}) },
    handle: () => Promise.resolve({ status: 200, body: {}, ...(spent === undefined ? {} : { spent }) }),
  });
}

async function ask(t: Parameters<typeof startEndpoints>[0], spent: Spent | undefined) {
  const server = await startEndpoints(t, [defineSpending(spent)], { config: { corsOrigins: ['*'] } });
  const answer = await server.inject({ method: 'POST', url: '/api/things', headers: { ...headers, origin: 'https://app.example.com' } });
  return answer.headers;
}

test('an answer says what it cost, in plain digits, and whether it came from a cache', async (t) => {
  const { 'x-cost-usd': cost, 'x-cache': cache } = await ask(t, { costUsd: 0.1 + 0.2, isCached: false });
  assert.deepEqual([cost, cache], ['0.3', 'miss']);
  const least = await ask(t, { costUsd: 0.000001, isCached: false });
  assert.equal(least['x-cost-usd'], '0.000001');
  const hit = await ask(t, { costUsd: 0, isCached: true });
  assert.deepEqual([hit['x-cost-usd'], hit['x-cache']], ['0', 'hit']);
});

test('an answer that spent nothing says nothing of costs', async (t) => {
  const answered = await ask(t, undefined);
  assert.deepEqual([answered['x-cost-usd'], answered['x-cache']], [undefined, undefined]);
});

test('pages of other origins may read the cost', async (t) => {
  const answered = await ask(t, { costUsd: 1, isCached: false });
  assert.match(String(answered['access-control-expose-headers']), /X-Cost-USD.*X-Cache/u);
});

test('an answer that is given again costs nothing', async (t) => {
  const { postgres } = await openTestStores(t);
  const server = await startEndpoints(t, [defineSpending({ costUsd: 0.5, isCached: false })], { postgres });
  const post = () => server.inject({ method: 'POST', url: '/api/things', headers: { ...headers, 'idempotency-key': 'k' } });
  const [first, second] = [await post(), await post()];
  assert.deepEqual([first.headers['x-cost-usd'], first.headers['x-cache']], ['0.5', 'miss']);
  assert.deepEqual([second.headers['idempotency-replayed'], second.headers['x-cost-usd'], second.headers['x-cache']], ['true', '0', 'hit']);
});
