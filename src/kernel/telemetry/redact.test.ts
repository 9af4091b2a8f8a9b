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
  ['keys behind anything', 'x%20slk_0123456789abcdef xslk_0123456789abcdef', 'x%20[redacted] x[redacted]'],
  ['keys whose spelling is encoded', '/a/slk%5F0123456789abcdef?b=%73%6C%6B_0123456789', '/a/[redacted]?b=[redacted]'],
  ['keys that are encoded twice and more', '/a?b=slk%255F0123456789%26c slk%25255F0123456789', '/a?b=[redacted]&c [redacted]'],
  ['tokens whose dots are encoded', '/a/eyJhbGciOiJIUzI1NiJ9%2EeyJzdWIiOiJ4In0%2Ec2ln', '/a/[redacted]'],
  ['encoded bearers', '/a?b=Bearer%20abcdefgh.ijkl&c=1', '/a?b=Bearer%20[redacted]&c=1'],
  ['encoded passwords in addresses', '/a?b=http%3A//user%3Apass%40x.example/', '/a?b=http://user:[redacted]@x.example/'],
  [
    'passwords with encoded signs',
    'x?b=http%3A%2F%2Fu%3Ap%2540ss%40x http://u:p%40ss@x',
    'x?b=http://u:[redacted]@x http://u:[redacted]@x',
  ],
  [
    'parameters however they are written',
    '?token[]=a&amp;token=b&access_token=d&%74oken=e',
    '?token%5B%5D=[redacted]&amp;token=[redacted]&access_token=[redacted]&token=[redacted]',
  ],
  ['tokens of deliveries in a path', '/webhooks/sld_abcdefghijklmnop/x%zz', '/webhooks/[redacted]/x%zz'],
  ['what stands beside bytes that are no text', '/a%ff?token%5B%5D=abc&x=slk%5F0123456789', '/a%25ff?token%5B%5D=[redacted]&x=[redacted]'],
  ['secrets in queries', '/hook?id=1&token=abc&api_key=def#x', '/hook?id=1&token=[redacted]&api_key=[redacted]'],
] as const) {
  test(`takes out ${what}`, () => assert.equal(redact(text), expected));
}

test('leaves everything else alone', () => {
  for (const text of [
    'wf_01abc ended',
    'https://example.com:8443/a?q=key',
    '{"basic":"plan","monkey":"token"}',
    'skip slk_',
    '/a%20b?c=d%26e%zz&keyword=x%25y',
  ])
    assert.equal(redact(text), text);
});

test('a line of JSON stays one, whatever is uncovered in it', () => {
  const line = JSON.stringify({ url: '/a?b=%22%5C%0A%22slk%5F0123456789&c=1', n: 1, text: 'x"y\\z %73lk_0123456789' });
  assert.deepEqual(JSON.parse(redact(line)), { url: '/a?b=%22%5C%0A%22[redacted]&c=1', n: 1, text: 'x"y\\z [redacted]' });
});

test('a long text of signs that begin something takes no longer than one of letters', () => {
  for (const piece of ['%', '%2', '%25', '?key', ';token[', '://a:', 'eyJ', 'basic ', 'slk', '%3Fkey']) {
    const text = piece.repeat(100_000 / piece.length);
    const before = process.cpuUsage();
    redact(text);
    const { user } = process.cpuUsage(before);
    assert.ok(user < 500_000, `${piece} takes ${user} µs`);
  }
});

test('takes out known secrets as they are, in JSON and in addresses, and keeps the line readable', () => {
  const secrets = ['pa"ss\\word/1', 'longer-secret', 'longer-secret-still', 'short'];
  const redactKnown = makeRedact(secrets);
  const line = JSON.stringify({ a: secrets[0], b: `x ${secrets[2]} y`, c: encodeURIComponent(secrets[0] ?? ''), d: 'short' });
  assert.deepEqual(JSON.parse(redactKnown(line)), { a: '[redacted]', b: 'x [redacted] y', c: '[redacted]', d: 'short' });
});

test('a secret that was learned later is taken out as well, of the newest only', () => {
  const learning = makeRedact(['of the configuration']);
  learning.learn('T0/B0/opened-by-the-store');
  assert.equal(learning('at https://hooks.example/T0/B0/opened-by-the-store'), 'at https://hooks.example/[redacted]');
  assert.equal(learning('of the configuration, T0%2FB0%2Fopened-by-the-store'), '[redacted], [redacted]');
  for (let number = 0; number < 200; number += 1) learning.learn(`another one ${number}`);
  assert.equal(learning('T0/B0/opened-by-the-store, another one 199'), 'T0/B0/opened-by-the-store, [redacted]');
});
