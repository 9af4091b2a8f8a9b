import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { startEndpoints, toRecord, type TestKey } from '../../test/support/http.ts';
import { hashKey, makeKeyRing } from './auth.ts';
import type { Credentials } from './callers/credentials.ts';
import { makeDefineEndpoint } from './endpoint.ts';
import { makeTokens } from './callers/jwt.ts';
import type { ServerContext } from './server.ts';
import { makeClock } from '#kernel/clock.ts';

const defineEndpoint = makeDefineEndpoint<ServerContext>();
const Who = z.object({ id: z.string(), organization: z.string().nullable(), projects: z.array(z.string()).nullable() });
const show = (method: 'GET' | 'POST', path: string, access: 'key' | 'admin' | 'jwt' | 'open') =>
  defineEndpoint({
    method,
    path,
    access,
    spec: '5',
    area: 'test',
    summary: 'who asks',
    responses: { 200: Who },
    handle: async ({ caller }) => ({
      status: 200,
      body: { id: caller.id, organization: caller.organizationId ?? null, projects: caller.projectIds ? [...caller.projectIds] : null },
    }),
  });
const endpoints = [
  show('GET', '/api/read', 'key'),
  show('POST', '/api/write', 'key'),
  show('GET', '/api/admin/all', 'admin'),
  show('POST', '/taxonomy', 'jwt'),
];

const READER: TestKey = { key: 'slk_reader', id: 'key_reader', scopes: ['read'], organizationId: 'org_a', projectId: 'proj_1' };
const WRITER: TestKey = { key: 'slk_writer', id: 'key_writer', scopes: ['write'] };
const ADMIN: TestKey = { key: 'slk_admin', id: 'key_admin', scopes: ['admin'] };
const keys = [READER, WRITER, ADMIN];

test('takes a key from each of its three places, the first one counting', async (t) => {
  const server = await startEndpoints(t, endpoints, { keys });
  const ask = async (url: string, headers: Record<string, string>) => (await server.inject({ url, headers })).json().id;
  assert.equal(await ask('/api/read', { authorization: 'Bearer slk_reader' }), 'key_reader');
  assert.equal(await ask('/api/read', { authorization: 'bearer  slk_reader' }), 'key_reader');
  assert.equal(await ask('/api/read', { 'x-api-key': 'slk_reader' }), 'key_reader');
  assert.equal(await ask('/api/read?api_key=slk_reader', {}), 'key_reader');
  assert.equal(await ask('/api/read?api_key=slk_unknown', { authorization: 'Bearer slk_reader', 'x-api-key': 'slk_admin' }), 'key_reader');
  assert.equal(await ask('/api/read', { authorization: 'Basic abc', 'x-api-key': 'slk_admin' }), 'key_admin');
});

test('refuses a missing, unknown, expired or revoked key with 401', async (t) => {
  const now = 1_800_000_000_000;
  const expired: TestKey = { key: 'slk_expired', scopes: ['read'], expiresAt: new Date(now) };
  const valid: TestKey = { key: 'slk_valid', scopes: ['read'], expiresAt: new Date(now + 1) };
  const revoked: TestKey = { key: 'slk_revoked', scopes: ['read'], revokedAt: new Date(0) };
  const server = await startEndpoints(t, endpoints, { keys: [expired, valid, revoked], realNow: () => now });
  for (const key of ['', 'slk_unknown', 'slk_expired', 'slk_revoked', 'x'.repeat(600)]) {
    const answer = await server.inject({ url: '/api/read', headers: { 'x-api-key': key } });
    assert.equal(answer.statusCode, 401, key);
    assert.equal(answer.json().error, 'Unauthorized');
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
    assert.ok(answer.headers['x-ratelimit-limit']);
  }
  assert.equal((await server.inject({ url: '/api/read', headers: { 'x-api-key': 'slk_valid' } })).statusCode, 200);
});

test('refuses a valid key without the scope with 403', async (t) => {
  const server = await startEndpoints(t, endpoints, { keys });
  const status = async (method: 'GET' | 'POST', url: string, key: string) =>
    (await server.inject({ method, url, headers: { 'x-api-key': key } })).statusCode;
  assert.equal(await status('POST', '/api/write', 'slk_reader'), 403);
  assert.equal(await status('GET', '/api/read', 'slk_writer'), 403);
  assert.equal(await status('GET', '/api/admin/all', 'slk_writer'), 403);
  assert.equal(await status('POST', '/api/write', 'slk_writer'), 200);
  for (const [method, url] of [
    ['GET', '/api/read'],
    ['POST', '/api/write'],
    ['GET', '/api/admin/all'],
  ] as const)
    assert.equal(await status(method, url, 'slk_admin'), 200);
});

test('hands the binding of a key to the endpoint', async (t) => {
  const server = await startEndpoints(t, endpoints, { keys });
  const answer = await server.inject({ url: '/api/read', headers: { 'x-api-key': 'slk_reader' } });
  assert.deepEqual(answer.json(), { id: 'key_reader', organization: 'org_a', projects: ['proj_1'] });
});

test('asks the store once for many requests, and sees a revocation without a notice within three seconds', async (t) => {
  let now = 1_800_000_000_000;
  let record: ReturnType<typeof toRecord> | undefined = toRecord(READER);
  let lookups = 0;
  const findKey = async () => {
    lookups += 1;
    return record;
  };
  const server = await startEndpoints(t, endpoints, { findKey, realNow: () => now });
  const status = async () => (await server.inject({ url: '/api/read', headers: { 'x-api-key': 'slk_reader' } })).statusCode;
  for (let count = 0; count < 10; count += 1) assert.equal(await status(), 200);
  assert.equal(lookups, 1);
  record = { ...toRecord(READER), revokedAt: new Date(now) };
  now += 2999;
  assert.equal(await status(), 200);
  now += 1;
  assert.equal(await status(), 401);
  record = undefined;
  assert.equal(await status(), 401);
});

test('forgets a key on a notice, and ignores look-ups that began before it', async () => {
  const other: TestKey = { key: 'slk_other', id: 'key_other', scopes: ['read'] };
  const records = new Map([READER, other].map((key) => [hashKey(key.key).toString('hex'), toRecord(key)]));
  let answered: Promise<void> = Promise.resolve();
  const findKey = async (hash: Buffer) => {
    const record = records.get(hash.toString('hex'));
    await answered;
    return record;
  };
  const ring = makeKeyRing({ findKey, clock: makeClock() });
  const withKey = ({ key }: TestKey): Credentials => ({ headers: { 'x-api-key': key }, query: undefined });
  const [reader, second] = [withKey(READER), withKey(other)];
  await Promise.all([ring.authenticate(reader), ring.authenticate(second)]);
  ring.forget('key_reader');
  assert.deepEqual([ring.findFresh(reader), ring.findFresh(second)?.id], [undefined, 'key_other']);
  ring.forget(undefined);
  assert.equal(ring.findFresh(second), undefined);

  const answer = Promise.withResolvers<void>();
  answered = answer.promise;
  const early = ring.authenticate(reader);
  ring.forget('key_reader');
  answer.resolve();
  assert.equal((await early).id, 'key_reader', 'it was valid when it was looked up');
  assert.equal(ring.findFresh(reader), undefined);
});

test('accepts only a well-formed token of ours, and enforces what it is bound to', async (t) => {
  const secret = 'a secret of at least thirty-two bytes';
  const now = Math.floor(Date.now() / 1000);
  const server = await startEndpoints(t, endpoints, { keys, config: { jwtSecret: secret } });
  const sign = (claims: Record<string, unknown>, { alg = 'HS256', text = secret } = {}) =>
    new SignJWT({ aud: 'sightline', sub: 'user_1', exp: now + 3600, ...claims })
      .setProtectedHeader({ alg })
      .sign(new TextEncoder().encode(text));
  const ask = async (token: string) =>
    await server.inject({ method: 'POST', url: '/taxonomy', headers: { authorization: `Bearer ${token}` } });

  const good = await ask(await sign({ org: 'org_a', project_ids: ['proj_1', 'proj_2'] }));
  assert.deepEqual(good.json(), { id: 'user_1', organization: 'org_a', projects: ['proj_1', 'proj_2'] });
  const bad = {
    'another secret': await sign({}, { text: 'b secret of at least thirty-two bytes' }),
    'another algorithm': await sign({}, { alg: 'HS512', text: `${secret}${secret}` }),
    'another audience': await sign({ aud: 'elsewhere' }),
    'no audience': await sign({ aud: undefined }),
    'no subject': await sign({ sub: undefined }),
    'no expiry': await sign({ exp: undefined }),
    expired: await sign({ exp: now - 60 }),
    'valid for too long': await sign({ exp: now + 86_400 + 60 }),
    'claims of another shape': await sign({ project_ids: 'proj_1' }),
    'an unsigned token': `${btoa('{"alg":"none"}')}.${btoa(`{"aud":"sightline","sub":"a","exp":${now + 60}}`)}.`,
    'no token': '',
    'an API key': ADMIN.key,
  };
  for (const [name, token] of Object.entries(bad)) assert.equal((await ask(token)).statusCode, 401, name);
  assert.equal((await server.inject({ url: '/api/read', headers: { authorization: `Bearer ${await sign({})}` } })).statusCode, 401);
});

test('answers 503 with a hint while no JWT secret is configured', async (t) => {
  const server = await startEndpoints(t, endpoints, { keys });
  const answer = await server.inject({ method: 'POST', url: '/taxonomy', headers: { authorization: 'Bearer a.b.c' } });
  assert.equal(answer.statusCode, 503);
  assert.match(answer.json().hint, /JWT_SECRET/u);
});

test('issues tokens that it accepts', async () => {
  const tokens = makeTokens({ secret: 'a secret of at least thirty-two bytes', clock: makeClock() });
  const { token } = await tokens.issue({ sub: 'user_1', org: 'org_a', projectIds: ['proj_1'], expiresInSeconds: 86_400 });
  const caller = await tokens.authenticate({ headers: { authorization: `Bearer ${token}` }, query: {} });
  assert.deepEqual([caller.id, caller.organizationId, caller.projectIds], ['user_1', 'org_a', ['proj_1']]);
});
