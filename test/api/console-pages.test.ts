import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole, SCREEN_PATHS } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';

const AS_BROWSER = { accept: 'text/html,application/xhtml+xml' };

test('the pages of the console', async (t) => {
  await ensureConsole();
  const { url } = await startTestApp(t);
  const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers, redirect: 'manual' });

  await t.test('a browser at the address of the service is led to the console, and a program is not', async () => {
    const browser = await get('/', AS_BROWSER);
    assert.deepEqual([browser.status, browser.headers.get('location')], [302, '/console/']);
    assert.equal((await get('/', { accept: 'application/json' })).status, 404);
  });

  await t.test('every screen is one page, with a policy and a nonce of its own', async () => {
    const pages = await Promise.all(['/console', '/console/', '/console/p/proj_1/keywords?x=1'].map((path) => get(path, AS_BROWSER)));
    const nonces = await Promise.all(
      pages.map(async (page) => {
        assert.equal(page.status, 200);
        const policy = page.headers.get('content-security-policy') ?? '';
        const [, nonce = ''] = /'nonce-([^']+)'/u.exec(policy) ?? [];
        assert.ok(nonce.length > 20 && (await page.text()).includes(`content="${nonce}"`));
        assert.match(policy, /default-src 'none'; script-src 'self';/u);
        assert.match(policy, /frame-ancestors 'none'/u);
        assert.doesNotMatch(policy, /unsafe/u);
        assert.deepEqual([page.headers.get('cache-control'), page.headers.get('x-frame-options')], ['no-store', 'DENY']);
        return nonce;
      }),
    );
    assert.equal(new Set(nonces).size, nonces.length);
  });

  await t.test('its files are kept by browsers for ever, and sent packed to those that take it', async () => {
    const [, script = ''] = /src="(\/console\/assets\/[^"]+\.js)"/u.exec(await (await get('/console/')).text()) ?? [];
    const plain = await get(script, { 'accept-encoding': 'identity' });
    const text = await plain.text();
    assert.deepEqual(
      [plain.headers.get('content-type'), plain.headers.get('cache-control')],
      ['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    );
    // `fetch` unpacks by itself: the same text arrives each way.
    for (const encoding of ['br', 'gzip']) {
      const packed = await get(script, { 'accept-encoding': encoding });
      assert.equal(packed.headers.get('content-encoding'), encoding);
      assert.equal(await packed.text(), text);
    }
  });

  await t.test('a path that is no screen, and a link to nothing shared, are 404, with the page that says so', async () => {
    for (const path of SCREEN_PATHS) assert.equal((await get(`/console${path.replaceAll(/\$\w+/gu, 'a%20b')}`)).status, 200, path);
    for (const path of [
      '/console/none',
      '/console/p/proj_1/none',
      '/console/p/proj_1/keywords/a/b',
      '/share/none',
      '/share/slp_abcdefghjkmnpqrstv',
    ]) {
      const page = await get(path, AS_BROWSER);
      assert.equal(page.status, 404, path);
      assert.match(await page.text(), /<div id="root">/u);
    }
  });

  await t.test('what is no file is no page either where files are, and no path leads out', async () => {
    assert.equal((await get('/console/assets/none.js')).status, 404);
    for (const path of ['/console/%2e%2e/package.json', '/console/..%2f..%2fpackage.json', '/console/assets/..%2f..%2fstamp']) {
      const answer = await get(path);
      assert.doesNotMatch(await answer.text(), /"dependencies"|^[0-9a-f]{64}$/u, path);
    }
    assert.equal((await fetch(`${url}/console/`, { method: 'POST', body: '{}' })).status, 404);
  });
});
