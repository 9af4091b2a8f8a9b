import assert from 'node:assert/strict';
import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { z } from 'zod';
import { ALL_SCOPES_KEY, startEndpoints, type TestServerOptions } from '../../../test/support/http.ts';
import { ARRIVAL_LIMITS } from './arrival.ts';
import { boundConnections, makeIsShared } from '../limits/connections.ts';
import { makeDefineEndpoint } from '../endpoint.ts';
import type { ServerContext } from '../server.ts';

const things = makeDefineEndpoint<ServerContext>()({
  method: 'POST',
  path: '/api/things',
  spec: '8',
  area: 'test',
  summary: 'a test',
  access: 'key',
  body: z.object({}),
  responses: { 200: z.object({}) },
  handle: async () => ({ status: 200, body: {} }),
});

async function listen(t: TestContext, arrival: TestServerOptions['arrival'] = {}): Promise<() => Promise<Socket>> {
  const server = await startEndpoints(t, [things], { arrival });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return () => open(Number(new URL(url).port));
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

test('cuts a request that drips, in its headers or in its body', async (t) => {
  const connectTo = await listen(t, { requestMs: 400, headersMs: 200, checkMs: 50 });
  const head = `POST /api/things HTTP/1.1\r\nHost: a\r\nX-API-Key: ${ALL_SCOPES_KEY.key}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n`;
  for (const start of [head, `${head}\r\n{`]) {
    const socket = await connectTo();
    socket.write(start);
    const drip = setInterval(() => socket.write('x'), 20);
    socket.once('close', () => clearInterval(drip));
    assert.match(await readAll(socket), /^HTTP\/1\.1 408 [\s\S]*"error":"Request timeout"/u);
  }
  // As it is started, a body gets the documented time and hardly more.
  assert.ok(ARRIVAL_LIMITS.requestMs + ARRIVAL_LIMITS.checkMs <= 31_000);
});

test('closes a connection that sends nothing, without an answer that a first request could take for its own', async (t) => {
  const connectTo = await listen(t, { requestMs: 400, headersMs: 200, checkMs: 50 });
  assert.equal(await readAll(await connectTo()), '');
});

test('answers every method of HTTP, also one that asks for a tunnel', async (t) => {
  const connectTo = await listen(t);
  for (const method of METHODS) {
    const socket = await connectTo();
    const target = method === 'CONNECT' ? 'internal.example:443' : '/api/things';
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const answer = await readAll(socket);
    const status = { POST: 401, OPTIONS: 204 }[method] ?? 405;
    assert.ok(answer.startsWith(`HTTP/1.1 ${status} `), `${method}: ${answer.slice(0, 200)}`);
    if (status === 405) assert.match(answer, /^allow: .*POST/imu, method);
    if (method === 'CONNECT') assert.match(answer, /x-request-id: req_[\s\S]*"error":"Method not allowed"/u);
  }
});

test('keeps room for others when one address opens connections without end', async (t) => {
  const accepted: Socket[] = [];
  const server = createServer((socket) => void accepted.push(socket.on('error', () => undefined).resume()));
  t.after(() => server.close());
  boundConnections(server, { max: 2, isExempt: () => false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [first, second, third] = [await open(port), await open(port), await open(port)];
  await once(third, 'close');
  assert.deepEqual([first.destroyed, second.destroyed], [false, false]);
  first.end();
  await Promise.all([once(first, 'close'), once(accepted[0]!, 'close')]);
  const fourth = await open(port);
  fourth.end('x');
  await once(fourth, 'close');
  assert.deepEqual(
    accepted.map(({ bytesRead }) => bytesRead),
    [0, 0, 0, 1],
  );
  second.end();
});

test('sets no bound where many share an address', () => {
  const isShared = makeIsShared(['10.0.0.0/8', '2001:db8::/32', '203.0.113.1']);
  for (const shared of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7', '203.0.113.1'])
    assert.equal(isShared(shared), true, shared);
  for (const own of ['203.0.113.2', '11.0.0.1', '2001:db9::1', '::ffff:203.0.113.2', '']) assert.equal(isShared(own), false, own);
});

const MEBIBYTE = 1_048_576;

test('a client that is still writing gets the answer to a body that is not read', async (t) => {
  const server = await startEndpoints(t, [things]);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const key = { 'x-api-key': ALL_SCOPES_KEY.key };
  const json = { 'content-type': 'application/json' };
  const body = Buffer.alloc(8 * MEBIBYTE - 65_536, ' ');
  const chunked = (): ReadableStream => new Blob([body]).stream();
  const asked: readonly (readonly [number, string, () => RequestInit & { duplex?: 'half' }])[] = [
    [413, '/api/things', () => ({ method: 'POST', headers: { ...key, ...json }, body })],
    [413, '/api/things', () => ({ method: 'POST', headers: { ...key, ...json }, body: chunked(), duplex: 'half' })],
    [401, '/api/things', () => ({ method: 'POST', headers: json, body })],
    [415, '/api/things', () => ({ method: 'POST', headers: { ...key, 'content-type': 'text/plain' }, body })],
    [404, '/api/none', () => ({ method: 'POST', headers: json, body })],
    [405, '/api/things', () => ({ method: 'PUT', headers: json, body })],
  ];
  for (const [status, path, init] of asked) {
    for (let at = 0; at < 16; at += 1) {
      const answer = await fetch(url + path, init());
      assert.equal(answer.status, status, path);
      assert.equal(((await answer.json()) as { status: number }).status, status);
    }
  }
});

test('a body that does not end after its answer is cut off', async (t) => {
  const connectTo = await listen(t);
  const head = `POST /api/things HTTP/1.1\r\nHost: a\r\nX-API-Key: ${ALL_SCOPES_KEY.key}\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n`;
  const silent = await connectTo();
  silent.write(head);
  assert.match(await readAll(silent).catch(() => 'cut'), /^HTTP\/1\.1 413 |cut/u);
  const endless = await connectTo();
  let sent = 0;
  const write = (): void => {
    while (!endless.destroyed && endless.writableLength < MEBIBYTE) endless.write('x'.repeat(65_536), () => (sent += 65_536));
    if (!endless.destroyed) setImmediate(write);
  };
  endless.write(head);
  endless.resume();
  write();
  await new Promise((resolve) => endless.once('close', resolve));
  assert.ok(sent < 1_000_000_000, `${sent} bytes were taken`);
});
