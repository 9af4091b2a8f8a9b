import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { makeLogger } from '#kernel/logger.ts';
import { openCredentials } from '../../src/areas/search-console/connections/credentials.ts';
import { CONNECTIONS_MAX } from '../../src/areas/search-console/connections/save-connection.ts';
import { findConnection } from '../../src/areas/search-console/connections/store/connections.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { comeBack, connect, grantAt, listSites } from '../support/search-console-world.ts';

const PATH = '/api/search-console/connections';
const OWN = { kind: 'oauth', organization_id: 'org_rankings' };
const REFUSED = { error: 'state is not valid', message: 'state is not valid', details: [{ path: 'state', message: 'is not valid' }] };

interface World extends TestApp {
  readonly log: readonly string[];
}

async function open(t: TestContext): Promise<World> {
  const log: string[] = [];
  const logger = makeLogger('trace', { destination: { write: (line: string) => void log.push(line) } });
  return { ...(await startTestApp(t, { logger })), log };
}

async function begin({ api }: Pick<TestApp, 'api'>): Promise<{ readonly authorize_url: string; readonly redirect_uri: string }> {
  const { status, body } = await api.post(PATH, OWN);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

async function assertRefused(answer: Response): Promise<void> {
  assert.equal(answer.status, 400);
  const { success: _success, status: _status, request_id: _id, ...rest } = (await answer.json()) as Record<string, unknown>;
  assert.deepEqual(rest, REFUSED);
}

test('connections to Search Console', { timeout: 300_000 }, async (t) => {
  const world = await open(t);
  const { api, sandbox, app, anonymous } = world;
  const connectionId = await connect(world, { account_name: 'Ada' });

  await t.test('a person who has signed in reads the websites of the account, and those of the project are proposed', async () => {
    const { body } = await api.get(`${PATH}/${connectionId}`);
    const { account_name: name, status, fault, ends_at: endsAt } = body.connection;
    assert.deepEqual([name, status, fault, endsAt], ['Ada', 'ok', null, null]);
    const sites = await listSites(world, connectionId);
    const { body: truth } = await sandbox.get('/_sandbox/search-console');
    assert.deepEqual([...sites.keys()].toSorted(), truth.properties.map((one: { site_url: string }) => one.site_url).toSorted());
    const unverified = [...sites.values()].filter(({ can_read: canRead }) => !canRead);
    assert.deepEqual(
      unverified.map(({ permission }) => permission),
      ['siteUnverifiedUser'],
    );
    const domain = [...sites.keys()].find((url) => url.startsWith('sc-domain:'))?.replace('sc-domain:', '') ?? assert.fail();
    const project = await api.post('/api/projects', { name: 'Shop', organization_id: 'org_rankings' });
    await api.post('/api/assets', { project_id: project.body.project.id, type: 'website', value: domain });
    const listed = await api.get(`${PATH}/${connectionId}/properties?project_id=${project.body.project.id}`);
    const proposed = listed.body.properties.filter((one: { proposed: boolean }) => one.proposed);
    assert.ok(proposed.length > 0 && proposed.every((one: { site_url: string }) => one.site_url.includes(domain)));
  });

  await t.test('an answer is taken once, from who asked, and only as Google gave it', async () => {
    const replayed = await grantAt((await begin(world)).authorize_url);
    const others = await world.withKey({ scopes: ['read', 'write', 'manage'], organization_id: 'org_rankings' });
    assert.equal((await others.get(replayed)).status, 400, 'another key');
    assert.equal((await anonymous.get(replayed)).status, 401);
    assert.equal((await comeBack(world, replayed)).status, 302, 'what others tried has not used it up');
    await assertRefused(await comeBack(world, replayed));

    const path = await grantAt((await begin(world)).authorize_url);
    await assertRefused(await comeBack(world, path.replace(/state=[^&]+/u, 'state=AAAA')));
    await assertRefused(await comeBack(world, path.replace(/code=[^&]+/u, 'code=AAAA')));

    const tampered = new URL((await begin(world)).authorize_url);
    tampered.searchParams.set('redirect_uri', `${world.url}/api/search-console/callback?to=elsewhere`);
    await assertRefused(await comeBack(world, await grantAt(tampered.href)));
    await assertRefused(await comeBack(world, '/api/search-console/callback'));
  });

  await t.test('who refuses at Google is led back, and nothing is kept', async () => {
    const before = (await api.get(PATH)).body.total;
    await sandbox.post('/_sandbox/search-console', { broken: 'denied' });
    const answer = await comeBack(world, await grantAt((await begin(world)).authorize_url));
    await sandbox.post('/_sandbox/search-console', { broken: null });
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/console/?fault=denied']);
    assert.equal((await api.get(PATH)).body.total, before);
  });

  await t.test('a service account is tried before it is kept, with line ends as they were pasted', async () => {
    const { body: twin } = await sandbox.get('/_sandbox/search-console');
    const key = twin.service_account;
    const asked = { kind: 'service_account', organization_id: 'org_rankings' };
    const pasted = { ...key, private_key: key.private_key.replaceAll('\n', '\\n') };
    const made = await api.post(PATH, { ...asked, key: JSON.stringify(pasted) });
    assert.deepEqual([made.status, made.body.connection.account_name], [201, key.client_email]);
    const total = (await api.get(PATH)).body.total;
    const wrong = await api.post(PATH, { ...asked, key: JSON.stringify({ ...key, client_email: 'other@example.com' }) });
    assert.deepEqual([wrong.status, wrong.body.details], [422, { fault: 'key_refused' }]);
    assert.match(wrong.body.hint, /Make a new JSON key/u);
    const none = await api.post(PATH, { ...asked, key: '{"type":"authorized_user"}' });
    assert.deepEqual([none.status, none.body.details[0].path], [400, 'key']);
    assert.equal((await api.get(PATH)).body.total, total);
  });

  await t.test('what proves access stands in no log line, no answer and no table', async () => {
    const connection = (await findConnection(app.context.postgres, connectionId)) ?? assert.fail();
    const credentials = await openCredentials(app.context, app.context.postgres, connection);
    assert.ok(credentials.kind === 'oauth');
    const { body: twin } = await sandbox.get('/_sandbox/search-console');
    const secrets = [credentials.refreshToken, twin.service_account.private_key.split('\n')[3], twin.client_secret];
    const answers = await Promise.all(
      [PATH, `${PATH}/${connectionId}`, `${PATH}/${connectionId}/properties`, '/api/admin/audit-log?limit=100'].map((path) =>
        api.get(path),
      ),
    );
    const { rows: tables } = await app.context.postgres.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
    );
    const texts = [...world.log, ...answers.map(({ body }) => JSON.stringify(body))];
    for (const { name } of tables) {
      const { rows } = await app.context.postgres.query<{ text: string }>(`select one::text as text from ${name} as one`);
      texts.push(...rows.map(({ text }) => text));
    }
    assert.deepEqual(
      texts.filter((text) => /Bearer (?!resource|<key>)/u.test(text)),
      [],
    );
    for (const secret of secrets)
      assert.deepEqual(
        texts.filter((text) => text.includes(secret)).map((text) => text.slice(0, 200)),
        [],
      );
  });

  await t.test('a caller of another organization, or bound to a project, sees none', async () => {
    const foreign = await world.withKey({ scopes: ['read', 'write', 'manage'], organization_id: 'org_other' });
    const bound = await world.withKey({
      scopes: ['read', 'write', 'manage'],
      project_id: (await api.get('/api/projects?organization_id=org_rankings')).body.projects[0].id,
    });
    for (const client of [foreign, bound]) {
      assert.equal((await client.get(PATH)).body.total, 0);
      for (const path of ['', '/properties']) assert.equal((await client.get(`${PATH}/${connectionId}${path}`)).status, 404);
      assert.equal((await client.post(`${PATH}/${connectionId}/test`)).status, 404);
      assert.equal((await client.delete(`${PATH}/${connectionId}`)).status, 404);
    }
    assert.equal((await bound.post(PATH, OWN)).status, 403);
    const editor = await world.withKey({ scopes: ['read', 'write'], organization_id: 'org_rankings' });
    assert.equal((await editor.post(PATH, OWN)).status, 403, 'access to Google is for who manages the organization');
  });

  await t.test('an organization has at most twenty', async () => {
    const { body } = await api.get(`${PATH}?organization_id=org_rankings`);
    for (let count = body.total; count < CONNECTIONS_MAX; count += 1) await connect(world);
    const full = await comeBack(world, await grantAt((await begin(world)).authorize_url));
    assert.equal(full.status, 409);
    const removed = await api.delete(`${PATH}/${connectionId}`);
    assert.deepEqual([removed.status, removed.body.properties_deleted], [200, 0]);
    await connect(world);
  });
});
