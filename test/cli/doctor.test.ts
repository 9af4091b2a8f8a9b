import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { readConfig } from '#config';
import { listFindings } from '../../src/cli/doctor/index.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { makeApiClient } from '../support/api-client.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { onEnd } from '../support/closers.ts';
import { findFreePort } from '../support/free-port.ts';
import { openTestStores } from '../support/index.ts';
import { AUTHORITY_FILE, startTestMailServer } from '../support/mail-server.ts';
import { startRedisStub } from '../support/redis-stub.ts';
import { findTestFolder } from '../support/test-folder.ts';
import { TEST_DAY } from '../support/test-day.ts';

/** What the doctor finds with these variables, by subject. */
async function examine(
  environment: Readonly<Record<string, string>>,
): Promise<Record<string, { state: string; text: string; remedy?: string }>> {
  const findings = await listFindings(readConfig(environment));
  return Object.fromEntries(findings.map((finding) => [finding.subject, finding]));
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(findTestFolder(), 'sightline-doctor-'));
  onEnd(t, () => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function listen(
  t: TestContext,
  answer: (path: string, authorization: string | undefined) => { status: number; body: unknown; date?: string },
): Promise<number> {
  const server = createServer((request, response) => {
    const { status, body, date } = answer(request.url ?? '', request.headers.authorization);
    response.writeHead(status, { 'content-type': 'application/json', ...(date === undefined ? {} : { date }) }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

test('a machine with nothing on it: what is absent is named, nothing is wrong, nothing is written', async (t) => {
  const folder = await makeFolder(t);
  const found = await examine({ DATA_DIR: join(folder, 'data'), PORT: String(await findFreePort()) });
  assert.deepEqual(
    Object.values(found).filter(({ state }) => state === 'wrong'),
    [],
  );
  for (const subject of ['data folder', 'admin key', 'service', 'PostgreSQL', 'ClickHouse', 'search data', 'LLM', 'mail server', 'secrets'])
    assert.equal(found[subject]?.state, 'absent', subject);
  assert.match(found['disk']?.text ?? '', /GiB free/u);
  assert.deepEqual(await readdir(folder), []);
});

test('a running service is well, and so is what it uses', async (t) => {
  const { url, stores, sandbox, app, api } = await startTestApp(t);
  const redis = await startRedisStub();
  onEnd(t, () => redis.close());
  const key = join(stores.dataDir, 'admin-key');
  await writeFile(key, TEST_ADMIN_KEY, { mode: 0o600 });
  const environment = {
    DATA_DIR: stores.dataDir,
    DATABASE_URL: stores.connectionString,
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    REDIS_URL: redis.url,
    SANDBOX: app.context.config.sandbox ?? '',
  };
  const found = await examine(environment);
  for (const subject of [
    'service',
    'public address',
    'PostgreSQL',
    'clock',
    'migrations',
    'Redis',
    'admin key',
    'search data (sandbox)',
    'time',
    'mail server',
    'mail sender (SPF)',
    'mail sender (DMARC)',
  ])
    assert.equal(found[subject]?.state, 'ok', `${subject}: ${found[subject]?.text ?? ''}`);
  assert.match(found['search data (sandbox)']?.text ?? '', /balance is [\d.]+ USD/u);
  const { body: calls } = await sandbox.get('/_sandbox/calls');
  // The running service asks for the provider's state.
  assert.deepEqual(Object.keys(calls.by_endpoint).toSorted(), ['/v3/appendix/status', '/v3/appendix/user_data'], 'nothing was bought');

  await sandbox.post('/_sandbox/clock', { skew_ms: -90_000 });
  const { time } = await examine(environment);
  assert.equal(time?.state, 'wrong');
  assert.match(time.text, /^that of dataforseo differs by (89|9[01])\.\d s$/u);

  assert.deepEqual([found['spending']?.state, found['spending']?.text], ['ok', 'llm_daily_usd: 50 USD a day; daily_usd: 50 USD a day']);
  assert.equal(found['store crawls']?.state, 'ok');
  assert.match(
    found['store crawls']?.text ?? '',
    /^store_b: off, one crawl at most \d+\.\d\d USD; store_a: (?:off|on \(0 2 \* \* 1 UTC\)), one crawl free$/u,
  );
  assert.equal(found['API keys']?.state, 'ok');
  assert.deepEqual([found['owner']?.state, found['proxy']?.state], ['absent', 'absent']);
  assert.match(found['owner']?.remedy ?? '', /users setup-link$/u);
  const owner = {
    email: 'ada@example.com',
    name: 'Ada',
    password: 'a password of many letters',
    token: app.setupLink?.split('#token=')[1],
  };
  assert.equal((await api.post('/api/setup', owner)).status, 201);
  for (const scopes of [['read'], ['write'], ['admin']]) await api.post('/api/admin/api-keys', { name: 'unbound', scopes });
  await api.post('/api/admin/api-keys', { name: 'bound', scopes: ['read'], organization_id: 'org_bound' });
  await api.put('/api/admin/config', { budgets: { daily_usd: null } });
  const warned = await examine({ ...environment, PUBLIC_URL: 'https://sightline.example' });
  assert.equal(warned['owner']?.state, 'ok');
  assert.deepEqual([warned['sign-in']?.state, warned['sign-in']?.text], ['absent', 'no identity provider is switched on']);
  assert.equal(warned['proxy']?.state, 'wrong');
  assert.equal((await examine({ ...environment, TRUST_PROXY: '10.0.0.0/8' }))['proxy']?.state, 'ok');
  for (const [subject, text] of [
    ['spending', 'no limit on what may be spent in a day; llm_daily_usd: 50 USD a day'],
    ['API keys', '2 without the scope admin see every organization'],
  ] as const)
    assert.deepEqual([warned[subject]?.state, warned[subject]?.text], ['warning', text]);
  const issuer = `${app.context.config.sandbox}/nothing`;
  await api.put('/api/admin/sign-in', { issuer, client_id: 'x', is_enabled: true });
  const signIn = (await examine(environment))['sign-in'];
  assert.equal(signIn?.state, 'wrong');
  assert.ok(signIn?.text.startsWith(`${issuer} (the whole service): `), signIn?.text);
  const { body: twin } = await sandbox.get('/_sandbox/search-console');
  await api.post('/api/projects', { name: 'Shop', organization_id: 'org_bound' });
  const account = { kind: 'service_account', organization_id: 'org_bound', key: JSON.stringify(twin.service_account) };
  const made = await api.post('/api/search-console/connections', account);
  assert.equal((await examine(environment))['search console']?.text, 'Google answers 1 account');
  await sandbox.post('/_sandbox/search-console', { broken: 'api_off' });
  await api.post(`/api/search-console/connections/${made.body.connection.id}/test`);
  const refused = (await examine(environment))['search console'];
  assert.equal(refused?.state, 'warning');
  assert.match(refused?.remedy ?? '', /^Switch it on at /u);
  await writeFile(key, 'slk_of_another_service', { mode: 0o600 });
  assert.equal((await examine(environment))['spending']?.text, 'not looked at: the service refuses the admin key');

  await chmod(stores.dataDir, 0o755);
  assert.deepEqual((await examine(environment))['data folder'], {
    subject: 'data folder',
    state: 'warning',
    text: `others can read ${stores.dataDir}`,
    remedy: `Run: chmod -R go-rwx ${stores.dataDir}`,
  });
  await writeFile(key, 'abc');
  assert.equal((await examine(environment))['admin key']?.text, `${key} holds no usable key`);
  await chmod(key, 0o644);
  assert.deepEqual((await examine(environment))['admin key'], {
    subject: 'admin key',
    state: 'wrong',
    text: `${key} can be read by others (mode 644)`,
    remedy: `Run: chmod 600 ${key}`,
  });
});

test('what is wrong is named with what to do, and no secret is printed', async (t) => {
  const freePort = await findFreePort();
  const date = new Date(Date.now() - 3_600_000).toUTCString();
  const other = await listen(t, (path, authorization) =>
    path.includes('/models') && authorization === 'Bearer good-key'
      ? { status: 200, body: { data: [{ id: 'small' }] }, date }
      : { status: 401, body: { error: 'secret-of-the-provider is wrong' }, date },
  );
  const found = await examine({
    DATA_DIR: '/proc/nowhere',
    PORT: String(other),
    PUBLIC_URL: `http://127.0.0.1:${freePort}`,
    DATABASE_URL: `postgres://user:database-secret@127.0.0.1:${freePort}/x`,
    CLICKHOUSE_URL: `http://user:clickhouse-secret@127.0.0.1:${freePort}/x`,
    REDIS_URL: `redis://:redis-secret@127.0.0.1:${freePort}`,
    DATAFORSEO_LOGIN: 'me',
    DATAFORSEO_PASSWORD: 'secret-of-the-provider',
    DATAFORSEO_BASE_URL: `http://127.0.0.1:${other}`,
    LLM_BASE_URL: `http://127.0.0.1:${other}/v1`,
    LLM_API_KEY: 'good-key',
    LLM_MODEL: 'large',
    EMBEDDINGS_BASE_URL: `http://127.0.0.1:${other}/v1`,
    EMBEDDINGS_API_KEY: 'wrong-key',
    EMBEDDINGS_MODEL: 'e',
  });
  for (const subject of ['service', 'public address', 'PostgreSQL', 'ClickHouse', 'Redis', 'search data', 'embeddings', 'time']) {
    assert.equal(found[subject]?.state, 'wrong', `${subject}: ${found[subject]?.text ?? ''}`);
    assert.ok(found[subject]?.remedy, subject);
  }
  assert.equal(found['LLM']?.state, 'warning');
  assert.match(found['LLM']?.text ?? '', /does not list large/u);
  assert.match(found['service']?.text ?? '', /another program listens/u);
  assert.match(found['time']?.text ?? '', /differs by 60 min/u);
  assert.doesNotMatch(JSON.stringify(found), /database-secret|clickhouse-secret|redis-secret|secret-of-the-provider|good-key|wrong-key/u);
});

test('pending migrations are named and not applied; a newer database is wrong', async (t) => {
  const { postgres, connectionString, dataDir } = await openTestStores(t);
  const environment = { DATA_DIR: dataDir, DATABASE_URL: connectionString, PORT: String(await findFreePort()) };
  const { rows } = await postgres.query<{ name: string }>(
    'delete from schema_migrations where number = (select max(number) from schema_migrations) returning name',
  );
  const old = (await examine(environment))['migrations'];
  assert.equal(old?.state, 'warning');
  assert.ok(old?.text.includes(rows[0]?.name ?? 'none'), old?.text);
  await postgres.query(`insert into schema_migrations (number, name, checksum) values (9999, '9999_future', 'x')`);
  const newer = (await examine(environment))['migrations'];
  assert.equal(newer?.state, 'wrong');
  assert.match(newer?.text ?? '', /newer than this release/u);
});

test('the mail server and the records of its sender are looked at, each with what to do about it', async (t) => {
  const sandbox = await startSandbox({ port: 0, now: TEST_DAY });
  onEnd(t, () => sandbox.close());
  const { port } = await startTestMailServer(t, { password: 'the right one' });
  const names = makeApiClient(sandbox.url);
  const environment = {
    DATA_DIR: join(await makeFolder(t), 'data'),
    PORT: String(await findFreePort()),
    SANDBOX: sandbox.url,
    SMTP_HOST: 'localhost',
    SMTP_PORT: String(port),
    SMTP_USER: 'reports',
    SMTP_PASSWORD: 'the right one',
    SMTP_FROM: 'Sightline <reports@seo.acme.com>',
    SMTP_TLS: 'starttls',
    SMTP_CA_FILE: AUTHORITY_FILE,
  };
  const look = async (more: Record<string, string> = {}) => await examine({ ...environment, ...more });
  const well = await look();
  assert.deepEqual(
    [well['mail server']?.state, well['mail server']?.text],
    ['ok', `localhost:${port} takes the connection and the sign-in`],
  );
  for (const subject of ['mail sender (SPF)', 'mail sender (DMARC)']) {
    assert.equal(well[subject]?.state, 'warning');
    assert.match(well[subject]?.remedy ?? '', /^Add a TXT record to (?:_dmarc\.)?seo\.acme\.com/u);
  }
  await names.post('/_sandbox/names', { name: 'seo.acme.com', texts: ['v=spf1 mx -all', 'another=record'] });
  await names.post('/_sandbox/names', { name: '_dmarc.acme.com', texts: ['v=DMARC1; p=reject'] });
  const recorded = await look();
  assert.deepEqual([recorded['mail sender (SPF)']?.state, recorded['mail sender (DMARC)']?.state], ['ok', 'ok']);
  await names.post('/_sandbox/names', { name: 'seo.acme.com', texts: ['v=spf1 mx -all', 'v=spf1 -all'] });
  assert.equal((await look())['mail sender (SPF)']?.state, 'wrong');

  const { SMTP_CA_FILE: _file, ...without } = environment;
  for (const [found, remedy] of [
    [await look({ SMTP_PASSWORD: 'a wrong one' }), /Check SMTP_USER and SMTP_PASSWORD/u],
    [await examine(without), /SMTP_CA_FILE/u],
    [await look({ SMTP_PORT: String(await findFreePort()) }), /Check SMTP_HOST and SMTP_PORT/u],
  ] as const) {
    assert.equal(found['mail server']?.state, 'wrong');
    assert.match(found['mail server']?.remedy ?? '', remedy);
    assert.ok(!JSON.stringify(found).includes('a wrong one'));
  }
});
