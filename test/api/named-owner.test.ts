import assert from 'node:assert/strict';
import test from 'node:test';
import { cookieOf, makeBrowser } from '../support/accounts-world.ts';
import { startTestApp } from '../support/app.ts';

const PASSWORD = 'correct horse battery';
const EMAIL = 'ada@example.com';

test('a browser keeps the cookie of a service behind https to its own host and to https', async (t) => {
  const { app, anonymous, url } = await startTestApp(t, {
    environment: { PUBLIC_URL: 'https://seo.example.com', SIGHTLINE_OWNER_EMAIL: EMAIL, SIGHTLINE_OWNER_PASSWORD: PASSWORD },
  });
  assert.equal(app.setupLink, undefined);
  const answer = await anonymous.post('/api/session', { email: EMAIL, password: PASSWORD });
  assert.match(
    answer.headers.get('set-cookie') ?? '',
    /^__Host-sightline=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/u,
  );
  const page = makeBrowser(url, { cookie: cookieOf(answer), origin: 'https://seo.example.com' });
  assert.equal((await page.delete('/api/session')).status, 200);
  assert.equal((await page.get('/api/me', { cookie: cookieOf(answer).replace('__Host-', '') })).status, 401);
});
