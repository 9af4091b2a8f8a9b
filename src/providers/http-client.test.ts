import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { OutsideError, type OutsideFailure } from '#kernel/errors.ts';
import { makeHttpClient, type HttpClient } from './http-client.ts';

async function startStub(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function makeClient(t: TestContext, allowedPrivateOrigins: string[], lines: string[] = []): HttpClient {
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const client = makeHttpClient({ logger, allowedPrivateOrigins });
  t.after(() => client.close());
  return client;
}

function failsWith(kind: OutsideFailure, more: (error: OutsideError) => boolean = () => true): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof OutsideError, String(error));
    assert.equal(error.kind, kind, error.message);
    return more(error);
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function reply(response: ServerResponse, status: number, headers: Record<string, string> = {}, body: string | Buffer = ''): void {
  response.writeHead(status, headers).end(body);
}

test('sends what it is given and hands back status, headers and body', async (t) => {
  const url = await startStub(t, async (request, response) => {
    const body = await readAll(request);
    reply(
      response,
      201,
      { 'x-note': 'seen' },
      JSON.stringify({ method: request.method, path: request.url, body, gzip: request.headers['accept-encoding'] }),
    );
  });
  const client = makeClient(t, [url]);
  const response = await client.request({ service: 'stub', url: `${url}/a?b=1`, method: 'POST', body: 'hello' });
  assert.equal(response.status, 201);
  assert.equal(response.headers['x-note'], 'seen');
  assert.deepEqual(JSON.parse(response.body.toString()), { method: 'POST', path: '/a?b=1', body: 'hello', gzip: 'gzip' });
});

test('unpacks gzip, and refuses a damaged one', async (t) => {
  const packed = gzipSync('x'.repeat(10_000));
  const url = await startStub(t, (request, response) => {
    reply(response, 200, { 'content-encoding': 'gzip' }, request.url === '/whole' ? packed : packed.subarray(0, 20));
  });
  const client = makeClient(t, [url]);
  assert.equal((await client.request({ service: 'stub', url: `${url}/whole` })).body.length, 10_000);
  await assert.rejects(
    client.request({ service: 'stub', url: `${url}/cut` }),
    failsWith('parse', (error) => error.retryable),
  );
});

test('reads no more than the size limit, packed or unpacked', async (t) => {
  const url = await startStub(t, (request, response) => {
    if (request.url === '/bomb') return reply(response, 200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(5_000_000)));
    response.writeHead(200);
    const pour = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      if (!response.destroyed) response.once('drain', pour);
    };
    return pour();
  });
  const client = makeClient(t, [url]);
  for (const path of ['/bomb', '/endless']) {
    await assert.rejects(
      client.request({ service: 'stub', url: `${url}${path}`, responseBytesMax: 100_000 }),
      failsWith('http', (error) => !error.retryable && /100000 bytes/u.test(error.message)),
    );
  }
});

test('gives up at the deadline, whether no byte comes or they come too slowly', async (t) => {
  const url = await startStub(t, (request, response) => {
    if (request.url === '/silent') return;
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  });
  const client = makeClient(t, [url]);
  for (const path of ['/silent', '/drip']) {
    await assert.rejects(
      client.request({ service: 'stub', url: `${url}${path}`, timeoutMs: 150 }),
      failsWith('timeout', (error) => error.retryable),
    );
  }
});

test("ends at once with the caller's reason when the caller gives up", async (t) => {
  const url = await startStub(t, () => undefined);
  const client = makeClient(t, [url]);
  const controller = new AbortController();
  const reason = new Error('not needed any more');
  const call = client.request({ service: 'stub', url, signal: controller.signal });
  await sleep(20);
  controller.abort(reason);
  await assert.rejects(call, (error) => error === reason);
  await assert.rejects(client.request({ service: 'stub', url, signal: controller.signal }), (error) => error === reason);
});

test('names a failed status, and how long the service asks us to wait', async (t) => {
  const date = 'Wed, 01 Jan 2025 00:00:00 GMT';
  const url = await startStub(t, (request, response) => {
    const status = Number(request.url?.slice(1, 4));
    const headers: Record<string, string> = request.url?.endsWith('date')
      ? { date, 'retry-after': 'Wed, 01 Jan 2025 00:01:30 GMT' }
      : { 'retry-after': '7' };
    reply(response, status, headers);
  });
  const client = makeClient(t, [url]);
  const call = (path: string) => client.request({ service: 'stub', url: `${url}${path}` });
  await assert.rejects(
    call('/429'),
    failsWith('rate_limited', (error) => error.retryAfterMs === 7_000 && error.retryable),
  );
  await assert.rejects(
    call('/503-date'),
    failsWith('http', (error) => error.retryAfterMs === 90_000 && error.retryable && error.code === 503),
  );
  await assert.rejects(
    call('/404'),
    failsWith('http', (error) => !error.retryable),
  );
  assert.equal((await client.request({ service: 'stub', url: `${url}/500`, readsFailures: true })).status, 500);
});

test('distinguishes a refused connection and a cut one from an answer', async (t) => {
  const url = await startStub(t, (request) => request.socket.destroy());
  const client = makeClient(t, [url, 'http://127.0.0.1:1']);
  await assert.rejects(
    client.request({ service: 'stub', url }),
    failsWith('network', (error) => error.retryable),
  );
  await assert.rejects(client.request({ service: 'stub', url: 'http://127.0.0.1:1/' }), failsWith('network'));
});

test('refuses every spelling of a loopback address, with no connection made', async (t) => {
  let hits = 0;
  const url = await startStub(t, (_request, response) => {
    hits += 1;
    reply(response, 200);
  });
  const { port } = new URL(url);
  const client = makeClient(t, []);
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0177.0.0.1',
    '[64:ff9b::7f00:1]',
    'localhost.',
  ];
  for (const host of hosts) {
    for (const isPage of [false, true]) {
      const call = client.request({ service: 'stub', url: `http://${host}:${port}/`, isPage });
      await assert.rejects(
        call,
        failsWith('blocked_address', (error) => !error.retryable),
        host,
      );
    }
  }
  assert.equal(hits, 0);
});

test('allows exactly the private origins that were named, and none of them for given addresses', async (t) => {
  const url = await startStub(t, (_request, response) => reply(response, 200));
  const other = await startStub(t, (_request, response) => reply(response, 200));
  const client = makeClient(t, [url]);
  assert.equal((await client.request({ service: 'stub', url })).status, 200);
  await assert.rejects(client.request({ service: 'stub', url: other }), failsWith('blocked_address'));
  await assert.rejects(client.request({ service: 'stub', url: url.replace('127.0.0.1', 'localhost') }), failsWith('blocked_address'));
  await assert.rejects(client.request({ service: 'stub', url, isPage: true }), failsWith('blocked_address'));
});

test('follows no redirect unless asked, and never to a private address', async (t) => {
  let innerHits = 0;
  const inner = await startStub(t, (_request, response) => {
    innerHits += 1;
    reply(response, 200);
  });
  const { port } = new URL(inner);
  const url = await startStub(t, (request, response) => {
    const to = decodeURIComponent(request.url?.split('to=')[1] ?? '');
    reply(response, 302, { location: to });
  });
  const client = makeClient(t, [url]);
  assert.equal((await client.request({ service: 'stub', url: `${url}/?to=${encodeURIComponent(inner)}` })).status, 302);
  for (const target of [
    inner,
    `http://localhost:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `${url}/?to=${encodeURIComponent(inner)}`,
  ]) {
    const call = client.request({ service: 'stub', url: `${url}/?to=${encodeURIComponent(target)}`, redirectsMax: 5 });
    await assert.rejects(call, failsWith('blocked_address'), target);
  }
  assert.equal(innerHits, 0);
});

test('takes credentials along a redirect only within one origin, and stops going in circles', async (t) => {
  const seen: (string | undefined)[] = [];
  const last = await startStub(t, (request, response) => {
    seen.push(request.headers.authorization);
    reply(response, 200, {}, 'arrived');
  });
  const first = await startStub(t, (request, response) => {
    seen.push(request.headers.authorization);
    if (request.url === '/circle') return reply(response, 301, { location: '/circle' });
    return reply(response, 307, { location: request.url === '/start' ? '/next' : last });
  });
  const client = makeClient(t, [first, last]);
  const headers = { Authorization: 'Basic secret' };
  const response = await client.request({ service: 'stub', url: `${first}/start`, headers, redirectsMax: 5 });
  assert.equal(response.body.toString(), 'arrived');
  assert.equal(new URL(response.url).origin, last);
  assert.deepEqual(seen, ['Basic secret', 'Basic secret', undefined]);
  await assert.rejects(
    client.request({ service: 'stub', url: `${first}/circle`, redirectsMax: 3 }),
    failsWith('http', (error) => !error.retryable),
  );
});

test('keeps credentials and query strings out of log lines and errors', async (t) => {
  const lines: string[] = [];
  const url = await startStub(t, (_request, response) => reply(response, 500));
  const client = makeClient(t, [url], lines);
  const call = client.request({
    service: 'stub',
    url: `${url}/path?api_key=hidden-key`,
    headers: { authorization: 'Basic hidden-password' },
  });
  await assert.rejects(call, (error) => !/hidden/u.test(`${String(error)} ${JSON.stringify(error)}`));
  assert.ok(lines.some((line) => line.includes('/path')));
  assert.ok(lines.every((line) => !line.includes('hidden')));
});

test('shows the headers of every answer to who asked for them', async (t) => {
  const url = await startStub(t, (_request, response) => reply(response, 404, { 'x-sandbox-offset-ms': '5' }));
  const seen: unknown[] = [];
  const client = makeHttpClient({
    logger: pino({ level: 'silent' }),
    allowedPrivateOrigins: [url],
    onResponse: (service, headers) => seen.push([service, headers['x-sandbox-offset-ms']]),
  });
  t.after(() => client.close());
  await assert.rejects(client.request({ service: 'stub', url }), failsWith('http'));
  assert.deepEqual(seen, [['stub', '5']]);
});

test('uses connections again', async (t) => {
  const ports = new Set<number | undefined>();
  const url = await startStub(t, (request, response) => {
    ports.add(request.socket.remotePort);
    reply(response, 200, {}, 'ok');
  });
  const client = makeClient(t, [url]);
  for (let call = 0; call < 20; call += 1) await client.request({ service: 'stub', url });
  assert.ok(ports.size <= 2, `${ports.size} connections`);
});
