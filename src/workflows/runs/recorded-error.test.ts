import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, BudgetExceededError, invalid, isRetryable, OutsideError } from '#kernel/errors.ts';
import { reviveError, toRecordable } from './recorded-error.ts';

function fieldsOf(error: Error): object {
  return Object.fromEntries(Object.entries(error));
}

/** What the engine makes of a recorded error: a bare one with a name and fields. */
function throughTheStore(error: Error): Error {
  const fields = JSON.parse(JSON.stringify({ ...fieldsOf(error), name: error.name, stack: error.stack })) as object;
  return Object.assign(new Error(error.message), fields);
}

const ERRORS = [
  invalid([{ path: 'domain', message: 'domain is required' }]),
  new AppError('rate_limited', 'Rate limit exceeded', { retryAfterMs: 700, hint: 'wait' }),
  new OutsideError({ service: 'dataforseo', kind: 'http', message: 'HTTP 404', code: 404, retryable: false, hint: 'look again' }),
  new OutsideError({ service: 'dataforseo', kind: 'rate_limited', message: 'busy', retryAfterMs: 2_000 }),
  new BudgetExceededError('run_requests', 'Run budget exceeded', 'wf_1'),
];

test('our errors keep class, fields and stack through the store', () => {
  for (const error of ERRORS) {
    const revived = reviveError(throughTheStore(toRecordable(error))) as Error;
    assert.equal(revived.constructor, error.constructor);
    assert.deepEqual(fieldsOf(revived), fieldsOf(error));
    assert.deepEqual([revived.message, revived.stack, isRetryable(revived)], [error.message, error.stack, isRetryable(error)]);
  }
});

test('other errors keep name, message and code, and anything thrown becomes an error', () => {
  const odd = toRecordable(Object.assign(new RangeError('odd', { cause: new Error('deep') }), { code: 'E_ODD', handle: { big: 1n } }));
  assert.deepEqual(
    [odd.name, odd.message, odd.cause, fieldsOf(odd)],
    ['RangeError', 'odd', undefined, { name: 'RangeError', code: 'E_ODD' }],
  );
  assert.equal(toRecordable('text').message, 'text');
  assert.equal(reviveError('text'), 'text');
});

test('an error that only bears our name is left as it is', () => {
  const fake = Object.assign(new Error('fake'), { name: 'AppError', code: 'no such code' });
  assert.equal(reviveError(fake), fake);
});
