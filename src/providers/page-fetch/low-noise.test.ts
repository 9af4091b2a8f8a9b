import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { failureOf, openDoor, startStub } from '../../../test/support/page-door.ts';
import { PageRefusal } from './index.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Looks at the beginnings of pages of a site, whose requests are noted. */
async function openSite(t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const asked: string[] = [];
  const { url } = await startStub(t, (request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    asked.push(`${request.method} ${request.url}`);
    return void answer(request, response);
  });
  const door = openDoor(t, { sandboxUrl: url });
  return { asked, look: (path: string) => door.fetchPage({ url: `https://shop.com/${path}`, reach: 'head' }) };
}

test('asks with HEAD first, and for nothing that is no page', async (t) => {
  const { asked, look } = await openSite(t, (request, response) => {
    if (request.url === '/old') return response.writeHead(301, { location: '/page' }).end();
    if (request.url === '/manual') return response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7');
    return response.writeHead(200, HTML).end('<title>Page</title>');
  });
  const page = await look('old');
  assert.match(page.text, /Page/u);
  assert.deepEqual(page.redirects, ['https://shop.com/old']);
  assert.deepEqual(asked, ['HEAD /old', 'HEAD /page', 'GET /page']);
  const refusal = await failureOf(look('manual'));
  assert.ok(refusal instanceof PageRefusal);
  assert.deepEqual([refusal.why, refusal.contentType], ['type', 'application/pdf']);
  assert.equal(asked.at(-1), 'HEAD /manual');
});

test('asks with GET where HEAD fails', async (t) => {
  const { asked, look } = await openSite(t, (request, response) =>
    request.method === 'HEAD' ? response.writeHead(405).end() : response.writeHead(200, HTML).end('<title>Page</title>'),
  );
  assert.equal((await look('')).status, 200);
  assert.deepEqual(asked, ['HEAD /', 'GET /']);
});

test('stops a page at the end of its head, and remembers where it came from', async (t) => {
  const head = `<head><script>${'x'.repeat(60_000)}</script><title>Late</title>`;
  const { look } = await openSite(t, (_request, response) =>
    response.writeHead(200, HTML).end(`${head}</head>${'<p>text'.repeat(200_000)}`),
  );
  const page = await look('');
  assert.deepEqual([page.text, page.isCut, page.isCached], [head, true, false]);
  const again = await look('');
  assert.deepEqual(again, { ...page, isCached: true });
});
