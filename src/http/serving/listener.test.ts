import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { z } from 'zod';
import { ALL_SCOPES_KEY, startEndpoints } from '../../../test/support/http.ts';
import type { AuditEntry } from '../audit.ts';
import { makeDefineEndpoint, type RequestScope } from '../endpoint.ts';
import { redactUrl, toRequestId } from './request-log.ts';
import type { ServerContext } from '../server.ts';

const defineEndpoint = makeDefineEndpoint<ServerContext>();
const common = { spec: '4', area: 'test', summary: 'a test', access: 'key', responses: { 200: z.looseObject({}) } } as const;
const headers = { 'x-api-key': ALL_SCOPES_KEY.key };
const read = defineEndpoint({ ...common, method: 'GET', path: '/api/things', handle: async () => ({ status: 200, body: {} }) });
const metrics = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/metrics',
  access: 'open',
  contentType: 'text/plain',
  handle: async (ctx) => ({ status: 200, body: (await ctx.metrics.read()) as never }),
});

test('writes one line a request, without any secret', async (t) => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const server = await startEndpoints(t, [read], { logger });
  await server.inject({ url: '/api/things?limit=5&api_key=slk_all&api%5Fkey=slk_all&x=1', headers: { 'x-request-id': 'abc-1' } });
  await server.inject({ url: '/api/things', headers: { authorization: 'Bearer slk_wrong' } });
  const requests = lines.filter((line) => line['msg'] === 'request');
  assert.equal(requests.length, 2);
  assert.equal(requests[0]?.['url'], '/api/things?limit=5&api_key=[redacted]&api_key=[redacted]&x=1');
  assert.equal(requests[0]?.['request_id'], 'abc-1');
  assert.equal(requests[0]?.['caller'], 'key_all');
  assert.equal(requests[0]?.['address'], '127.0.0.1');
  assert.equal(requests[1]?.['status'], 401);
  assert.equal(requests[1]?.['error'], 'Unauthorized');
  assert.doesNotMatch(JSON.stringify(lines), /slk_/u);
});

test('says in the log and to the audit where a request behind a trusted proxy came from', async (t) => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const audited: AuditEntry[] = [];
  const change = defineEndpoint({
    ...common,
    method: 'POST',
    path: '/api/things',
    access: 'admin',
    handle: async () => ({ status: 200, body: {} }),
  });
  const audit = async (entry: AuditEntry): Promise<void> => void audited.push(entry);
  const server = await startEndpoints(t, [change], { logger, audit, config: { trustedProxies: ['10.0.0.0/8'] } });
  for (const remoteAddress of ['10.0.0.1', '203.0.113.1'])
    await server.inject({ method: 'POST', url: '/api/things', remoteAddress, headers: { ...headers, 'x-forwarded-for': '198.51.100.7' } });
  const addresses = ['198.51.100.7', '203.0.113.1'];
  assert.deepEqual(
    [audited, lines].map((list) => list.map(({ address }) => address)),
    [addresses, addresses],
  );
});

test('takes over a harmless request id and replaces any other', async (t) => {
  const server = await startEndpoints(t, [read]);
  const ask = async (id: string) =>
    (await server.inject({ url: '/api/things', headers: { ...headers, 'x-request-id': id } })).headers['x-request-id'];
  assert.equal(await ask('my-id.1:2'), 'my-id.1:2');
  for (const id of ['a b', '<script>', 'x'.repeat(101), '']) assert.match(String(await ask(id)), /^req_/u);
  assert.match(toRequestId(undefined), /^req_/u);
});

test('removes secrets from addresses', () => {
  assert.equal(redactUrl('/a?token=x&b=1&API_KEY=y'), '/a?token=[redacted]&b=1&API_KEY=[redacted]');
  assert.equal(redactUrl('/a?%zz=1&key=k'), '/a?%zz=1&key=[redacted]');
  assert.equal(redactUrl('/plain'), '/plain');
});

test('protects every answer with headers, and keeps answers out of caches', async (t) => {
  const server = await startEndpoints(t, [read]);
  for (const url of ['/api/things', '/nowhere']) {
    const answer = await server.inject({ url, headers });
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(answer.headers['content-security-policy'], "default-src 'none';frame-ancestors 'none'");
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
  }
});

test('configured origins may read answers, and no others', async (t) => {
  const server = await startEndpoints(t, [read], { config: { corsOrigins: ['https://app.example.com'] } });
  const origin = 'https://app.example.com';
  const preflight = await server.inject({
    method: 'OPTIONS',
    url: '/api/things',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  });
  assert.equal(preflight.statusCode, 204);
  assert.equal(preflight.headers['access-control-allow-origin'], origin);
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
    assert.match(String(preflight.headers['access-control-allow-methods']), new RegExp(method, 'u'));
  for (const name of ['Content-Type', 'Authorization'])
    assert.match(String(preflight.headers['access-control-allow-headers']), new RegExp(name, 'u'));
  assert.equal(
    (await server.inject({ url: '/api/things', headers: { ...headers, origin } })).headers['access-control-allow-origin'],
    origin,
  );
  assert.equal((await server.inject({ url: '/api/things', headers: { origin } })).headers['access-control-allow-origin'], origin);
  assert.equal(
    (await server.inject({ url: '/api/things', headers: { ...headers, origin: 'https://evil.example.com' } })).headers[
      'access-control-allow-origin'
    ],
    undefined,
  );
});

test('counts requests by route, method and status', async (t) => {
  const server = await startEndpoints(t, [read, metrics]);
  await server.inject({ url: '/api/things?x=1', headers });
  await server.inject({ url: '/api/things' });
  const text = (await server.inject('/metrics')).body;
  assert.match(text, /http_server_requests_total\{[^}]*route="\/api\/things"[^}]*\} 1/u);
  assert.match(text, /status="401"/u);
  assert.match(text, /process_resident_memory_bytes/u);
  assert.match(text, /sightline_event_loop_delay_seconds\{quantile="0\.99"\}/u);
});

/** An endpoint that answers when the test says so. */
function makeSlow() {
  let finish = (): void => undefined;
  let onStarted: (context: RequestScope) => void = () => undefined;
  const started = new Promise<RequestScope>((resolve) => {
    onStarted = resolve;
  });
  const endpoint = defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/slow',
    handle: (ctx) =>
      new Promise((resolve) => {
        finish = () => resolve({ status: 200, body: { done: true } });
        onStarted(ctx);
      }),
  });
  return { endpoint, started, finish: () => finish() };
}

test('ends what runs before it stops', async (t) => {
  const slow = makeSlow();
  const server = await startEndpoints(t, [slow.endpoint]);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const answer = fetch(`${url}/api/slow`, { headers });
  await slow.started;
  const closed = server.close();
  slow.finish();
  assert.deepEqual(await (await answer).json(), { done: true });
  await closed;
  await assert.rejects(fetch(`${url}/api/slow`, { headers }));
});

test('signals a handler that the client has hung up', async (t) => {
  const slow = makeSlow();
  const server = await startEndpoints(t, [slow.endpoint]);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const hangUp = new AbortController();
  const answer = fetch(`${url}/api/slow`, { headers, signal: hangUp.signal });
  const { signal } = await slow.started;
  assert.equal(signal.aborted, false);
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
  hangUp.abort();
  await assert.rejects(answer);
  await aborted;
  slow.finish();
});
