import assert from 'node:assert/strict';
import test from 'node:test';
import { makeRedact } from './redact.ts';

const redact = makeRedact();

for (const [what, text, expected] of [
  ['API keys', 'key slk_0123456789abcdef0123456789abcdef01234567 was refused', 'key [redacted] was refused'],
  ['bearers', 'authorization: Bearer abc.def-ghi_jkl/mno=', 'authorization: Bearer [redacted]'],
  ['basic credentials', '{"h":"Basic bG9naW46cGFzc3dvcmQ="}', '{"h":"Basic [redacted]"}'],
  ['tokens', 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln', 'got [redacted]'],
  ['passwords in addresses', 'postgres://user:p4ss@db:5432/x', 'postgres://user:[redacted]@db:5432/x'],
  ['secrets in queries', '/hook?id=1&token=abc&api_key=def#x', '/hook?id=1&token=[redacted]&api_key=[redacted]'],
] as const) {
  test(`takes out ${what}`, () => assert.equal(redact(text), expected));
}

test('leaves everything else alone', () => {
  for (const text of ['wf_01abc ended', 'https://example.com:8443/a?q=key', '{"basic":"plan","monkey":"token"}', 'skip slk_'])
    assert.equal(redact(text), text);
});

test('takes out known secrets as they are, in JSON and in addresses, and keeps the line readable', () => {
  const secrets = ['pa"ss\\word/1', 'longer-secret', 'longer-secret-still', 'short'];
  const redactKnown = makeRedact(secrets);
  const line = JSON.stringify({ a: secrets[0], b: `x ${secrets[2]} y`, c: encodeURIComponent(secrets[0] ?? ''), d: 'short' });
  assert.deepEqual(JSON.parse(redactKnown(line)), { a: '[redacted]', b: 'x [redacted] y', c: '[redacted]', d: 'short' });
});
