import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { AppError, notFound } from '#kernel/errors.ts';
import { openTestStores } from '../../test/support/index.ts';
import { startEndpoints, type TestKey } from '../../test/support/http.ts';
import type { AuditEntry } from './audit.ts';
import type { Caller } from './caller.ts';
import { listRights } from './rights.ts';
import { makeDefineEndpoint } from './endpoint.ts';
import { limitField } from './fields.ts';
import type { CallInput } from './invoke.ts';
import type { ServerContext } from './server.ts';

const defineEndpoint = makeDefineEndpoint<ServerContext>();
const common = { spec: '4', area: 'test', summary: 'a test' } as const;
const deprecated = { since: '2026-01-01', sunset: '2027-01-01' };
const Anything = z.looseObject({});
let created = 0;

const list = defineEndpoint({
  ...common,
  deprecated,
  access: 'key',
  method: 'GET',
  path: '/api/things',
  query: z.object({ limit: limitField(50, 200) }),
  responses: { 200: z.object({ limit: z.number(), caller: z.string() }) },
  handle: async ({ caller }, { query }) => ({ status: 200, body: { ...query, caller: caller.id, internal: 'secret' } }),
});
const read = defineEndpoint({
  ...common,
  access: 'key',
  method: 'GET',
  path: '/api/things/{thing_id}',
  params: z.object({ thing_id: z.string() }),
  responses: { 200: Anything },
  handle: async (_ctx, { params }) => {
    if (params.thing_id === 'broken') throw new Error('select secret from "api_keys" failed');
    throw notFound('Thing');
  },
});
const create = defineEndpoint({
  ...common,
  access: 'admin',
  method: 'POST',
  path: '/api/things',
  body: z.object({ name: z.string() }),
  responses: { 201: Anything },
  handle: async (_ctx, { body }) => {
    created += 1;
    return { status: 201, body: { ...body, number: created } };
  },
});
const createSecret = defineEndpoint({
  ...common,
  access: 'key',
  method: 'POST',
  path: '/api/secrets',
  hasSecretReply: true,
  responses: { 201: Anything },
  handle: async () => ({ status: 201, body: { secret: 'shown once' } }),
});
const tokenOnly = defineEndpoint({
  ...common,
  access: 'jwt',
  method: 'GET',
  path: '/taxonomy',
  responses: { 200: Anything },
  handle: async ({ caller }) => ({ status: 200, body: { caller: caller.id } }),
});
const open = defineEndpoint({
  ...common,
  access: 'open',
  method: 'GET',
  path: '/open',
  responses: { 200: Anything },
  handle: async ({ caller }) => ({ status: 200, body: { caller: caller.id } }),
});
const delivery = defineEndpoint({
  ...common,
  access: 'webhook',
  method: 'POST',
  path: '/deliveries',
  rateLimited: false,
  body: { raw: true, description: 'bytes' },
  verify: async (_ctx, { token }) => token === 'right',
  responses: { 200: Anything },
  handle: async (_ctx, { body }) => ({ status: 200, body: { bytes: body.length } }),
});
const local = defineEndpoint({
  ...common,
  access: 'local',
  method: 'GET',
  path: '/metrics',
  rateLimited: false,
  responses: { 200: Anything },
  handle: async () => ({ status: 200, body: {} }),
});
const endpoints = [list, read, create, createSecret, tokenOnly, open, delivery, local];

const READER: TestKey = { key: 'slk_reader', id: 'key_reader', scopes: ['read'], tier: 'standard' };
const ADMIN: TestKey = { key: 'slk_admin', id: 'key_admin', scopes: ['admin'], tier: 'enterprise' };
const keys = [READER, ADMIN];
const asReader = { 'x-api-key': READER.key };
const asAdmin = { 'x-api-key': ADMIN.key };

const CASES: readonly (readonly [string, (typeof endpoints)[number], CallInput])[] = [
  ['an answer', list, { headers: asReader, query: { limit: '7' } }],
  ['chosen fields', list, { headers: asReader, query: { limit: '7', fields: 'limit' } }],
  ['a key in the query', list, { query: { api_key: READER.key } }],
  ['a wrong query', list, { headers: asReader, query: { limit: 'x' } }],
  ['a query given twice', list, { headers: asReader, query: { limit: ['1', '2'] } }],
  ['no key', list, {}],
  ['a wrong key', list, { headers: { authorization: 'Bearer slk_wrong' } }],
  ['a missing scope', create, { headers: asReader, body: { name: 'a' } }],
  ['no body', create, { headers: asAdmin }],
  ['a wrong body', create, { headers: asAdmin, body: { name: 1 } }],
  ['a text that no store can keep', create, { headers: asAdmin, body: { name: 'a\0' } }],
  ['a wrong Idempotency-Key', create, { headers: { ...asAdmin, 'idempotency-key': 'a b' }, body: { name: 'a' } }],
  ['what is not there', read, { headers: asReader, params: { thing_id: 'absent' } }],
  ['a failure of ours', read, { headers: asReader, params: { thing_id: 'broken' } }],
  ['a key instead of a token', tokenOnly, { headers: { authorization: `Bearer ${READER.key}` } }],
  ['an open endpoint', open, {}],
  ['a proven delivery', delivery, { query: { token: 'right' }, body: Buffer.from('four') }],
  ['an unproven delivery', delivery, { query: { token: 'wrong' }, body: Buffer.from('four') }],
];

for (const [name, endpoint, input] of CASES)
  test(`answers a call inside the process as over HTTP: ${name}`, async (t) => {
    const config = { jwtSecret: 'a secret of at least thirty-two bytes' };
    const [inside, outside] = [await startEndpoints(t, endpoints, { keys, config }), await startEndpoints(t, endpoints, { keys, config })];
    const address = '192.0.2.7';
    const given = await inside.invoke(endpoint, undefined, { ...input, address, requestId: 'same' });
    const { params = {}, query = {}, headers = {}, body } = input;
    const path = endpoint.path.replaceAll(/\{(\w+)\}/gu, (_all, part: string) => params[part] ?? '');
    const payload = body === undefined || Buffer.isBuffer(body) ? (body as Buffer | undefined) : (body as object);
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([key, value]) => [value].flat().map((one): [string, string] => [key, one])),
    );
    const answer = await outside.inject({
      method: endpoint.method,
      url: `${path}?${search.toString()}`,
      headers: { ...(headers as Record<string, string>), 'x-request-id': 'same' },
      remoteAddress: address,
      ...(payload === undefined ? {} : { payload }),
    });
    assert.equal(given.status, answer.statusCode);
    assert.deepEqual(JSON.parse(given.text), answer.json());
    const { 'x-ratelimit-reset': _reset, ...own } = given.headers;
    for (const [header, value] of Object.entries(own)) assert.equal(String(answer.headers[header]), value, header);
    const wanted = [
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'retry-after',
      'www-authenticate',
      'deprecation',
      'sunset',
      'x-request-id',
    ];
    for (const header of wanted) assert.equal(given.headers[header], answer.headers[header]?.toString(), header);
  });

test('counts calls inside the process and over HTTP together', async (t) => {
  const server = await startEndpoints(t, endpoints, { keys });
  const inside = async (): Promise<number> => (await server.invoke(list, undefined, { headers: asReader })).status;
  const outside = async (): Promise<number> => (await server.inject({ url: '/api/things', headers: asReader })).statusCode;
  const statuses = await Promise.all(Array.from({ length: 14 }, (_, at) => (at % 2 === 0 ? inside() : outside())));
  assert.equal(statuses.filter((status) => status === 200).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, 4);
});

const SESSION: Caller = {
  kind: 'key',
  id: 'key_session',
  scopes: new Set(['read']),
  rights: listRights(['read']),
  tier: 'standard',
  organizationId: undefined,
  projectIds: undefined,
};

test('takes a caller who is known already, with the scopes and the rate of that caller', async (t) => {
  const server = await startEndpoints(t, endpoints, { keys });
  const first = await server.invoke(list, SESSION, { query: { limit: '3' } });
  assert.deepEqual([first.status, JSON.parse(first.text)], [200, { limit: 3, caller: 'key_session' }]);
  assert.equal((await server.invoke(create, SESSION, { body: { name: 'a' } })).status, 403);
  assert.equal((await server.invoke(tokenOnly, SESSION)).status, 503);
  const rest = await Promise.all(Array.from({ length: 10 }, () => server.invoke(list, SESSION)));
  assert.equal(rest.filter(({ status }) => status === 429).length, 2);
  assert.equal((await server.invoke(list, { ...SESSION, kind: 'anonymous' })).status, 401);
  assert.equal((await server.invoke(local, undefined)).status, 401);
});

test('keeps answers for an Idempotency-Key and audits calls inside the process', async (t) => {
  const { postgres } = await openTestStores(t);
  const entries: AuditEntry[] = [];
  const server = await startEndpoints(t, endpoints, { keys, postgres, audit: async (entry) => void entries.push(entry) });
  const input = { headers: { ...asAdmin, 'idempotency-key': 'once' }, body: { name: 'a' }, address: '192.0.2.7', requestId: 'first' };
  const first = await server.invoke(create, undefined, input);
  const again = await server.inject({ method: 'POST', url: '/api/things', headers: input.headers, payload: input.body });
  assert.deepEqual([first.status, again.statusCode, again.body], [201, 201, first.text]);
  const third = await server.invoke(create, undefined, input);
  assert.deepEqual(
    [third.text, third.headers['idempotency-replayed'], again.headers['idempotency-replayed']],
    [first.text, 'true', 'true'],
  );
  assert.deepEqual(
    entries.map(({ actorId, path, status, address, requestId }) => [actorId, path, status, address, requestId]),
    [['key_admin', '/api/things', 201, '192.0.2.7', 'first']],
  );
  const refused = await server.invoke(
    createSecret,
    { ...SESSION, rights: listRights(['write']) },
    { headers: { 'idempotency-key': 'once' } },
  );
  assert.deepEqual([refused.status, JSON.parse(refused.text).details[0].path], [400, 'Idempotency-Key']);
});

test('hands over the signal of a call, and serves only its own endpoints', async (t) => {
  const controller = new AbortController();
  const waiting = defineEndpoint({
    ...common,
    access: 'open',
    method: 'GET',
    path: '/waiting',
    responses: { 200: Anything },
    handle: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new AppError('unavailable', 'Given up')));
        controller.abort();
      }),
  });
  const server = await startEndpoints(t, [waiting]);
  assert.equal((await server.invoke(waiting, undefined, { signal: controller.signal })).status, 503);
  await assert.rejects(server.invoke(open, undefined), TypeError);
});
