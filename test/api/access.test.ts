import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_ADMIN_KEY } from '../support/app.ts';
import { estimates } from '../support/refusal-walk.ts';
import { checkCsv } from '../support/openapi-walk-csv.ts';
import { checkFields } from '../support/openapi-walk-fields.ts';
import { WHOLE_SERVICE } from '../support/whole-service.ts';
import { endCrawlsOf } from '../support/end-crawls.ts';
import { OPEN, OPEN_WITHOUT_ANSWER, askAll, burst, expectAll, summarize, type Verdict } from '../support/openapi-walk-access.ts';
import { plainRequests, type WalkRequest } from '../support/openapi-walk-requests.ts';
import { sendRequest, withQuery, writeRequest, type Ids, type Sender } from '../support/openapi-walk-send.ts';
import {
  ELSEWHERE,
  makeExpiredKey,
  makeKey,
  makeRevokedKey,
  runSections,
  startListener,
  type Section,
  makeToken,
} from '../support/openapi-walk-suite.ts';
import { readingSections } from '../support/reading-walk.ts';
import { makeRecordingLogger, makeThings, readThings, waitForWorkflow } from '../support/openapi-walk-world.ts';
import type { WalkOperation } from '../support/openapi-walk.ts';
import { takeShare, takeTurns } from '../support/test-width.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Who may ask what, and how often, and what a dry run does, over every operation of the OpenAPI document. */

const LOCAL = ['GET /metrics'];
/** Under `/api/admin`, and yet open to bound keys without the admin scope, as far as it is their own. */
const BOUND_READS = ['GET /api/admin/workflow/{type}/{workflow_id}', 'GET /api/admin/workflow/{type}/{workflow_id}/history'];
/** It answers the caller alone that began the sign-in, once. */
const SIGN_IN_END = 'GET /api/search-console/callback';
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;

const sections: Readonly<Record<string, Section>> = {
  'only what is listed here is open': async ({ server, operations }) => {
    const names = (access: string): string[] => operations.filter((operation) => operation.access === access).map(({ name }) => name);
    assert.deepEqual(names('open').toSorted(), [...OPEN, ...Object.keys(OPEN_WITHOUT_ANSWER)].toSorted());
    assert.deepEqual(names('local').toSorted(), LOCAL);
    const open = operations.filter(({ access }) => access === 'open');
    const verdicts = await askAll(open, { server, sender: { headers: {}, from: ELSEWHERE } });
    assert.deepEqual(
      verdicts,
      expectAll(verdicts, (name) => OPEN_WITHOUT_ANSWER[name] ?? '200'),
    );
  },

  'everything else is 401 without a key, with a wrong one and with something else for a key': async ({ world, server, operations }) => {
    const { body: issued } = await world.api.post('/api/admin/tokens', { sub: 'somebody' });
    const closed = operations.filter(({ access }) => access !== 'open');
    const others: Record<string, string>[] = [
      { 'x-api-key': 'slk_wrong' },
      { 'x-api-key': `${TEST_ADMIN_KEY}x` },
      { 'x-api-key': '' },
      { authorization: 'Bearer' },
      { authorization: TEST_ADMIN_KEY },
      { authorization: `Basic ${Buffer.from(`admin:${TEST_ADMIN_KEY}`).toString('base64')}` },
      { 'x-api-key': 'x'.repeat(5000) },
      { 'x-api-key': await makeExpiredKey(world) },
      { 'x-api-key': await makeRevokedKey(world) },
    ];
    for (const [index, headers] of [{}, ...others].entries()) {
      const asked = index === 0 ? closed : closed.filter((_one, at) => takeTurns(others, at).includes(headers));
      // Every address may make so many mistakes a minute.
      const verdicts = await askAll(asked, { server, sender: { headers, from: `198.51.100.${index}` } });
      assert.deepEqual(verdicts, expectAll(verdicts, '401 Unauthorized'), JSON.stringify(headers));
    }
    // What one kind of operation takes, the other does not.
    const mixed: [WalkOperation['access'], string][] = [
      ['key', issued.token],
      ['token', TEST_ADMIN_KEY],
    ];
    for (const [access, text] of mixed) {
      const sender = { headers: { authorization: `Bearer ${text}` }, from: '198.51.100.99' };
      const verdicts = await askAll(
        operations.filter((operation) => operation.access === access),
        { server, sender },
      );
      assert.deepEqual(verdicts, expectAll(verdicts, '401 Unauthorized'), access);
    }
  },

  'what is local is open to this machine alone': async ({ world, server, operations }) => {
    const local = operations.filter(({ access }) => access === 'local');
    const ask = async (sender: Sender): Promise<string[]> => (await askAll(local, { server, sender })).map(({ got }) => got);
    assert.deepEqual(await ask({ headers: {}, from: '127.0.0.1' }), ['200']);
    assert.deepEqual(await ask({ headers: {}, from: '::1' }), ['200']);
    assert.deepEqual(await ask({ headers: { 'x-forwarded-for': ELSEWHERE } }), ['401 Unauthorized']);
    assert.deepEqual(await ask({ headers: { 'x-api-key': await makeKey(world, {}) }, from: ELSEWHERE }), ['403 Forbidden']);
    assert.deepEqual(await ask({ headers: { 'x-api-key': TEST_ADMIN_KEY }, from: ELSEWHERE }), ['200']);
  },

  'a valid key without the scope is 403': async ({ world, server, operations }) => {
    const closed = operations.filter(({ access, scope }) => access === 'key' && scope !== null);
    assert.ok(closed.some(({ scope }) => scope === 'read') && closed.some(({ scope }) => scope === 'write'));
    for (const { name, scope, path } of closed) if (path.startsWith('/api/admin/')) assert.equal(scope, 'admin', name);
    for (const scopes of [['read'], ['write'], ['read', 'write']]) {
      const refused = closed.filter(({ scope }) => !scopes.includes(scope ?? ''));
      const verdicts = await askAll(refused, { server, sender: { headers: { 'x-api-key': await makeKey(world, { scopes }) } } });
      assert.deepEqual(verdicts, expectAll(verdicts, '403 Forbidden'), scopes.join(' '));
    }
  },

  'a key of one organization finds nothing of another': async ({ world, server, operations }) => {
    const { api, stores } = world;
    const theirs = await makeThings(api, stores.postgres, { organization: 'org_theirs' });
    const ours = await makeThings(api, stores.postgres, { organization: 'org_ours' });
    await waitForWorkflow(api, theirs);
    const before = await readThings(api, theirs);
    const key = await makeKey(world, { scopes: ['admin'], organization_id: 'org_ours' });
    const sender = { headers: { 'x-api-key': key }, token: await makeToken(world, { org: 'org_ours' }) };
    // A link opens for everybody who has it.
    const closed = operations.filter(({ path }) => !path.startsWith('/api/public/'));
    const verdicts = await askAll(closed, { server, sender, ids: theirs, isAsked: namesThings });
    assert.ok(verdicts.length > 10);
    assert.deepEqual(
      verdicts.filter(({ name, got }) => (WHOLE_SERVICE.includes(name) ? got !== '403 Forbidden' : !/^404 [\w ]+ not found$/u.test(got))),
      [],
    );
    assert.deepEqual(await readThings(api, theirs), before);

    const wholeService = await askAll(
      operations.filter(({ name }) => WHOLE_SERVICE.includes(name)),
      { server, sender, ids: ours },
    );
    // One request for each form of a body.
    assert.equal(new Set(wholeService.map(({ name }) => name)).size, WHOLE_SERVICE.length);
    assert.deepEqual(wholeService, expectAll(wholeService, '403 Forbidden'));
  },

  'the same requests by a key of the organization itself succeed': async ({ world, server, operations }) => {
    const named = operations.filter((operation) => plainRequests(operation).some(namesThings));
    let made = 0; // One of the operations ends the organization with its keys.
    const make = async (): Promise<{ readonly ids: Ids; readonly sender: Sender }> => {
      const organization = `org_own_${(made += 1)}`;
      const ids = await makeThings(world.api, world.stores.postgres, { organization });
      const headers = { 'x-api-key': await makeKey(world, { scopes: ['admin'], organization_id: organization }) };
      return { ids, sender: { headers, token: await makeToken(world, { org: organization }) } };
    };
    let own = await make();
    for (const operation of takeShare(named, 7).filter(({ name }) => !WHOLE_SERVICE.includes(name))) {
      const listFailed = async (): Promise<Verdict[]> =>
        (await askAll([operation], { server, ...own, isAsked: namesThings })).filter(({ got }) => !/^2\d\d$/u.test(got));
      if ((await listFailed()).length === 0) continue;
      // An earlier operation may have ended or removed what this one needs.
      own = await make();
      assert.deepEqual(await listFailed(), []);
    }
  },

  'a key of one project finds nothing of another project of its organization': async ({ world, server, operations }) => {
    const { api, stores } = world;
    const other = await makeThings(api, stores.postgres, { organization: 'org_ours' });
    const own = await makeThings(api, stores.postgres, { organization: 'org_ours' });
    await waitForWorkflow(api, other);
    const before = await readThings(api, other);
    const sender = {
      headers: { 'x-api-key': await makeKey(world, { project_id: own['project_id'] }) },
      token: await makeToken(world, { project_ids: [own['project_id']] }),
    };
    const isAsked = (request: WalkRequest): boolean => /§(project_id|asset_id)§/u.test(JSON.stringify(request));
    const unprivileged = operations.filter(({ scope }) => scope !== 'admin' && scope !== 'manage');
    const verdicts = await askAll(unprivileged, { server, sender, ids: other, isAsked });
    assert.ok(verdicts.length > 10);
    assert.deepEqual(
      verdicts.filter(({ got }) => !/^404 [\w ]+ not found$/u.test(got)),
      [],
    );
    assert.deepEqual(await readThings(api, other), before);
  },

  'a bound key without the admin scope reads what is its own, and nothing of another': async ({ world, server, operations }) => {
    const { api, stores } = world;
    const own = await makeThings(api, stores.postgres, { organization: 'org_reading' });
    const sibling = await makeThings(api, stores.postgres, { organization: 'org_reading' });
    const theirs = await makeThings(api, stores.postgres, { organization: 'org_theirs' });
    const opened = operations.filter(({ boundScope }) => boundScope !== undefined);
    assert.deepEqual(
      opened.map(({ name }) => name),
      BOUND_READS,
    );
    const ask = async (properties: Readonly<Record<string, unknown>>, ids: Ids): Promise<string[]> => {
      const sender = { headers: { 'x-api-key': await makeKey(world, properties) } };
      return (await askAll(opened, { server, sender, ids })).map(({ got }) => got);
    };
    const [ofOrganization, ofProject] = [{ organization_id: 'org_reading' }, { project_id: own['project_id'] }];
    const [seen, unseen, refused] = ['200', '404 Workflow not found', '403 Forbidden'].map((got) => opened.map(() => got));
    for (const scopes of [['read'], ['admin']]) {
      assert.deepEqual(await ask({ ...ofOrganization, scopes }, own), seen);
      assert.deepEqual(await ask({ ...ofOrganization, scopes }, sibling), seen);
      assert.deepEqual(await ask({ ...ofOrganization, scopes }, theirs), unseen);
      assert.deepEqual(await ask({ ...ofProject, scopes }, own), seen);
      assert.deepEqual(await ask({ ...ofProject, scopes }, sibling), unseen);
    }
    assert.deepEqual(await ask({ ...ofOrganization, scopes: ['write'] }, own), refused);
    assert.deepEqual(await ask({ scopes: ['read'] }, own), refused);
  },

  'what is read of a domain is read by keys of the organizations that have it as a website': async ({ world, server, operations }) => {
    const { api, stores } = world;
    await makeThings(api, stores.postgres, { organization: 'org_with_site' });
    await api.post('/api/projects', { name: 'Empty', organization_id: 'org_without' });
    const reads = operations.filter(({ path }) => path.startsWith('/api/domains/{domain}'));
    assert.ok(reads.length >= 7 && reads.every(({ scope }) => scope === 'read'));
    const ask = async (organization: string): Promise<Verdict[]> => {
      const sender = { headers: { 'x-api-key': await makeKey(world, { scopes: ['read'], organization_id: organization }) } };
      return await askAll(reads, { server, sender });
    };
    const seen = await ask('org_with_site');
    assert.deepEqual(seen, expectAll(seen, '200'));
    assert.deepEqual(await ask('org_without'), expectAll(seen, '404 Domain not found'));
  },

  ...readingSections,
  'every list answers the fields that are asked for, and refuses those that it does not have': checkFields,
  'every list is the same as CSV, row by row': checkCsv,

  'a key is taken from its three places, and the one of the address is in no line of the log': async ({ world, operations }, t) => {
    const { logger, lines } = makeRecordingLogger('trace');
    const server = await startListener(world, t, { logger });
    const ids = await makeThings(world.api, world.stores.postgres, { organization: 'org_logged' });
    const key = await makeKey(world, { scopes: ['admin'] });
    const places: Record<string, string>[] = [
      { authorization: `Bearer ${key}` },
      { authorization: `bearer  ${key}` },
      { 'x-api-key': key },
    ];
    const reading = operations.filter(({ method, scope, name }) => method === 'GET' && scope !== null && name !== SIGN_IN_END);
    let read = 0;
    for (const headers of places) {
      const asked = takeShare(reading, 7).filter((_one, at) => takeTurns(places, at).includes(headers));
      read += asked.length;
      const verdicts = await askAll(asked, { server, sender: { headers }, ids });
      assert.deepEqual(verdicts, expectAll(verdicts, '200'), JSON.stringify(headers));
    }
    const keyed = takeShare(operations, 7).filter(({ access, takesQueryKey }) => access !== 'token' && (access !== 'key' || takesQueryKey));
    for (const operation of keyed) {
      const { url, ...sent } = writeRequest(operation, plainRequests(operation)[0]!, ids);
      const request = { ...sent, url: withQuery(url, `api_key=${key}`) };
      const reply = await sendRequest(server, operation, request, { headers: {}, from: ELSEWHERE });
      assert.ok(![401, 403].includes(reply.status), `${operation.name}: ${summarize(reply)}`);
      await endCrawlsOf(world.app.server, operation);
    }
    const odd = ['/nowhere', '/api/projects/%zz', '/api/projects/%00', `/api/projects/${'x'.repeat(9000)}`, '/api/projects?limit=x'];
    for (const url of odd.flatMap((path) => [
      withQuery(path, `api_key=${key}`),
      withQuery(path, `%61pi_key=${key}&x=1`),
      withQuery(path, `API_KEY=${key}`),
    ]))
      for (const method of METHODS) await server.inject({ method, url, payload: '{', headers: { 'content-type': 'application/json' } });
    const requests = lines.filter((line) => line.includes('"msg":"request"'));
    assert.equal(requests.length, read + keyed.length + odd.length * 3 * METHODS.length);
    assert.deepEqual(
      lines.filter((line) => line.includes(key) || line.includes(TEST_ADMIN_KEY)),
      [],
    );
  },

  'a free key has a hundred requests at once, then the answer says how long to wait': async ({ world, server }) => {
    const replies = await burst(server, await makeKey(world, { tier: 'free' }), 104);
    const [passed = [], refused = []] = [200, 429].map((status) => replies.filter((reply) => reply.status === status));
    assert.deepEqual([passed.length, refused.length], [100, 4]);
    for (const reply of refused) {
      const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'retry-after': wait } = reply.headers;
      assert.deepEqual([summarize(reply), Number(limit), Number(remaining)], ['429 Rate limit exceeded', 60, 0]);
      assert.ok(Number(wait) >= 1 && Number(wait) <= 60, String(wait));
    }
    assert.ok(passed.every(({ headers }) => headers['retry-after'] === undefined));
  },

  'a standard key has ten requests in a second, then it waits a second': async ({ world, server }) => {
    const key = await makeKey(world, { tier: 'standard' });
    const startedAt = performance.now();
    const replies = await burst(server, key, 30);
    const seconds = 1 + Math.ceil((performance.now() - startedAt) / 1000);
    const refused = replies.filter(({ status }) => status === 429);
    assert.ok(30 - refused.length >= 10 && 30 - refused.length <= 10 * seconds, `${refused.length} refused`);
    assert.deepEqual(
      [...new Set(refused.map((reply) => `${summarize(reply)} ${String(reply.headers['retry-after'])}`))],
      ['429 Rate limit exceeded 1'],
    );
    assert.equal(Number(refused[0]!.headers['x-ratelimit-limit']), 100);
    await waitUntil(async () => summarize((await burst(server, key, 1))[0]!) === '200', 'a request to pass again');
  },
  ...estimates,
};

test('access', (t) => runSections(t, sections));

/** Whether a request names something that belongs to an organization. */
function namesThings(request: WalkRequest): boolean {
  return /§(?!workflow_type)\w+§/u.test(JSON.stringify(request));
}
