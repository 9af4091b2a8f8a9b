import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { openTestStores } from '../../../test/support/index.ts';
import { startEndpoints, toRecord, type TestKey } from '../../../test/support/http.ts';
import { newApiKey } from '#kernel/ids.ts';
import { toAddressKey } from '../callers/client-address.ts';
import { nameOf, type Caller, type Scope } from '../caller.ts';
import type { Right } from '../rights.ts';
import { makeDefineEndpoint } from '../endpoint.ts';
import { makeRateLimits, type RateLimits } from './rate-limit.ts';
import type { ServerContext } from '../server.ts';

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

test('each tier may burst up to its limit', async () => {
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
const NEVER_SEEN: TestKey = { key: newApiKey(), scopes: ['read'] };
const ENTERPRISE: TestKey = { key: 'slk_enterprise', scopes: ['read', 'admin'], tier: 'enterprise' };

test('sets rate headers on every answer, and Retry-After on a refusal', async (t) => {
  const server = await startEndpoints(t, endpoints, { keys: [STANDARD, ENTERPRISE] });
  const ask = (key: string, url = '/api/read') => server.inject({ url, headers: { 'x-api-key': key } });
  const first = await ask('slk_standard');
  assert.equal(first.headers['x-ratelimit-limit'], '100');
  assert.equal(first.headers['x-ratelimit-remaining'], '99');
  const secondsToReset = Number(first.headers['x-ratelimit-reset']) - Date.now() / 1000;
  assert.ok(secondsToReset > 55 && secondsToReset < 65, String(secondsToReset));
  // At once, and more than two seconds let pass: on a busy machine a second may end between them.
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask('slk_standard')));
  const at = answers.findLastIndex(({ statusCode }) => statusCode === 429);
  const refused = answers[at];
  assert.ok(refused, 'one is refused');
  assert.equal(refused.json().error, 'Rate limit exceeded');
  assert.equal(refused.headers['retry-after'], '1');
  const allowed = 1 + answers.slice(0, at).filter(({ statusCode }) => statusCode === 200).length;
  assert.equal(refused.headers['x-ratelimit-remaining'], String(100 - allowed));
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

test('distinguishes callers by what is unique', () => {
  const caller = {
    kind: 'jwt',
    id: 'user_1',
    scopes: new Set<Scope>(),
    rights: new Set<Right>(),
    tier: 'standard',
    organizationId: 'org_a',
    projectIds: undefined,
  } as const;
  const others: Caller[] = [
    { ...caller, organizationId: 'org_b' },
    { ...caller, organizationId: undefined },
    { ...caller, id: 'key_1' },
    { ...caller, kind: 'key', id: 'key_1' },
  ];
  assert.equal(new Set([caller, ...others].map(nameOf)).size, 5);
  // A key keeps its name whatever it is bound to.
  assert.equal(nameOf({ ...caller, kind: 'key', id: 'key_1' }), nameOf({ ...caller, kind: 'key', id: 'key_1', organizationId: undefined }));
});

test('stops an address that guesses keys, but not known keys behind it, nor /health', async (t) => {
  let lookups = 0;
  const known = { ...ENTERPRISE };
  const record = toRecord(known);
  const server = await startEndpoints(t, endpoints, {
    findKey: async (hash) => {
      lookups += 1;
      return [record, toRecord(NEVER_SEEN)].find((one) => hash.equals(one.hash));
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
  // Keys of ours are too long to be guessed, so their owners pass also where this process has never seen them.
  assert.equal((await ask(NEVER_SEEN.key)).statusCode, 200);
  assert.equal((await ask(newApiKey())).statusCode, 429);
});

test('counts clients behind a trusted proxy apart, and believes no other', async (t) => {
  const server = await startEndpoints(t, endpoints, { config: { trustedProxies: ['10.0.0.0/8', '2001:db8::1'] } });
  const ask = (remoteAddress: string, forwarded: string) =>
    server.inject({ url: '/open', remoteAddress, headers: { 'x-forwarded-for': forwarded } });
  const remaining = async (remoteAddress: string, forwarded: string): Promise<number> =>
    Number((await ask(remoteAddress, forwarded)).headers['x-ratelimit-remaining']);
  assert.equal(await remaining('10.1.2.3', '203.0.113.1'), 1199);
  assert.equal(await remaining('::ffff:10.9.9.9', '203.0.113.2'), 1199);
  // What a client wrote itself stands before what the proxy added.
  assert.equal(await remaining('2001:db8::1', '198.51.100.1, 203.0.113.1'), 1198);
  assert.equal(await remaining('10.1.2.3', '203.0.113.1, 10.4.4.4'), 1197);
  // From anybody else it is only a text.
  assert.equal(await remaining('203.0.113.9', '203.0.113.1'), 1199);
  assert.equal(await remaining('203.0.113.9', '203.0.113.2'), 1198);
  // A proxy that names no address is counted itself.
  assert.equal(await remaining('10.1.2.3', 'unknown'), 1199);
  assert.equal(await remaining('10.1.2.3', 'x'.repeat(500)), 1198);
});

test('opens local endpoints to this machine only', async (t) => {
  const server = await startEndpoints(t, endpoints, { keys: [STANDARD, ENTERPRISE] });
  const status = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await server.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  assert.equal(await status('127.0.0.1'), 200);
  assert.equal(await status('::1'), 200);
  assert.equal(await status('::ffff:127.0.0.1'), 200);
  assert.equal(await status('203.0.113.7'), 401);
  for (const name of ['via', 'forwarded', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded'])
    assert.equal(await status('127.0.0.1', { [name]: '127.0.0.1' }), 401, name);
  for (const host of ['localhost', 'LOCALHOST:8787', '127.0.0.1:8787', '[::1]:8787'])
    assert.equal(await status('127.0.0.1', { host }), 200, host);
  // A foreign name that resolves to this machine (DNS rebinding).
  for (const host of ['attacker.example', 'localhost.attacker.example', '203.0.113.7', '0.0.0.0', '[::]:8787'])
    assert.equal(await status('127.0.0.1', { host }), 401, host);
  assert.equal(await status('203.0.113.7', { 'x-api-key': 'slk_standard' }), 403);
  assert.equal(await status('203.0.113.7', { 'x-api-key': 'slk_enterprise' }), 200);
});

test('opens nothing to this machine where the service has a public address', async (t) => {
  const status = async (publicUrl: string, headers: Record<string, string> = {}) => {
    const server = await startEndpoints(t, endpoints, { keys: [ENTERPRISE], config: { publicUrl } });
    return (await server.inject({ url: '/metrics', headers })).statusCode;
  };
  assert.equal(await status('https://sightline.example'), 401);
  assert.equal(await status('https://sightline.example', { 'x-api-key': 'slk_enterprise' }), 200);
  for (const own of ['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787']) assert.equal(await status(own), 200, own);
});

test('counts the network of an IPv6 customer as one address', () => {
  assert.equal(toAddressKey('2001:db8:1:2:3:4:5:6'), toAddressKey('2001:db8:1:2:ffff::1'));
  assert.notEqual(toAddressKey('2001:db8:1:2::1'), toAddressKey('2001:db8:1:3::1'));
  assert.equal(toAddressKey('::ffff:10.1.2.3'), '10.1.2.3');
});
