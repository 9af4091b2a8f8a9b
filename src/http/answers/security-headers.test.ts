import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSecurityHeaders } from './security-headers.ts';

const HSTS = 'strict-transport-security';

test('browsers are told to keep to https for this host alone, and only where it is served by https', async () => {
  const secure = (await readSecurityHeaders('https://seo.example.com'))[HSTS] ?? '';
  assert.match(secure, /^max-age=\d{7,}$/u, 'no word of other hosts below this one, and none of a list that cannot be left');
  for (const publicUrl of [undefined, 'http://seo.example.com', 'http://127.0.0.1:8787'])
    assert.equal((await readSecurityHeaders(publicUrl))[HSTS], undefined, publicUrl);
});
