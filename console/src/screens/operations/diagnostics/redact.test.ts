import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact } from './redact.ts';

test('secrets are taken out by the names of fields and by what they look like', () => {
  const value = {
    health: { status: 'ok', detail: 'postgres://sightline:hunter2@db.internal:5432/x refused' },
    password: 'hunter2',
    admin_key: 'abc',
    list: ['Authorization: Bearer slk_abc', 'ask ann@example.com', 'from 10.0.0.7', 'eyJhbGciOi.eyJzdWIi.c2ln'],
    tokens: 12,
    host: 'db-1',
  };
  const text = JSON.stringify(redact(value));
  for (const secret of ['hunter2', 'abc', 'ann@', '10.0.0.7', 'eyJ']) assert.ok(!text.includes(secret), secret);
  assert.deepEqual(redact({ tokens: 12, host: 'db-1', none: null }), { tokens: 12, host: 'db-1', none: null });
  assert.equal(redact('postgres://a:b@host/x'), 'postgres://[redacted]@host/x');
});
