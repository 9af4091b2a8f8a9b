import assert from 'node:assert/strict';
import test from 'node:test';
import { toBody, toEntered } from './values.ts';

test('a secret is sent only where one was entered, and a new provider begins switched off', () => {
  const empty = toEntered(undefined);
  const entered = { ...empty, issuer: ' https://login.acme.com ', clientId: 'x' };
  assert.deepEqual(
    [toBody(entered).issuer, toBody(entered).is_enabled, 'client_secret' in toBody(entered)],
    ['https://login.acme.com', false, false],
  );
  assert.equal(toBody({ ...entered, secret: 'secret' }).client_secret, 'secret');
});
