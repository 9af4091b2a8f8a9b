import assert from 'node:assert/strict';
import { request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
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
    assert.match(page.body, /<h1>.+<\/h1>[\s\S]*<h2>[\s\S]*<a href="\/topics\//u);
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

test('redirects wherever it is told to, and never breaks its own headers', async (t) => {
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
