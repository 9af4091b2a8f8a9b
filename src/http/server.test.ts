import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { BudgetExceededError, notFound, OutsideError } from '#kernel/errors.ts';
import { credentialsMissing } from '#providers/dataforseo/errors.ts';
import { ALL_SCOPES_KEY, startEndpoints } from '../../test/support/http.ts';
import { makeDefineEndpoint, type BodyForms } from './endpoint.ts';
import { booleanParam, dayParam, idField, integerField, limitField, nameField, offsetField } from './fields.ts';
import type { ServerContext } from './server.ts';

const defineEndpoint = makeDefineEndpoint<ServerContext>();
const common = { spec: '4', area: 'test', summary: 'a test', access: 'key' } as const;
const Anything = z.looseObject({});
const headers = { authorization: `Bearer ${ALL_SCOPES_KEY.key}` };

const list = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/things',
  query: z.object({ limit: limitField(50, 200), offset: offsetField(), day: dayParam().optional(), all: booleanParam().default(false) }),
  responses: { 200: Anything },
  handle: async (_ctx, { query }) => ({ status: 200, body: query }),
});
const read = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/things/{thing_id}',
  params: z.object({ thing_id: idField() }),
  responses: { 200: z.object({ id: z.string(), rank: z.int().nullable() }) },
  handle: async (_ctx, { params }) => {
    if (params.thing_id === 'absent') throw notFound('Thing');
    const rank = params.thing_id === 'broken' ? ('first' as unknown as number) : 1;
    return { status: 200, body: { id: params.thing_id, rank, internal: 'secret' } };
  },
});
const Create = {
  forms: {
    named: z.object({ name: nameField(), count: integerField({ min: 1, max: 10 }).optional() }),
    located: z.object({ domain: z.string().min(1) }),
  },
  choose: (raw: unknown) => ('name' in (raw as object) ? 'named' : 'located'),
} satisfies BodyForms;
const create = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/things',
  body: Create,
  responses: { 201: Anything },
  handle: async (_ctx, { body }) => ({ status: 201, body }),
});
const fail = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/fail',
  body: z.object({ with: z.string() }),
  responses: { 200: Anything },
  handle: (_ctx, { body }) => {
    throw FAILURES[body.with]?.() ?? new Error('select secret from "api_keys" failed');
  },
});
const FAILURES: Readonly<Record<string, () => Error>> = {
  credentials: () => credentialsMissing(['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD']),
  busy: () => new OutsideError({ service: 'dataforseo', kind: 'rate_limited', message: 'too many', retryAfterMs: 2500 }),
  away: () => new OutsideError({ service: 'dataforseo', kind: 'timeout', message: 'no answer within 130 s' }),
  budget: () => new BudgetExceededError('run_cost_usd', 'the run may cost 1 USD'),
};
const endpoints = [list, read, create, fail];

test('parses query text into typed values with defaults', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const answer = await server.inject({ url: '/api/things?limit=200&day=2024-02-29&all=1&unknown=x', headers });
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(answer.json(), { limit: 200, offset: 0, day: '2024-02-29', all: true });
});

for (const [query, path] of [
  ['limit=', 'limit'],
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['limit=1e2', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=0x10', 'limit'],
  ['limit=%2010', 'limit'],
  ['limit=99999999999999999999', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['offset=-1', 'offset'],
  ['day=2023-02-29', 'day'],
  ['day=2023-2-1', 'day'],
  ['all=yes', 'all'],
]) {
  test(`refuses the query ${query}`, async (t) => {
    const server = await startEndpoints(t, endpoints);
    const answer = await server.inject({ url: `/api/things?${query}`, headers });
    assert.equal(answer.statusCode, 400);
    assert.deepEqual(
      answer.json().details.map((problem: { path: string }) => problem.path),
      [path],
    );
  });
}

test('names every wrong field of a request at once', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const answer = await server.inject({ url: '/api/things?limit=x&offset=y&all=z', headers });
  assert.equal(answer.statusCode, 400);
  const body = answer.json();
  assert.deepEqual(
    body.details.map((problem: { path: string }) => problem.path),
    ['limit', 'offset', 'all'],
  );
  assert.equal(body.error, 'limit must be a whole number from 1 to 200');
  assert.equal(body.success, false);
  assert.equal(body.status, 400);
  assert.equal(body.request_id, answer.headers['x-request-id']);
});

test('names the missing field of the form that was meant', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const missing = await server.inject({ method: 'POST', url: '/api/things', payload: {}, headers });
  assert.equal(missing.json().error, 'domain is required');
  const absent = await server.inject({ method: 'POST', url: '/api/things', headers });
  assert.equal(absent.json().error, 'domain is required');
  const empty = await server.inject({ method: 'POST', url: '/api/things', payload: { name: '  ', count: '5' }, headers });
  assert.deepEqual(empty.json().details, [
    { path: 'name', message: 'name is required' },
    { path: 'count', message: 'must be a whole number from 1 to 10' },
  ]);
});

for (const payload of ['null', '[]', '7', '"text"', 'true']) {
  test(`refuses the body ${payload} where an object is wanted`, async (t) => {
    const server = await startEndpoints(t, endpoints);
    for (const url of ['/api/things', '/api/fail']) {
      const answer = await server.inject({ method: 'POST', url, payload, headers: { ...headers, 'content-type': 'application/json' } });
      assert.equal(answer.statusCode, 400, `${url}: ${answer.body}`);
    }
  });
}

test('refuses NUL characters, endless texts and endless nesting anywhere', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const post = (payload: object) => server.inject({ method: 'POST', url: '/api/things', payload, headers });
  const nul = await post({ name: 'a', extra: { deep: ['b\0'] } });
  assert.deepEqual(nul.json().details, [{ path: 'extra.deep[0]', message: 'must not contain NUL characters' }]);
  const half = await post({ name: 'a', extra: ['\uD83D'] });
  assert.deepEqual(half.json().details, [{ path: 'extra[0]', message: 'must not contain halves of characters (lone surrogates)' }]);
  const named = await post({ ['x'.repeat(90_000)]: ['\0'] });
  assert.equal(named.json().details[0].path, `${'x'.repeat(200)}...`);
  const long = await post({ name: 'a', extra: 'x'.repeat(100_001) });
  assert.deepEqual(long.json().details, [{ path: 'extra', message: 'must have at most 100000 characters' }]);
  const deep = `{"name":"a","extra":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const nested = await server.inject({
    method: 'POST',
    url: '/api/things',
    payload: deep,
    headers: { ...headers, 'content-type': 'application/json' },
  });
  assert.equal(nested.statusCode, 400);
  assert.deepEqual(nested.json().details, [{ path: 'body', message: 'must not be nested deeper than 64 levels' }]);
  const many = await post({ name: 'a', extra: Array.from({ length: 3000 }, () => '\0') });
  assert.equal(many.json().details.length, 2000);
  for (const url of ['/api/things?unknown=%00', '/api/things/a%00b']) assert.equal((await server.inject({ url, headers })).statusCode, 400);
});

test('answers an address that the router cannot read like any other request', async (t) => {
  const server = await startEndpoints(t, endpoints);
  for (const url of ['/api/things/%zz', `/api/things/${'x'.repeat(9000)}`]) {
    const answer = await server.inject({ url, headers: { ...headers, 'x-request-id': 'mine' } });
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().request_id, 'mine');
    assert.equal(answer.headers['x-request-id'], 'mine');
    assert.match(String(answer.headers['x-ratelimit-limit']), /^\d+$/u);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  }
});

test('refuses what is not JSON, malformed, poisoned or too large with the one error body', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const post = (payload: string, type: string) =>
    server.inject({ method: 'POST', url: '/api/things', payload, headers: { ...headers, 'content-type': type } });
  const expected = [
    [await post('{"name":', 'application/json'), 400],
    [await post('{"__proto__":{"admin":true},"name":"a"}', 'application/json'), 400],
    [await post('{"name":"a"}', 'text/plain'), 415],
    [await post('name=a', 'application/x-www-form-urlencoded'), 415],
    [await post('{"name":"a"}', ''), 415],
    [await post(`{"name":"${'a'.repeat(1_100_000)}"}`, 'application/json'), 413],
  ] as const;
  for (const [answer, status] of expected) {
    assert.equal(answer.statusCode, status, answer.body);
    assert.deepEqual(
      Object.keys(answer.json()).filter((key) => !['details', 'hint'].includes(key)),
      ['success', 'error', 'message', 'status', 'request_id'],
    );
    assert.ok(answer.headers['x-ratelimit-limit']);
  }
  const charset = await post('{"name":"a"}', 'application/json; charset=utf-8');
  assert.equal(charset.statusCode, 201);
});

test('answers unknown paths, wrong methods, OPTIONS and HEAD', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const unknown = await server.inject({ method: 'POST', url: '/nowhere', payload: '{', headers: { 'content-type': 'application/json' } });
  assert.equal(unknown.statusCode, 404);
  const wrong = await server.inject({ method: 'DELETE', url: '/api/things', headers });
  assert.equal(wrong.statusCode, 405);
  assert.equal(wrong.headers['allow'], 'GET, POST, HEAD, OPTIONS');
  const patch = await server.inject({ method: 'PATCH', url: '/api/things/abc', payload: 'x', headers: { 'content-type': 'text/plain' } });
  assert.equal(patch.statusCode, 405);
  assert.equal(patch.headers['allow'], 'GET, HEAD, OPTIONS');
  const options = await server.inject({ method: 'OPTIONS', url: '/api/things' });
  assert.equal(options.statusCode, 204);
  assert.equal(options.headers['allow'], 'GET, POST, HEAD, OPTIONS');
  const head = await server.inject({ method: 'HEAD', url: '/api/things', headers });
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  const badUrl = await server.inject({ url: '/api/things/%zz', headers });
  assert.equal(badUrl.statusCode, 400);
  assert.equal(badUrl.json().success, false);
});

test('cuts what the answer schema does not know, and turns a contradiction into a silent 500', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const good = await server.inject({ url: '/api/things/x', headers });
  assert.deepEqual(good.json(), { id: 'x', rank: 1 });
  const broken = await server.inject({ url: '/api/things/broken', headers });
  assert.equal(broken.statusCode, 500);
  assert.deepEqual(broken.json(), {
    success: false,
    error: 'Internal error',
    message: 'Something went wrong inside the service. The request id finds it in the log.',
    status: 500,
    request_id: broken.headers['x-request-id'],
  });
});

test('maps every kind of failure to its status and text, and leaks nothing of the unknown', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const failWith = (kind: string) => server.inject({ method: 'POST', url: '/api/fail', payload: { with: kind }, headers });
  const credentials = await failWith('credentials');
  assert.equal(credentials.statusCode, 503);
  assert.equal(credentials.json().error, 'DataForSEO credentials not configured');
  assert.match(credentials.json().hint, /DATAFORSEO_LOGIN.*DATAFORSEO_PASSWORD/u);
  const busy = await failWith('busy');
  assert.equal(busy.statusCode, 429);
  assert.equal(busy.json().error, 'Rate limit exceeded');
  assert.equal(busy.headers['retry-after'], '3');
  assert.equal((await failWith('away')).statusCode, 502);
  const budget = await failWith('budget');
  assert.equal(budget.statusCode, 402);
  assert.equal(budget.json().error, 'Run budget exceeded');
  const unknown = await failWith('unknown');
  assert.equal(unknown.statusCode, 500);
  assert.doesNotMatch(unknown.body, /select|api_keys|stack|at /u);
  const absent = await server.inject({ url: '/api/things/absent', headers });
  assert.equal(absent.statusCode, 404);
  assert.equal(absent.json().error, 'Thing not found');
});

test('answers broken HTTP and oversized headers with the one error body', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const port = Number(new URL(url).port);
  assert.match(await sendRaw(port, 'NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 [\s\S]*"success":false/u);
  assert.match(
    await sendRaw(port, `GET /api/things?x=${'y'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`),
    /^HTTP\/1\.1 431 [\s\S]*"success":false/u,
  );
});

async function sendRaw(port: number, text: string): Promise<string> {
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}
