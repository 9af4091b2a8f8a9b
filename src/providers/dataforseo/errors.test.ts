import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { OutsideError } from '#kernel/errors.ts';
import { CODE_POLICIES, mayHaveBeenCharged, policyOf, toProviderError } from './errors.ts';

interface DocumentedCode {
  readonly code: number;
  readonly group: string;
  readonly action: string;
}

const documented = JSON.parse(readFileSync('test/fixtures/dataforseo/errors.json', 'utf8')) as { codes: DocumentedCode[] };

test('every documented status code has the documented policy, and no other code has one', () => {
  const held = [...CODE_POLICIES].map(([code, policy]) => ({ code, ...policy })).toSorted((a, b) => a.code - b.code);
  assert.deepEqual(
    held,
    documented.codes.map(({ code, group, action }) => ({ code, group, action })).toSorted((a, b) => a.code - b.code),
  );
});

test('an unknown code is judged by its leading digit', () => {
  assert.equal(policyOf(20_055).group, 'ok');
  assert.equal(toProviderError(40_999, 'New.').retryable, false);
  assert.equal(toProviderError(51_234, 'New.').retryable, true);
});

test('a failure says whether trying again helps, and when', () => {
  const cases = [
    { code: 40_100, kind: 'credentials_refused', retryable: false },
    { code: 40_101, kind: 'provider', retryable: false },
    { code: 40_103, kind: 'provider', retryable: true },
    { code: 40_200, kind: 'payment_refused', retryable: false },
    { code: 40_202, kind: 'rate_limited', retryable: true },
    { code: 40_205, kind: 'request_refused', retryable: false },
    { code: 40_209, kind: 'rate_limited', retryable: true },
    { code: 40_501, kind: 'request_refused', retryable: false },
    { code: 50_000, kind: 'provider', retryable: true },
    { code: 50_303, kind: 'provider', retryable: true },
  ] as const;
  for (const { code, kind, retryable } of cases) {
    const error = toProviderError(code, 'Why.');
    assert.deepEqual({ kind: error.kind, retryable: error.retryable, code: error.code }, { kind, retryable, code });
  }
  assert.match(toProviderError(40_100, '').hint ?? '', /DATAFORSEO_LOGIN/u);
  assert.ok((toProviderError(50_303, '').retryAfterMs ?? 0) >= 60_000);
  assert.equal(toProviderError(40_202, '', 3_000).retryAfterMs, 3_000, 'the answer itself says how long to wait');
});

test('an answer that was lost may have been charged, a call that never left was not', () => {
  const failure = (
    kind: 'network' | 'timeout' | 'parse' | 'http' | 'rate_limited' | 'blocked_address',
    more: { code?: number; cause?: unknown } = {},
  ) => new OutsideError({ service: 'dataforseo', kind, message: 'x', ...more });
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const cut = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  for (const error of [
    failure('timeout'),
    failure('network', { cause: cut }),
    failure('parse'),
    failure('http', { code: 502 }),
    new Error('given up'),
  ]) {
    assert.equal(mayHaveBeenCharged(error), true, String(error));
  }
  for (const error of [
    failure('network', { cause: refused }),
    failure('http', { code: 404 }),
    failure('rate_limited'),
    failure('blocked_address'),
  ]) {
    assert.equal(mayHaveBeenCharged(error), false);
  }
});
