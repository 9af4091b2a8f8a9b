import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#config';
import { findSite } from './site.ts';

const client = { address: '10.0.0.1', agent: undefined, cookies: undefined };
const find = (publicUrl: string | undefined, host?: string) =>
  findSite({ config: { ...readConfig({}), publicUrl }, client: { ...client, host } });

test('passkeys belong to the domain of the public address, with its port in the origin', () => {
  assert.deepEqual(find('https://rank.example.com/'), { rpId: 'rank.example.com', origin: 'https://rank.example.com' });
  assert.deepEqual(find('https://rank.example.com:8443', 'evil.example'), {
    rpId: 'rank.example.com',
    origin: 'https://rank.example.com:8443',
  });
});

test('without one they belong to localhost, at the port that was asked for', () => {
  assert.deepEqual(find(undefined, 'localhost:8787'), { rpId: 'localhost', origin: 'http://localhost:8787' });
  assert.deepEqual(find(undefined, 'evil.example:99'), { rpId: 'localhost', origin: 'http://localhost:99' });
  for (const host of [undefined, '', ' ', 'localhost'])
    assert.deepEqual(find(undefined, host), { rpId: 'localhost', origin: 'http://localhost' });
});

test('they belong to no address of the network', () => {
  for (const address of ['http://10.0.0.1:8787', 'https://[2001:db8::1]'])
    assert.throws(() => find(address), { code: 'not_configured', error: 'Passkeys not configured' });
});
