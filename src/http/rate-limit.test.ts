import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { openTestStores } from '../../test/support/index.ts';
import { startEndpoints, type TestKey } from '../../test/support/http.ts';
import { toAddressKey } from './admission.ts';
import { makeDefineEndpoint } from './endpoint.ts';
import { makeRateLimits, type RateLimits } from './rate-limit.ts';
import type { ServerContext } from './server.ts';

const defineEndpoint = makeDefineEndpoint<ServerContext>();
const common = {
  method: 'GET',
  spec: '8',
  area: 'test',
  summary: 'a test',
  responses: { 200: z.object({}) },
  handle: async () => ({ status: 200, body: {} }),
} as const;
const endpoints = [
  defineEndpoint({ ...common, path: '/api/read', access: 'key' }),
  defineEndpoint({ ...common, path: '/health', access: 'open', rateLimited: false }),
  defineEndpoint({ ...common, path: '/open', access: 'open' }),
  defineEndpoint({ ...common, path: '/metrics', access: 'local', rateLimited: false }),
];

async function countAllowed(limits: RateLimits, tier: 'free' | 'standard' | 'pro' | 'enterprise', requests: number): Promise<number> {
  let allowed = 0;
  for (let count = 0; count < requests; count += 1) if ((await limits.countCaller(tier, 'key:a')).isAllowed) allowed += 1;
  return allowed;
}

test('lets each tier burst as far as it may', async () => {
  const limits = makeRateLimits({ kind: 'memory' });
  assert.equal(await countAllowed(limits, 'standard', 15), 10);
  assert.equal(await countAllowed(limits, 'free', 150), 100);
  assert.equal(await countAllowed(limits, 'pro', 600), 500);
  assert.equal(await countAllowed(limits, 'enterprise', 2000), 2000);
});

test('holds the minute beside the second', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_800_000_000_000 });
  const limits = makeRateLimits({ kind: 'memory' });
  let allowed = 0;
  for (let second = 0; second < 15; second += 1) {
    allowed += await countAllowed(limits, 'standard', 10);
    t.mock.timers.tick(1001);
  }
  assert.equal(allowed, 100);
  const refused = await limits.countCaller('standard', 'key:a');
  assert.equal(refused.remaining, 0);
  assert.ok(refused.retryMs > 40_000);
  t.mock.timers.tick(60_000);
  assert.equal((await limits.countCaller('standard', 'key:a')).isAllowed, true);
});

test('counts callers apart', async () => {
  const limits = makeRateLimits({ kind: 'memory' });
  await countAllowed(limits, 'standard', 20);
  assert.equal((await limits.countCaller('standard', 'key:b')).isAllowed, true);
});

test('counts over processes in PostgreSQL', async (t) => {
  const { postgres } = await openTestStores(t);
  const [one, other] = [
    makeRateLimits({ kind: 'postgres', pool: postgres.pool }),
    makeRateLimits({ kind: 'postgres', pool: postgres.pool }),
  ];
  const states = await Promise.all(
    Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? one : other).countCaller('standard', 'key:a')),
  );
  assert.equal(states.filter((state) => state.isAllowed).length, 10);
});

const STANDARD: TestKey = { key: 'slk_standard', scopes: ['read'], tier: 'standard' };
const ENTERPRISE: TestKey = { key: 'slk_enterprise', scopes: ['read', 'admin'], tier: 'enterprise' };

test('sets rate headers on every answer, and Retry-After on a refusal', async (t) => {
  const server = await startEndpoints(t, endpoints, { keys: [STANDARD, ENTERPRISE] });
  const ask = (key: string, url = '/api/read') => server.inject({ url, headers: { 'x-api-key': key } });
  const first = await ask('slk_standard');
  assert.equal(first.headers['x-ratelimit-limit'], '100');
  assert.equal(first.headers['x-ratelimit-remaining'], '99');
  const secondsToReset = Number(first.headers['x-ratelimit-reset']) - Date.now() / 1000;
  assert.ok(secondsToReset > 55 && secondsToReset < 65, String(secondsToReset));
  for (let count = 0; count < 9; count += 1) await ask('slk_standard');
  const refused = await ask('slk_standard');
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json().error, 'Rate limit exceeded');
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal(refused.headers['x-ratelimit-remaining'], '90');
  for (const [key, url] of [
    ['slk_enterprise', '/api/read'],
    ['', '/health'],
    ['', '/api/read'],
    ['', '/nowhere'],
    ['', '/open'],
    ['', '/metrics'],
  ] as const) {
    const { headers } = await ask(key, url);
    for (const name of ['limit', 'remaining', 'reset']) assert.match(String(headers[`x-ratelimit-${name}`]), /^\d+$/u, `${url} ${name}`);
  }
});

test('stops an address that guesses keys, but not known keys behind it, nor /health', async (t) => {
  let lookups = 0;
  const known = { ...ENTERPRISE };
  const { toRecord } = await import('../../test/support/http.ts');
  const record = toRecord(known);
  const server = await startEndpoints(t, endpoints, {
    findKey: async (hash) => {
      lookups += 1;
      return hash.equals(record.hash) ? record : undefined;
    },
  });
  const ask = (key: string, url = '/api/read') => server.inject({ url, headers: { 'x-api-key': key } });
  assert.equal((await ask('slk_enterprise')).statusCode, 200);
  const statuses = new Map<number, number>();
  for (let count = 0; count < 1300; count += 1) {
    const { statusCode } = await ask(`slk_guess_${count}`);
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  assert.deepEqual(
    [...statuses],
    [
      [401, 1200],
      [429, 100],
    ],
  );
  assert.ok(lookups <= 1202, `${lookups} look-ups`);
  assert.equal((await ask('slk_enterprise')).statusCode, 200);
  assert.equal((await ask('', '/health')).statusCode, 200);
  assert.equal((await ask('', '/open')).statusCode, 429);
});

test('opens local endpoints to this machine only', async (t) => {
  const server = await startEndpoints(t, endpoints, { keys: [STANDARD, ENTERPRISE] });
  const status = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await server.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  assert.equal(await status('127.0.0.1'), 200);
  assert.equal(await status('::1'), 200);
  assert.equal(await status('::ffff:127.0.0.1'), 200);
  assert.equal(await status('203.0.113.7'), 401);
  assert.equal(await status('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }), 401);
  assert.equal(await status('203.0.113.7', { 'x-api-key': 'slk_standard' }), 403);
  assert.equal(await status('203.0.113.7', { 'x-api-key': 'slk_enterprise' }), 200);
});

test('counts the network of an IPv6 customer as one address', () => {
  assert.equal(toAddressKey('2001:db8:1:2:3:4:5:6'), toAddressKey('2001:db8:1:2:ffff::1'));
  assert.notEqual(toAddressKey('2001:db8:1:2::1'), toAddressKey('2001:db8:1:3::1'));
  assert.equal(toAddressKey('::ffff:10.1.2.3'), '10.1.2.3');
});
