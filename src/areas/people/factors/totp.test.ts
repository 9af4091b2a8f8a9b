import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findStep, newTotpSecret, toBase32, toOtpauth } from './totp.ts';

/** The secret and the times of appendix B of RFC 6238; its codes have eight digits, of which the last six are ours. */
const SECRET = toBase32(Buffer.from('12345678901234567890'));
const CODES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

test('codes are those of RFC 6238', () => {
  assert.equal(SECRET, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  for (const [seconds, code] of CODES) assert.equal(findStep(SECRET, code, seconds * 1_000), Math.floor(seconds / 30), code);
});

test('a code is taken one step before and after its own, and no longer', () => {
  const [, [seconds, code]] = CODES;
  for (const [away, isTaken] of [
    [-60, false],
    [-30, true],
    [30, true],
    [60, false],
  ] as const)
    assert.equal(findStep(SECRET, code, (seconds + away) * 1_000) !== undefined, isTaken, `${away} s`);
});

test('what is no code belongs to no step', () => {
  for (const text of ['', '1', '28708', '2870822', '28708２', ' 87082', 'abcdef', '287083'])
    assert.equal(findStep(SECRET, text, 59_000), undefined, text);
});

test('secrets have 160 bits, and an app reads them from one address', () => {
  const secret = newTotpSecret();
  assert.match(secret, /^[A-Z2-7]{32}$/u);
  assert.notEqual(secret, newTotpSecret());
  const address = new URL(toOtpauth(secret, 'ada+x@example.com'));
  assert.equal(address.href.split('?')[0], 'otpauth://totp/Sightline%3Aada%2Bx%40example.com');
  assert.deepEqual(Object.fromEntries(address.searchParams), { secret, issuer: 'Sightline', algorithm: 'SHA1', digits: '6', period: '30' });
});
