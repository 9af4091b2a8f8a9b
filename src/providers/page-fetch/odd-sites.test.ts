import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf, openDoor, toRefusal, type Refusal } from '../../../test/support/page-door.ts';
import { openSandbox } from '../../../test/support/sandbox-client.ts';
import type { Page } from './index.ts';
import { readPage } from './read-page.ts';

const siteOf = (label: string): string => `https://${label}.oddpages.net/`;

const READ: Readonly<Record<string, (page: Page) => boolean>> = {
  latin1: ({ text, charset }) => text.includes("<h1>Café à Nîmes</h1><p>Où l'on") && charset === 'windows-1252',
  'meta-charset': ({ text, charset }) => text.includes('<h1>Καλημέρα κόσμε</h1>') && charset === 'windows-1253',
  utf16: ({ text, charset }) => text.startsWith('<!doctype') && text.includes('Zwei Bytes') && charset === 'utf-16le',
  japanese: ({ text }) => text.includes('請求書の作り方'),
  arabic: ({ text }) => text.includes('برنامج الفواتير'),
  'wrong-charset': ({ text, charset }) => text.includes('Grüße') && charset === 'windows-1252',
  broken: ({ text }) => text.includes('<div <span>'),
  nested: ({ text, isCut }) => text.length > 240_000 && !isCut,
  huge: ({ text, isCut }) => text.length === 2 * 1_024 * 1_024 && isCut,
  json: ({ text, contentType }) => text.startsWith('{') && contentType === 'text/html',
  untyped: ({ text, contentType }) => text.includes('Untyped') && contentType === null,
  'some-robots': ({ text }) => text.includes('Partly open'),
  parked: ({ text }) => text.includes('Buy this domain'),
  empty: ({ text, status }) => text === '' && status === 200,
  blank: ({ text }) => text.includes('<title></title>'),
  'soft-404': ({ status }) => status === 200,
  gone: ({ status, text }) => status === 410 && text.includes('Gone'),
  script: ({ text }) => text.includes('Enable JavaScript'),
  'cookie-wall': ({ text }) => text.includes('privacy'),
  hostile: ({ text }) => text.includes('Ignore all previous instructions'),
  'far-links': ({ text }) => text.includes('http://10.0.0.1/admin'),
};

const REFUSED: Readonly<Record<string, readonly [message: RegExp, ...Refusal]>> = {
  loop: [/redirects in a circle/u, 'http', false],
  'two-loop': [/redirects in a circle/u, 'http', false],
  hops: [/redirects more than 5 times/u, 'http', false],
  'to-private': [/must be a public address/u, 'blocked_address', false],
  'to-loopback': [/must be a public address/u, 'blocked_address', false],
  'to-file': [/must be an http or https address/u, 'blocked_address', false],
  slow: [/did not answer/u, 'timeout', true],
  pdf: [/sends application\/pdf and no page/u, 'request_refused', false],
  image: [/sends image\/png and no page/u, 'request_refused', false],
  'no-robots': [/robots\.txt of no-robots\.oddpages\.net does not allow reading \//u, 'request_refused', false],
  'broken-robots': [/robots\.txt of .+ could not be read.+503/u, 'http', true],
  failing: [/robots\.txt of .+ could not be read.+500/u, 'http', true],
  busy: [/robots\.txt of .+ could not be read.+429/u, 'rate_limited', true],
};

test('reads each odd site as what it is, or says why not', async (t) => {
  const client = await openSandbox(t);
  const door = openDoor(t, { sandboxUrl: client.sandbox.url, politeness: { timeoutMs: 5_000 } });
  const hasty = openDoor(t, { sandboxUrl: client.sandbox.url, politeness: { timeoutMs: 300 } });
  const { body } = await client.control<{ odd_sites: { host: string }[] }>('/_sandbox/world');
  for (const { host } of body.odd_sites) {
    const label = host.split('.')[0] ?? '';
    const isRead = READ[label];
    if (isRead !== undefined) {
      const page = await door.read(siteOf(label));
      assert.ok(isRead(page), label);
      assert.equal(page.finalUrl, siteOf(label));
      await readPage(page.text, page.finalUrl);
    } else {
      const [message, ...refusal] = REFUSED[label] ?? [/not expected/u, 'http', false];
      const failure = await failureOf((label === 'slow' ? hasty : door).read(siteOf(label)));
      assert.match(failure.message, message, label);
      assert.deepEqual(toRefusal(failure), refusal, label);
    }
  }
});

test('obeys robots.txt in parts, on the way of redirects, and in its breaks', async (t) => {
  const client = await openSandbox(t);
  const door = openDoor(t, { sandboxUrl: client.sandbox.url });
  for (const path of ['private/x', 'manual.pdf'])
    assert.match((await failureOf(door.read(siteOf('some-robots') + path))).message, /robots\.txt/u);
  assert.equal((await door.read(`${siteOf('some-robots')}private/open`)).status, 200);
  const { body } = await client.control<{ sites: { domain: string }[] }>('/_sandbox/world');
  const way = `https://${body.sites[0]?.domain}/_redirect?to=${encodeURIComponent(siteOf('no-robots'))}`;
  assert.match((await failureOf(door.read(way))).message, /robots\.txt of no-robots/u);
  // The host that asked for a pause is not asked again before it is over.
  const first = await failureOf(door.read(siteOf('busy')));
  assert.equal(first.retryAfterMs, 2_000);
  const again = await failureOf(door.read(`${siteOf('busy')}other`));
  assert.match(again.message, /asked for a pause/u);
  const calls = await client.control<{ entries: { host: string }[] }>('/_sandbox/calls');
  assert.equal(calls.body.entries.filter(({ host }) => host.startsWith('busy.')).length, 1);
  assert.equal((await door.read(siteOf('gone'))).status, 410);
});

test('names what went wrong on a bad day, and reads the page on a good one', async (t) => {
  const client = await openSandbox(t);
  const door = openDoor(t, { sandboxUrl: client.sandbox.url, politeness: { timeoutMs: 5_000 } });
  const { body } = await client.control<{ sites: { domain: string }[] }>('/_sandbox/world');
  const url = `https://${body.sites[1]?.domain}/`;
  const host = new URL(url).host;
  assert.equal((await door.read(`${url}about`)).status, 200);
  const fail = (kind: string): Promise<unknown> => client.control('/_sandbox/faults', { match: `${host}/`, kind, count: 1 });
  await fail('http_500');
  assert.equal((await door.read(url)).status, 500);
  for (const [kind, ...refusal] of [
    ['reset', 'network', true],
    ['timeout', 'timeout', true],
  ] as const) {
    await fail(kind);
    assert.deepEqual(toRefusal(await failureOf(door.read(url))), refusal, kind);
  }
  const page = await door.read(url);
  assert.deepEqual([page.status, page.isCached], [200, false]);
});
