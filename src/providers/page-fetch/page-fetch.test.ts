import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { connect } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { failureOf, openDoor, startStub, toRefusal } from '../../../test/support/page-door.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** A site without rules. */
function site(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else answer(request, response);
  };
}

/** Addresses that are not public, in the spellings a caller may use. */
const PRIVATE = [
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://printer.local/',
  'file:///etc/passwd',
  'ftp://shop.com/',
  'javascript:alert(1)',
  'http://user:secret@shop.com/',
];

for (const mode of ['production', 'sandbox', 'proxy'] as const) {
  test(`calls nothing private, asked for or redirected to, in ${mode} mode`, async (t) => {
    let hits = 0;
    const { url, server } = await startStub(t, (request, response) => {
      hits += 1;
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(302, { location: decodeURIComponent(request.url?.split('to=')[1] ?? '') }).end();
    });
    server.on('connect', () => (hits += 1));
    const door = openDoor(t, mode === 'production' ? {} : { [mode === 'proxy' ? 'proxyUrl' : 'sandboxUrl']: url });
    for (const address of PRIVATE.map((text) => text.replace('PORT', new URL(url).port))) {
      assert.deepEqual(toRefusal(await failureOf(door.read(address))), ['blocked_address', false], address);
      assert.equal(hits, 0, address);
      if (mode !== 'sandbox') continue;
      const failure = await failureOf(door.read(`https://shop.com/?to=${encodeURIComponent(address)}`));
      assert.deepEqual(toRefusal(failure), ['blocked_address', false], address);
      // The page itself, and robots.txt of its host before the first one.
      assert.ok(hits <= 2);
      hits = 0;
    }
  });
}

test('checks every answer that a name has, at the moment of connecting', async (t) => {
  let hits = 0;
  const { url } = await startStub(t, (_request, response) => response.end(String((hits += 1))));
  const answers = [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['10.0.0.1']];
  let lookups = 0;
  const original = dns.lookup;
  const fake = (_host: string, _options: object, callback: (error: null, addresses: object[]) => void): void => {
    const addresses = answers[Math.floor(lookups / 2) % answers.length] ?? [];
    lookups += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  Object.assign(dns, { lookup: fake });
  syncBuiltinESMExports();
  t.after(() => {
    Object.assign(dns, { lookup: original });
    syncBuiltinESMExports();
  });
  const door = openDoor(t, {});
  for (const addresses of answers) {
    const failure = await failureOf(door.read(`http://changing-site.com:${new URL(url).port}/`));
    assert.deepEqual(toRefusal(failure), ['blocked_address', false], addresses.join());
  }
  assert.equal(hits, 0);
  // Once for the page of each, once for its robots.txt: what was looked up is what would be connected to.
  assert.ok(lookups >= answers.length && lookups <= 2 * answers.length);
});

test('speaks to a site as its own, https included, and says who it is', async (t) => {
  const seen: string[] = [];
  const { url } = await startStub(t, (request, response) => {
    seen.push(`${request.headers.host}${request.url} ${request.headers['user-agent']}`);
    response.writeHead(200, request.url === '/robots.txt' ? { 'content-type': 'text/plain' } : HTML).end('');
  });
  const door = openDoor(t, { sandboxUrl: url });
  const page = await door.read('https://Shop.com:443/a?b=c#d');
  assert.equal(page.finalUrl, 'https://shop.com/a?b=c');
  await door.read('http://shop.com:8080/');
  assert.deepEqual(
    seen.map((line) => line.split(' ')[0]),
    ['shop.com/robots.txt', 'shop.com/a?b=c', 'shop.com:8080/robots.txt', 'shop.com:8080/'],
  );
  for (const line of seen) assert.match(line, /Sightline\/\d+\.\d+\.\d+;/u);
});

test('goes through a proxy that resolves the names', async (t) => {
  const { url } = await startStub(
    t,
    site((_request, response) => response.writeHead(200, HTML).end('<title>Behind</title>')),
  );
  const asked: string[] = [];
  const proxy = await startStub(t, (_request, response) => response.writeHead(400).end());
  proxy.server.on('connect', (request, socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
    const inner = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      inner.pipe(socket).pipe(inner);
    });
    for (const end of [inner, socket]) end.on('error', () => undefined);
    t.after(() => inner.destroy());
  });
  const door = openDoor(t, { proxyUrl: proxy.url.replace('//', '//me:secret@') });
  assert.match((await door.read('http://shop.com/')).text, /Behind/u);
  assert.deepEqual([...new Set(asked)], [`shop.com:80 Basic ${Buffer.from('me:secret').toString('base64')}`]);
});

test('reads no more than it may: 8 KB of a beginning, 2 MB of a whole, of a bomb as of anything', async (t) => {
  const { url } = await startStub(
    t,
    site((request, response) => {
      if (request.url === '/bomb')
        return response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000, 97)));
      response.writeHead(200, HTML);
      if (request.method === 'HEAD') return response.end();
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 97)));
        if (!response.destroyed) response.once('drain', pour);
      };
      return pour();
    }),
  );
  const door = openDoor(t, { sandboxUrl: url });
  for (const [path, reach, length] of [
    ['bomb', 'head', 8_192],
    ['endless', 'head', 8_192],
    ['bomb', 'full', 2_097_152],
    ['endless', 'full', 2_097_152],
  ] as const) {
    const page = await door.fetchPage({ url: `https://shop.com/${path}`, reach });
    assert.deepEqual([page.text.length, page.isCut], [length, true], `${path} ${reach}`);
  }
});

test('keeps no failed page, and reads robots.txt once', async (t) => {
  const asked: string[] = [];
  const { url } = await startStub(t, (request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  const door = openDoor(t, { sandboxUrl: url });
  for (const isCached of [false, false]) {
    const { status, contentType, text, ...page } = await door.read('https://shop.com/gone');
    assert.deepEqual([status, contentType, text, page.isCached], [404, 'application/json', '', isCached]);
  }
  assert.deepEqual(asked, ['/robots.txt', '/gone', '/gone']);
});

test('serves from what it has read as long as that is young enough', async (t) => {
  let count = 0;
  const { url } = await startStub(
    t,
    site((request, response) => {
      count += request.method === 'GET' ? 1 : 0;
      response.writeHead(200, HTML).end(`<p>${'ü'.repeat(20_000)}`);
    }),
  );
  const door = openDoor(t, { sandboxUrl: url });
  const fetch = (reach: 'head' | 'full', maxAgeMs?: number, path = '') =>
    door.fetchPage({ url: `https://shop.com/${path}`, reach, maxAgeMs });
  const head = await fetch('head');
  assert.deepEqual([head.isCut, head.isCached], [true, false]);
  const full = await fetch('full');
  assert.deepEqual([full.isCut, full.isCached, count], [false, false, 2]);
  const again = await fetch('full', undefined, '#part');
  assert.deepEqual({ ...again, url: full.url }, { ...full, isCached: true });
  const beginning = await fetch('head');
  assert.deepEqual([beginning.isCached, beginning.isCut, beginning.text.length], [true, true, 8_192]);
  assert.equal(count, 2);
  assert.equal((await fetch('full', 0)).isCached, false);
  assert.equal(count, 3);
});

test('asks a site one thing at a time with a pause between, other sites meanwhile', async (t) => {
  const started: number[] = [];
  let open = 0;
  let openMost = 0;
  const other = Promise.withResolvers<void>();
  const { url } = await startStub(
    t,
    site(async (request, response) => {
      if (request.headers.host === 'other.com') {
        other.resolve();
        return response.writeHead(200, HTML).end();
      }
      started.push(performance.now());
      openMost = Math.max(openMost, (open += 1));
      // Ends only when the other site has been asked.
      await other.promise;
      open -= 1;
      return response.writeHead(200, HTML).end();
    }),
  );
  const door = openDoor(t, { sandboxUrl: url, politeness: { gapMs: 40 } });
  const calls = ['www.shop.com/a', 'shop.com/b', 'blog.shop.com/c', 'other.com/'].map((path) => door.read(`https://${path}`));
  await Promise.all(calls);
  assert.equal(openMost, 1);
  for (const [at, time] of started.entries()) assert.ok(at === 0 || time - (started[at - 1] ?? 0) >= 39);
});

test('honours a crawl delay up to its bound, and a pause that was asked for', async (t) => {
  const started: number[] = [];
  const { url } = await startStub(t, (request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(200).end('User-agent: *\nCrawl-delay: 3000\n');
    started.push(performance.now());
    const isBusy = request.url === '/busy';
    return response.writeHead(isBusy ? 503 : 200, isBusy ? { ...HTML, 'retry-after': '7' } : HTML).end('x');
  });
  const door = openDoor(t, { sandboxUrl: url, politeness: { crawlDelayMsMax: 60 } });
  await door.read('https://shop.com/a');
  const failure = await failureOf(door.read('https://shop.com/busy'));
  assert.deepEqual([toRefusal(failure), failure.retryAfterMs], [['rate_limited', true], 7_000]);
  assert.ok((started[1] ?? 0) - (started[0] ?? 0) >= 59);
  const left = (await failureOf(door.read('https://shop.com/b'))).retryAfterMs ?? 0;
  assert.ok(left > 0 && left <= 7_000);
  assert.equal(started.length, 2);
});

test('gives up when the caller does, on the way and in the line', async (t) => {
  const arrived = Promise.withResolvers<void>();
  const { url, server } = await startStub(
    t,
    site(() => arrived.resolve()),
  );
  const door = openDoor(t, { sandboxUrl: url });
  const [first, second] = [new AbortController(), new AbortController()];
  const reason = new Error('not needed any more');
  const underWay = assert.rejects(door.fetchPage({ url: 'https://shop.com/a', reach: 'full', signal: first.signal }), reason);
  const inLine = assert.rejects(door.fetchPage({ url: 'https://shop.com/b', reach: 'full', signal: second.signal }), reason);
  await arrived.promise;
  second.abort(reason);
  await inLine;
  const third = door.fetchPage({ url: 'https://shop.com/c', reach: 'full' });
  first.abort(reason);
  await underWay;
  // The third had its slot behind both, and comes now.
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  assert.equal(request.url, '/c');
  response.writeHead(200, HTML).end('c');
  assert.equal((await third).text, 'c');
});
