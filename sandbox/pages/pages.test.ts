import assert from 'node:assert/strict';
import { request, type IncomingHttpHeaders } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openSandbox, type SandboxClient } from '../../test/support/sandbox-client.ts';

interface Page {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function load(client: SandboxClient, host: string, path = '/', method = 'GET'): Promise<Page> {
  return new Promise((resolve, reject) => {
    request(`${client.sandbox.url}${path}`, { method, headers: { host } }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }), reject);
    })
      .on('error', reject)
      .end();
  });
}

async function firstSite(client: SandboxClient): Promise<string> {
  return (await client.control<{ sites: { domain: string }[] }>('/_sandbox/world')).body.sites[0]?.domain ?? '';
}

test('serves every site of the world and its sub-domains, marked as the sandbox', async (t) => {
  const client = await openSandbox(t);
  const site = await firstSite(client);
  for (const host of [site, `www.${site}`, `docs.${site}:80`, site.toUpperCase()]) {
    const page = await load(client, host);
    assert.equal(page.status, 200);
    assert.equal(page.headers['x-sandbox'], '1');
    assert.match(page.body, /<meta name="generator" content="sightline-sandbox">/u);
    assert.match(page.body, /<h1>.+<\/h1>[\s\S]*<h2>[\s\S]*<a href="\/solutions\//u);
  }
  assert.match((await load(client, site, '/solutions/billing-app')).body, /<h1>Billing App<\/h1>/u);
  assert.match((await load(client, site, '/robots.txt')).body, /User-agent/u);
  assert.equal((await load(client, site, '/', 'POST')).status, 405);
});

test('knows no other sites', async (t) => {
  const client = await openSandbox(t);
  for (const path of ['/', '/about']) assert.equal((await load(client, 'nobody-has-this.com', path)).status, 404);
  assert.match((await load(client, '127.0.0.1')).body, /"sandbox":true/u);
});

test('redirects to any address, and never breaks its own headers', async (t) => {
  const client = await openSandbox(t);
  const site = await firstSite(client);
  for (const [to, location] of [
    ['http://10.0.0.1/x', 'http://10.0.0.1/x'],
    ['/about', '/about'],
    ['https://a.com/%2F?q=%C3%BC', 'https://a.com/%2F?q=%C3%BC'],
  ]) {
    const page = await load(client, site, `/_redirect?to=${encodeURIComponent(to ?? '')}`);
    assert.deepEqual([page.status, page.headers.location], [302, location]);
  }
  assert.equal((await load(client, site, `/_redirect?to=${encodeURIComponent('http://a.com/\r\nx: y')}`)).status, 400);
  assert.equal((await load(client, site, '/_redirect')).status, 400);
});

test('hides the control endpoints behind the names of sites', async (t) => {
  const client = await openSandbox(t);
  const page = await load(client, await firstSite(client), '/_sandbox/world');
  assert.match(page.headers['content-type'] ?? '', /html/u);
  const { body } = await client.control<{ total: number; entries: { host: string }[] }>('/_sandbox/calls');
  assert.equal(body.total, 1);
});

test('odd sites are what they say, and leave everything else alone', async (t) => {
  const client = await openSandbox(t);
  const { body } = await client.control<{ odd_sites: { host: string }[] }>('/_sandbox/world');
  assert.ok(body.odd_sites.length >= 30);
  const label = (name: string): string => `${name}.oddpages.net`;
  assert.deepEqual([(await load(client, label('loop'))).status, (await load(client, label('loop'))).headers.location], [302, '/']);
  assert.equal((await load(client, label('hops'), '/12')).status, 200);
  assert.match((await load(client, label('no-robots'), '/robots.txt')).body, /Disallow: \/\n/u);
  assert.ok((await load(client, label('nested'))).body.length > 250_000);
  assert.ok((await load(client, label('huge'))).body.length > 24_000_000);
  assert.equal((await load(client, label('pdf'))).headers['content-type'], 'application/pdf');
  assert.equal((await load(client, label('untyped'))).headers['content-type'], undefined);
  assert.equal((await load(client, label('gone'))).status, 410);
  assert.match((await load(client, label('parked'), '/_sandbox/world')).body, /for sale/u);
});

test('odd charsets are written in their own bytes', async (t) => {
  const client = await openSandbox(t);
  const read = async (host: string): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      request(client.sandbox.url, { headers: { host: `${host}.oddpages.net` } }, (response) => {
        buffer(response).then(resolve, reject);
      })
        .on('error', reject)
        .end();
    });
  assert.match(new TextDecoder('iso-8859-1').decode(await read('latin1')), /Café à Nîmes/u);
  assert.match(new TextDecoder('windows-1253').decode(await read('meta-charset')), /Καλημέρα κόσμε/u);
  assert.match(new TextDecoder('utf-16le').decode(await read('utf16')), /Zwei Bytes/u);
});

test('home pages name the other places of their brand, as the truth does', async (t) => {
  const client = await openSandbox(t);
  const { body } = await client.control<{ sites: { domain: string }[] }>('/_sandbox/world');
  const kinds = new Set<string>();
  for (const { domain } of body.sites.slice(0, 18)) {
    const truth = await client.control<{ brand_properties: { kind: string; url: string }[] }>(`/_sandbox/truth/domain?domain=${domain}`);
    const page = (await load(client, domain)).body.replaceAll('&amp;', '&');
    for (const { kind, url } of truth.body.brand_properties) {
      kinds.add(kind);
      assert.ok(page.includes(url), `${domain} shows ${url}`);
    }
  }
  assert.deepEqual([...kinds].toSorted(), ['app', 'feed', 'social', 'subdomain']);
});
