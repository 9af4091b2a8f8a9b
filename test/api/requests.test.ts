import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Server } from '#http/server.ts';
import { TEST_ADMIN_KEY } from '../support/app.ts';
import { endCrawlsOf } from '../support/end-crawls.ts';
import { FORBIDDEN_BODIES } from '../support/hostile-bodies.ts';
import { summarize } from '../support/openapi-walk-access.ts';
import { findErrorFaults, findHeaderFaults, findLeaks } from '../support/openapi-walk-checks.ts';
import { plainRequests } from '../support/openapi-walk-requests.ts';
import { sendRequest, writeRequest, type Sender } from '../support/openapi-walk-send.ts';
import { elsewhere, runSections, startListener, withToken, type Section } from '../support/openapi-walk-suite.ts';
import { makeThings } from '../support/openapi-walk-world.ts';
import type { WalkOperation } from '../support/openapi-walk.ts';
import { takeShare, takeTurns } from '../support/test-width.ts';

/** What HTTP asks of every path: methods, sizes, types, headers, other origins. */

/** They take lists of keywords, domains or addresses, so their bodies may be larger (docs/tracking.md). */
/** A mail program posts a form there (RFC 8058): nothing of it is read. */
const UNREAD_BODIES = ['POST /api/public/mail/{token}'];
const LARGE_BODIES = [
  'POST /api/keywords/track',
  'POST /api/keywords/overview',
  'POST /api/keywords/for-keywords',
  'POST /api/keywords/categories',
  'POST /api/keywords/ai-search-volume',
  'POST /keywords/bulk_save',
  'POST /api/rankings/track',
  'POST /api/serp/tasks/create',
  'POST /api/classify',
];
const MIB = 1_048_576;
/** They take bytes as they come, of any type; `test/api/imports.test.ts` has their limit. */
const RAW_BODIES = ['PUT /api/imports/{import_id}/parts/{part}'];
const takesJson = ({ method, name }: WalkOperation): boolean => method !== 'GET' && !RAW_BODIES.includes(name);
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;
const OTHER_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', undefined];
const UNKNOWN_PATHS = [
  '/',
  '/api',
  '/api/',
  '/api/nothing',
  '/api/projects/a/b',
  '/API/projects',
  '/docs/other/one',
  '/favicon.ico',
  '/.env',
  '//',
  '/health//',
];

const sections: Readonly<Record<string, Section>> = {
  'a path refuses every method that it does not have with 405 and Allow, and lists them for OPTIONS': async ({ server, operations }) => {
    const paths = Map.groupBy(operations, ({ path }) => path);
    for (const [at, [path, own]] of [...paths].entries()) {
      // Some of its methods are left out of the walks, as they steer the sandbox.
      if (path.startsWith('/api/admin/sandbox/')) continue;
      const methods = own.map(({ method }) => method as string);
      const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted();
      const plain = path.replaceAll(/\{\w+\}/gu, 'x');
      const refused = METHODS.filter((name) => !methods.includes(name));
      // A slash at the end changes nothing.
      const asked = [
        ...refused.map((name) => [name, plain] as const),
        ...takeTurns(refused, at).map((name) => [name, `${plain}/`] as const),
      ];
      for (const [method, url] of asked) {
        const askedAtMs = Date.now();
        const reply = await server.inject({
          method,
          url,
          payload: 'x',
          headers: { 'content-type': 'text/plain' },
          remoteAddress: elsewhere(at),
        });
        const allow = String(reply.headers['allow']).split(', ').toSorted();
        assert.deepEqual([method, url, reply.statusCode, allow], [method, url, method === 'OPTIONS' ? 204 : 405, allowed]);
        const answer = { askedAtMs, answeredAtMs: Date.now(), status: reply.statusCode, headers: reply.headers, text: reply.body };
        assert.deepEqual(
          method === 'OPTIONS' ? findHeaderFaults(answer) : [...findHeaderFaults(answer), ...findErrorFaults(answer)],
          [],
          url,
        );
      }
    }
  },

  'unknown paths are 404 for every caller and body': async ({ server }) => {
    for (const url of UNKNOWN_PATHS) {
      const senders: Sender[] = [{ headers: {} }, { headers: { 'x-api-key': TEST_ADMIN_KEY, 'content-type': 'text/plain' } }];
      for (const sender of senders) {
        const bytes = Buffer.from('x'.repeat(2 * MIB));
        const replies = [
          await sendRequest(server, { method: 'GET' }, { url, headers: {}, bytes: undefined }, sender),
          await sendRequest(server, { method: 'POST' }, { url, headers: {}, bytes }, sender),
        ];
        for (const reply of replies) assert.equal(summarize(reply), '404 Not found', url);
      }
    }
  },

  'HEAD says what GET says, without a body': async ({ world, server, operations }) => {
    const ids = await makeThings(world.api, world.stores.postgres, { organization: 'org_head' });
    for (const [at, operation] of takeShare(
      operations.filter(({ method }) => method === 'GET'),
      5,
    ).entries()) {
      const { url } = writeRequest(operation, plainRequests(operation)[0]!, ids);
      const headers = { 'x-api-key': TEST_ADMIN_KEY };
      const [get, head] = [await server.inject({ url, headers }), await server.inject({ method: 'HEAD', url, headers })];
      assert.deepEqual(
        [url, head.statusCode, head.headers['content-type'], head.body],
        [url, get.statusCode, get.headers['content-type'], ''],
      );
      if (operation.access === 'open') continue;
      const refused = await server.inject({ method: 'HEAD', url, remoteAddress: elsewhere(at) });
      assert.deepEqual([url, refused.statusCode, refused.body], [url, 401, '']);
    }
  },

  'a body that is too large is 413 and one that is not JSON 415': async ({ world, server, operations }) => {
    const ask = async (operation: WalkOperation, bytes: Buffer, type: string | undefined): Promise<string> => {
      const sender = await withToken(world, operation, { headers: { 'x-api-key': TEST_ADMIN_KEY } });
      const url = operation.path.replaceAll(/\{\w+\}/gu, 'x');
      return summarize(
        await sendRequest(server, operation, { url, headers: type === undefined ? {} : { 'content-type': type }, bytes }, sender),
      );
    };
    for (const [at, operation] of operations.filter(takesJson).entries()) {
      const isLarge = LARGE_BODIES.includes(operation.name);
      const limit = isLarge ? 2 * MIB : MIB;
      assert.equal(await ask(operation, Buffer.alloc(limit + 1, 'x'), 'application/json'), '413 Body too large', operation.name);
      if (isLarge) assert.equal(await ask(operation, Buffer.alloc(limit, 'x'), 'application/json'), '400 Invalid JSON', operation.name);
      if (UNREAD_BODIES.includes(operation.name)) continue;
      for (const type of takeTurns(OTHER_TYPES, at))
        assert.equal(await ask(operation, Buffer.from('{}'), type), '415 Unsupported media type', `${operation.name} ${type}`);
    }
  },

  'a body that could keep the service busy is refused by every operation': async ({ world, server, operations }) => {
    const sender = { headers: { 'x-api-key': TEST_ADMIN_KEY } };
    const headers = { 'content-type': 'application/json' };
    const [small, large] = [MIB, 2 * MIB].map((bytes) => FORBIDDEN_BODIES.map(({ because, make }) => ({ because, bytes: make(bytes) })));
    for (const [at, operation] of operations
      .filter(takesJson)
      .filter(({ name }) => !UNREAD_BODIES.includes(name))
      .entries()) {
      const url = operation.path.replaceAll(/\{\w+\}/gu, 'x');
      for (const { because, bytes } of takeTurns((LARGE_BODIES.includes(operation.name) ? large : small) ?? [], at)) {
        const reply = await sendRequest(server, operation, { url, headers, bytes }, await withToken(world, operation, sender));
        assert.deepEqual([reply.status, findErrorFaults(reply)], [400, []], `${operation.name}, ${because}: ${reply.text.slice(0, 300)}`);
      }
    }
    // Over real connections, several at once, and another client that asks for the health.
    for (const { because, bytes } of large ?? []) {
      const post = async (): Promise<number> =>
        (
          await fetch(`${world.url}/api/keywords/track`, {
            method: 'POST',
            headers: { ...sender.headers, ...headers },
            body: new Uint8Array(bytes),
          })
        ).status;
      const statuses = await Promise.all([post(), post(), post(), post(), world.anonymous.get('/health').then(({ status }) => status)]);
      assert.deepEqual(statuses, [400, 400, 400, 400, 200], because);
    }
  },

  'an Idempotency-Key belongs to the operation, however its path is written': async ({ world, server, operations }) => {
    const ids = await makeThings(world.api, world.stores.postgres, { organization: 'org_idempotent' });
    for (const [at, operation] of takeShare(
      operations.filter(({ isIdempotent }) => isIdempotent),
      5,
    ).entries()) {
      const { url, ...sent } = writeRequest(operation, plainRequests(operation)[0]!, ids);
      const sender = await withToken(world, operation, { headers: { 'x-api-key': TEST_ADMIN_KEY } });
      const keyed = { ...sent, headers: { ...sent.headers, 'idempotency-key': 'one' } };
      const [path = '', query] = url.split('?', 2);
      const spell = (other: string): string => (query === undefined ? other : `${other}?${query}`);
      const first = await sendRequest(server, operation, { ...keyed, url }, sender);
      assert.ok(first.status < 500, `${operation.name}: ${summarize(first)}`);
      const spellings = [`${path}/`, path.replace(/[a-z]/u, (letter) => `%${letter.charCodeAt(0).toString(16)}`)];
      for (const other of takeTurns(spellings, at)) {
        const again = await sendRequest(server, operation, { ...keyed, url: spell(other) }, sender);
        assert.deepEqual([other, again.status, again.headers['idempotency-replayed']], [other, first.status, 'true']);
      }
      await endCrawlsOf(server, operation);
    }
  },

  'browsers of other origins are let in only where that is configured': async ({ world, server, operations }, t) => {
    const origin = 'https://app.example.com';
    const open = await startListener(world, t, { corsOrigins: [origin] });
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type, x-api-key' };
    for (const [at, { path, method }] of operations.entries()) {
      const url = path.replaceAll(/\{\w+\}/gu, 'x');
      const ask = (from: Server, own: string, isPreflight: boolean) =>
        from.inject({
          method: isPreflight ? 'OPTIONS' : method,
          url,
          headers: { origin: own, ...(isPreflight ? preflight : {}) },
          remoteAddress: elsewhere(at),
        });
      for (const isPreflight of takeTurns([true, false], at)) {
        assert.equal((await ask(server, origin, isPreflight)).headers['access-control-allow-origin'], undefined, url);
        assert.notEqual(
          (await ask(open, 'https://elsewhere.example', isPreflight)).headers['access-control-allow-origin'],
          'https://elsewhere.example',
          url,
        );
        const admitted = await ask(open, origin, isPreflight);
        assert.equal(admitted.headers['access-control-allow-origin'], origin, url);
        assert.equal(admitted.headers['access-control-allow-credentials'], undefined, url);
        if (isPreflight) assert.match(String(admitted.headers['access-control-allow-headers']).toLowerCase(), /x-api-key/u, url);
      }
    }
  },

  'every answer carries the headers that protect it, and no secret': async ({ world, server, operations }) => {
    const ids = await makeThings(world.api, world.stores.postgres, { organization: 'org_headers' });
    const senders: Sender[] = [{ headers: {} }, { headers: { 'x-api-key': TEST_ADMIN_KEY } }];
    for (const [at, operation] of takeShare(operations, 5).entries()) {
      const sent = writeRequest(operation, plainRequests(operation)[0]!, ids);
      for (const sender of takeTurns(senders, at)) {
        const reply = await sendRequest(server, operation, sent, sender);
        assert.match(String(reply.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/u, operation.name);
        assert.ok(
          reply.headers['x-content-type-options'] && reply.headers['referrer-policy'] && reply.headers['x-frame-options'],
          operation.name,
        );
        assert.equal(reply.headers['x-powered-by'], undefined, operation.name);
        assert.match(
          String(reply.headers['cache-control']),
          operation.path === '/docs/scalar.js' ? /public/u : /no-store/u,
          operation.name,
        );
        assert.deepEqual(findLeaks(reply, [TEST_ADMIN_KEY, world.stores.connectionString]), [], operation.name);
      }
      await endCrawlsOf(server, operation);
    }
  },
};

test('requests', (t) => runSections(t, sections));
