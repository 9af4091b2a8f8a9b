import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { z } from 'zod';
import { makeClock } from '#kernel/clock.ts';
import { AppError, BudgetExceededError } from '#kernel/errors.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { openTestStores } from '../../test/support/index.ts';
import { startEndpoints, type TestServerOptions } from '../../test/support/http.ts';
import { makeDefineEndpoint } from './endpoint.ts';
import { makeTokens } from './callers/jwt.ts';
import type { ServerContext } from './server.ts';

const defineEndpoint = makeDefineEndpoint<ServerContext>();
const JWT_SECRET = 'a secret of at least thirty-two bytes';
const KEYS = [
  { key: 'slk_a', id: 'key_a', scopes: ['write' as const] },
  { key: 'slk_b', id: 'key_b', scopes: ['write' as const] },
];

interface Counting extends Omit<TestServerOptions, 'postgres'> {
  readonly work?: () => Promise<object>;
}

/** A server whose one endpoint does what the test says, and counts how often. */
async function startCounting(t: TestContext, postgres: Postgres, { work = async () => ({}), ...options }: Counting = {}) {
  await postgres.query('delete from idempotency_keys');
  let runs = 0;
  const endpoint = (path: string, { hasSecretReply = false, access = 'key' as 'key' | 'jwt' } = {}) =>
    defineEndpoint({
      method: 'POST',
      path,
      access,
      spec: '4',
      area: 'test',
      summary: 'a test',
      hasSecretReply,
      body: z.object({ name: z.string().optional() }),
      responses: { 201: z.looseObject({}) },
      handle: async () => {
        runs += 1;
        return { status: 201, body: { run: runs, ...(await work()) } };
      },
    });
  const endpoints = [
    endpoint('/api/things'),
    endpoint('/api/things/{thing_id}'),
    endpoint('/api/secrets', { hasSecretReply: true }),
    endpoint('/taxonomy', { access: 'jwt' }),
  ];
  const server = await startEndpoints(t, endpoints, { keys: KEYS, postgres, config: { jwtSecret: JWT_SECRET }, ...options });
  const post = (key: string, payload: object = {}, { apiKey = 'slk_a', token = '', url = '/api/things' } = {}) =>
    server.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...(token === '' ? { 'x-api-key': apiKey } : { authorization: `Bearer ${token}` }), 'idempotency-key': key },
    });
  return { post, countRuns: () => runs };
}

test('honours Idempotency-Key', async (suite) => {
  const { postgres } = await openTestStores(suite);

  await suite.test('gives the first answer again for the same key and body', async (t) => {
    const { post, countRuns } = await startCounting(t, postgres, { work: async () => ({ made: 'it' }) });
    const first = await post('k1', { name: 'a' });
    const second = await post('k1', { name: 'a' });
    assert.deepEqual([first.statusCode, first.body], [201, '{"run":1,"made":"it"}']);
    assert.deepEqual([second.statusCode, second.body], [201, first.body]);
    assert.equal(first.headers['idempotency-replayed'], undefined);
    assert.equal(second.headers['idempotency-replayed'], 'true');
    assert.equal(countRuns(), 1);
  });

  await suite.test('refuses the same key with another body or query, and keeps callers and keys apart', async (t) => {
    const { post, countRuns } = await startCounting(t, postgres);
    await post('k1', { name: 'a' });
    const other = await post('k1', { name: 'b' });
    assert.equal(other.statusCode, 409);
    assert.equal(other.json().error, 'Idempotency-Key already used');
    assert.equal((await post('k1', { name: 'a' }, { url: '/api/things?other=query' })).statusCode, 409);
    assert.equal((await post('k1', { name: 'b' }, { apiKey: 'slk_b' })).json().run, 2);
    assert.equal((await post('k2', { name: 'b' })).json().run, 3);
    assert.equal(countRuns(), 3);
  });

  await suite.test('knows a path in every spelling, and keeps its parameters apart', async (t) => {
    const { post, countRuns } = await startCounting(t, postgres);
    for (const url of ['/api/things', '/api/things/', '/api/%74hings', '/%61pi/things/'])
      assert.equal((await post('k1', {}, { url })).json().run, 1, url);
    for (const url of ['/api/things/a%2Fb', '/api/things/a%2fb/', '/api/things/%61%2Fb'])
      assert.equal((await post('k1', {}, { url })).json().run, 2, url);
    assert.equal((await post('k1', {}, { url: '/api/things/a%252Fb' })).json().run, 3);
    assert.equal(countRuns(), 3);
  });

  await suite.test('keeps tokens of one subject in two organizations apart, and from a key of that name', async (t) => {
    const { post } = await startCounting(t, postgres);
    const tokens = makeTokens({ secret: JWT_SECRET, clock: makeClock() });
    const issue = async (sub: string, org?: string): Promise<string> => (await tokens.issue({ sub, org, expiresInSeconds: 60 })).token;
    const runs: number[] = [];
    for (const token of [await issue('user_1', 'org_a'), await issue('user_1', 'org_b'), await issue('user_1'), await issue('key_a')])
      runs.push((await post('k1', {}, { url: '/taxonomy', token })).json().run);
    assert.deepEqual(runs, [1, 2, 3, 4]);
    assert.equal((await post('k1', {}, { url: '/taxonomy', token: await issue('user_1', 'org_b') })).json().run, 2);
  });

  await suite.test('runs concurrent duplicates once', async (t) => {
    const { post, countRuns } = await startCounting(t, postgres, {
      work: async () => {
        await new Promise((resolve) => setTimeout(resolve, 150));
        return {};
      },
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('k1')));
    assert.deepEqual(new Set(answers.map((answer) => answer.body)), new Set(['{"run":1}']));
    assert.equal(countRuns(), 1);
  });

  await suite.test('refuses a duplicate while the first still runs', async (t) => {
    let realNow = Date.now();
    const started = Promise.withResolvers<undefined>();
    const released = Promise.withResolvers<object>();
    const work = (): Promise<object> => {
      started.resolve(undefined);
      return released.promise;
    };
    const { post } = await startCounting(t, postgres, { work, realNow: () => (realNow += 2000) });
    const first = post('k1');
    await started.promise;
    const second = await post('k1');
    assert.equal(second.statusCode, 409);
    assert.equal(second.json().error, 'Request in progress');
    assert.equal(second.headers['retry-after'], '1');
    released.resolve({});
    assert.equal((await first).statusCode, 201);
  });

  await suite.test('frees the key when the first request failed for no fault of its own', async (t) => {
    const failures: Error[] = [new Error('broken'), new BudgetExceededError('daily_usd', 'nothing left')];
    const { post } = await startCounting(t, postgres, {
      work: async () => {
        const failure = failures.shift();
        if (failure) throw failure;
        return {};
      },
    });
    assert.deepEqual([(await post('k1')).statusCode, (await post('k1')).statusCode, (await post('k1')).statusCode], [500, 402, 201]);
  });

  await suite.test('keeps a refusal that would come again', async (t) => {
    const { post, countRuns } = await startCounting(t, postgres, {
      work: async () => {
        throw new AppError('conflict', 'Domain already onboarded');
      },
    });
    const first = await post('k1');
    const second = await post('k1');
    assert.deepEqual([first.statusCode, second.statusCode, countRuns()], [409, 409, 1]);
    assert.equal(second.body, first.body);
  });

  await suite.test('takes over what a crash left behind, and forgets after a day', async (t) => {
    let now = 1_800_000_000_000;
    const { post, countRuns } = await startCounting(t, postgres, { realNow: () => now });
    await post('k1');
    await postgres.query('update idempotency_keys set status = null, response = null');
    now += 301_000;
    assert.equal((await post('k1')).statusCode, 201);
    now += 23 * 3_600_000;
    assert.equal((await post('k1')).headers['idempotency-replayed'], 'true');
    now += 3_600_000;
    assert.equal((await post('k1')).json().run, 3);
    assert.equal(countRuns(), 3);
  });

  await suite.test('keeps no secret readable', async (t) => {
    const { post } = await startCounting(t, postgres, { work: async () => ({ key: 'slk_new_secret' }) });
    const first = await post('k1', {}, { url: '/api/secrets' });
    const { rows } = await postgres.query<{ response: object }>('select response from idempotency_keys');
    assert.doesNotMatch(JSON.stringify(rows), /slk_new_secret/u);
    assert.equal((await post('k1', {}, { url: '/api/secrets' })).body, first.body);
  });

  await suite.test('refuses a malformed key', async (t) => {
    const { post, countRuns } = await startCounting(t, postgres);
    for (const key of ['', 'with space', 'x'.repeat(256)]) assert.equal((await post(key)).statusCode, 400, key);
    assert.equal(countRuns(), 0);
  });
});
