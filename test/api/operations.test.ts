import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Config } from '#config';
import { toGreeting } from '../../src/cli/greeting.ts';
import { makeApiClient } from '../support/api-client.ts';
import { startTestApp, TEST_JWT_SECRET } from '../support/app.ts';
import { waitUntilHealthy } from '../support/healthy.ts';
import { PATIENCE_MS } from '../support/patience.ts';

test('operates a service', async (suite) => {
  const { api, anonymous, app, stores, url, withKey } = await startTestApp(suite, { hasSchedules: true });
  let passedMs = 0;
  suite.mock.method(app.context.clock, 'realNow', () => Date.now() + passedMs);

  /** What a new check finds: until it ends, the answer is what was known before. */
  const askHealth = async () => {
    passedMs += 1000;
    const since = app.context.clock.realNow();
    for (;;) {
      const answer = await anonymous.get('/health');
      if (Date.parse(answer.body.checked_at) >= since) return answer;
    }
  };
  const askLater = async () => (await askHealth()).body;

  await suite.test('health is open to everyone', async () => {
    assert.equal((await anonymous.get('/health')).status, 200);
    const body = await waitUntilHealthy(askLater);
    assert.equal(body.sandbox, true);
    assert.match(body.version, /^\d+\.\d+\.\d+/u);
    assert.ok(body.uptime_s > 0);
    assert.deepEqual(Object.keys(body.checks), ['postgres', 'clickhouse', 'workflows', 'provider', 'llm', 'secrets', 'channels']);
    for (const name of ['postgres', 'clickhouse', 'workflows']) {
      assert.equal(body.checks[name].status, 'ok', name);
      assert.equal(typeof body.checks[name].latency_ms, 'number');
    }
  });

  await suite.test('asks the stores at most once a second for /health', async (t) => {
    passedMs += 1000;
    // A busy machine needs more than a second for fifty requests.
    const now = app.context.clock.realNow();
    t.mock.method(app.context.clock, 'realNow', () => now);
    const ping = t.mock.method(app.context.clickhouse, 'ping');
    await Promise.all(Array.from({ length: 50 }, () => anonymous.get('/health')));
    assert.equal(ping.mock.callCount(), 1);
  });

  await suite.test('is degraded without the analytics store', async (t) => {
    t.mock.method(app.context.clickhouse, 'ping', () => Promise.reject(new Error('password of 10.0.0.1')));
    const { status, body } = await askHealth();
    assert.equal(status, 200);
    assert.equal(body.status, 'degraded');
    assert.equal(body.checks.clickhouse.status, 'down');
    assert.doesNotMatch(JSON.stringify(body), /password/u);
  });

  await suite.test('is down, with 503, without PostgreSQL', async (t) => {
    t.mock.method(app.context.postgres, 'query', () => Promise.reject(new Error('connection refused')));
    const { status, body } = await askHealth();
    assert.equal(status, 503);
    assert.equal(body.status, 'down');
    assert.equal(body.checks.postgres.status, 'down');
  });

  await suite.test('is degraded when it reads and does not write', async (t) => {
    for (const [heartbeat, detail] of [
      [{ ageMs: 20_000, problem: undefined }, 'this process last wrote 20 s ago'],
      [{ ageMs: 4_000, problem: 'disk_full' }, 'no space left on its disk'],
      [{ ageMs: 4_000, problem: 'other' }, 'takes no writes; the log says why'],
    ] as const) {
      const mock = t.mock.method(app.context.workflows, 'getHeartbeat', () => heartbeat);
      const { status, body } = await askHealth();
      assert.deepEqual([status, body.status, body.checks.postgres.detail], [200, 'degraded', detail]);
      mock.mock.restore();
    }
    passedMs += 1000;
  });

  await suite.test('greets a person at a terminal with what is needed to begin', async () => {
    const { context } = app;
    const greeting = await toGreeting(app);
    for (const [name, text] of [
      ['docs', `${url}/docs`],
      ['admin key', 'SIGHTLINE_ADMIN_KEY'],
      ['sources', `simulated by the sandbox at ${context.config.sandbox}`],
      ['limits', '.*daily_usd: 50 USD a day.*'],
    ] as const)
      assert.match(greeting, new RegExp(`^  ${name} +${text}$`, 'mu'));
    const greet = (config: Partial<Config>) => toGreeting({ ...app, context: { ...context, config: { ...context.config, ...config } } });
    const provider = { login: 'me', password: 'a-secret-password', baseUrl: 'https://api.example.com' };
    const paid = await greet({ sandbox: undefined, dataforseo: provider });
    assert.match(paid, /^ {2}sources +api\.example\.com, which is paid$/mu);
    assert.doesNotMatch(paid, /a-secret-password/u);
    const none = await greet({ sandbox: undefined, dataforseo: { ...provider, login: undefined } });
    assert.match(none, /^ {2}sources +none: set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD, or SANDBOX=1/mu);
  });

  await suite.test('is degraded while a process that has work is silent, and lists it', async () => {
    const { postgres } = stores;
    await postgres.transaction(async (tx) => {
      // It is alive, so no other process takes over its work yet.
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('exec_silent', 0))`);
      await postgres.query(
        `insert into worker_heartbeats (executor_id, role, host, pid, beat_at) values ('exec_silent', 'worker', 'elsewhere', 1, now() - interval '20 s')`,
      );
      // A silent process without work keeps nothing waiting.
      await waitUntilHealthy(askLater);
      await postgres.query(
        `insert into dbos.workflow_status (workflow_uuid, status, name, executor_id) values ('wf_held', 'PENDING', 'held', 'exec_silent')`,
      );
      const { status, checks } = await askLater();
      assert.deepEqual(
        [status, checks.workflows.status, checks.workflows.detail],
        ['degraded', 'degraded', '1 silent process has work under way'],
      );
      const { body } = await api.get('/api/admin/processes');
      const listed = body.processes.find(({ id }: { id: string }) => id === 'exec_silent');
      assert.deepEqual([listed.status, listed.running], ['silent', 1]);
    });
    await postgres.query(`delete from dbos.workflow_status where workflow_uuid = 'wf_held'`);
    await postgres.query(`delete from worker_heartbeats where executor_id = 'exec_silent'`);
  });

  await suite.test('counts its requests in the text format of Prometheus', async () => {
    const { status, headers, body } = await anonymous.get('/metrics');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/plain/u);
    assert.match(body, /http_server_request_duration_seconds_bucket\{[^}]*route="\/health"/u);
    assert.equal((await anonymous.get('/metrics', { 'x-forwarded-for': '203.0.113.1' })).status, 401);
  });

  await suite.test('makes a key that works at once, is listed without itself, and ends with its revocation', async () => {
    const made = await api.post('/api/admin/api-keys', { name: 'Reader', scopes: ['read'], tier: 'pro' });
    assert.equal(made.status, 201);
    assert.match(made.body.key, /^slk_[0-9a-z]{40}$/u);
    assert.deepEqual([made.body.name, made.body.scopes, made.body.tier], ['Reader', ['read'], 'pro']);
    const client = makeApiClient(url, made.body.key);
    assert.equal((await client.get('/api/projects?organization_id=org_none')).status < 500, true);
    assert.equal((await client.get('/api/admin/config')).status, 403);

    const list = await api.get('/api/admin/api-keys?limit=200');
    const listed = list.body.api_keys.find((key: { id: string }) => key.id === made.body.id);
    assert.ok(listed.last_used_at);
    assert.doesNotMatch(JSON.stringify(list.body), new RegExp(made.body.key, 'u'));
    const { rows } = await stores.postgres.query('select * from api_keys where id = $1', [made.body.id]);
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(made.body.key.slice(12), 'u'));

    const revoked = await api.delete(`/api/admin/api-keys/${made.body.id}`);
    assert.equal(revoked.status, 200);
    assert.ok(revoked.body.revoked_at);
    assert.equal((await client.get('/api/projects')).status, 401);
    assert.equal((await api.delete(`/api/admin/api-keys/${made.body.id}`)).body.revoked_at, revoked.body.revoked_at);
    assert.equal((await api.delete('/api/admin/api-keys/key_unknown')).status, 404);
  });

  await suite.test('refuses a key whose time has passed, and makes none whose time has passed', async () => {
    const make = (ms: number) =>
      api.post('/api/admin/api-keys', {
        name: 'a',
        scopes: ['read', 'admin'],
        tier: 'enterprise',
        expires_at: new Date(app.context.clock.realNow() + ms).toISOString(),
      });
    const soon = makeApiClient(url, (await make(3_600_000)).body.key);
    assert.equal((await soon.get('/api/admin/config')).status, 200);
    passedMs += 3_600_000;
    assert.equal((await soon.get('/api/admin/config')).status, 401);
    const past = await make(-1);
    assert.deepEqual([past.status, past.body.details], [400, [{ path: 'expires_at', message: 'must be in the future' }]]);
  });

  await suite.test('says of a key that it sees everything, and counts such keys', async () => {
    const count = async () => (await api.get('/api/admin/api-keys?limit=1')).body.unbound_keys;
    const before = await count();
    const unbound = await api.post('/api/admin/api-keys', { name: 'a', scopes: ['read'] });
    assert.equal(unbound.status, 201);
    assert.match(unbound.body.warning, /sees every organization/u);
    const bound = await api.post('/api/admin/api-keys', { name: 'a', scopes: ['read'], organization_id: 'org_warned' });
    assert.equal(bound.body.warning, undefined);
    assert.equal(await count(), before + 1);
    await api.delete(`/api/admin/api-keys/${unbound.body.id}`);
    assert.equal(await count(), before);
  });

  await suite.test('keys made by a bound key share its rate, over all processes', async () => {
    const root = await withKey({ scopes: ['admin'], tier: 'free', organization_id: 'org_rate' });
    const keys = [1, 2, 3].map(() => root.post('/api/admin/api-keys', { name: 'a', scopes: ['admin'], tier: 'free' }));
    const [first, ...others] = (await Promise.all(keys)).map(({ body }) => makeApiClient(url, body.key));
    assert.ok(first);
    const child = await first.post('/api/admin/api-keys', { name: 'a', scopes: ['read'], tier: 'free' });
    const crowd = [first, ...others, makeApiClient(url, child.body.key)];
    const statuses = await Promise.all(
      Array.from({ length: 108 }, async (_none, at) => (await crowd[at % crowd.length]!.get('/api/admin/api-keys?limit=1')).status),
    );
    // A free key has 100 requests at once: four went into making keys. The child may read no keys, which counts all the same.
    assert.deepEqual([statuses.filter((status) => status !== 429).length, statuses.filter((status) => status === 429).length], [96, 12]);
    const own = await withKey({ scopes: ['admin'], tier: 'free', organization_id: 'org_rate' });
    assert.equal((await own.get('/api/admin/api-keys?limit=1')).status, 200, 'what an operator made has its own rate');
  });

  await suite.test('names every wrong field of a key', async () => {
    const { status, body } = await api.post('/api/admin/api-keys', { scopes: ['root'], tier: 'gold', expires_at: 'tomorrow' });
    assert.equal(status, 400);
    assert.deepEqual(body.details.map((problem: { path: string }) => problem.path).toSorted(), ['expires_at', 'name', 'scopes[0]', 'tier']);
  });

  await suite.test('a bound key can make keys of its own binding and tier only', async () => {
    const bound = await withKey({ scopes: ['read', 'write', 'admin'], tier: 'pro', organization_id: 'org_bound' });
    const project = (await bound.post('/api/projects', { name: 'Bound' })).body.project;
    const inherited = await bound.post('/api/admin/api-keys', { name: 'a', scopes: ['read'] });
    assert.equal(inherited.body.organization_id, 'org_bound');
    const narrowed = await bound.post('/api/admin/api-keys', { name: 'a', scopes: ['read', 'admin'], project_id: project.id });
    assert.deepEqual([narrowed.body.organization_id, narrowed.body.project_id], ['org_bound', project.id]);
    assert.equal((await bound.post('/api/admin/api-keys', { name: 'a', scopes: ['read'], organization_id: 'org_other' })).status, 404);
    assert.equal((await bound.post('/api/admin/api-keys', { name: 'a', scopes: ['read'], project_id: 'proj_unknown' })).status, 404);
    assert.equal((await bound.post('/api/admin/api-keys', { name: 'a', scopes: ['read'], tier: 'enterprise' })).status, 403);

    const narrow = makeApiClient(url, narrowed.body.key);
    assert.equal((await narrow.post('/api/admin/api-keys', { name: 'a', scopes: ['read'] })).body.project_id, project.id);
    assert.equal((await narrow.delete(`/api/admin/api-keys/${inherited.body.id}`)).status, 404);
    const { body } = await bound.get('/api/admin/api-keys?limit=200');
    assert.ok(body.api_keys.every((key: { organization_id: string }) => key.organization_id === 'org_bound'));
    for (const path of ['/api/admin/config', '/api/admin/queue/dead-letter', '/test/clickhouse'])
      assert.equal((await bound.get(path)).status, 403, path);
  });

  await suite.test('signs tokens, and keeps none of them readable', async () => {
    const body = { sub: 'user_1', org: 'org_bound', expires_in: 60 };
    const first = await api.post('/api/admin/tokens', body, { 'idempotency-key': 'token-1' });
    assert.equal(first.status, 201);
    assert.equal(first.body.token.split('.').length, 3);
    const ms = new Date(first.body.expires_at).getTime() - app.context.clock.realNow();
    assert.ok(ms > 50_000 && ms <= 60_000, String(ms));
    const again = await api.post('/api/admin/tokens', body, { 'idempotency-key': 'token-1' });
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    const { rows } = await stores.postgres.query('select response from idempotency_keys');
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(first.body.token.split('.')[2] ?? '-', 'u'));
    assert.equal((await api.post('/api/admin/tokens', { sub: 'a', expires_in: 86_401 })).status, 400);
    assert.doesNotMatch(JSON.stringify(first.body), new RegExp(TEST_JWT_SECRET, 'u'));
  });

  await suite.test('reads and sets drain mode and budgets, one by one', async () => {
    const before = (await api.get('/api/admin/config')).body;
    assert.deepEqual([before.drain_mode, before.provider_configured, before.llm_configured], [false, true, true]);
    assert.equal(before.budgets.llm_daily_usd, 50);
    assert.deepEqual(before.rate_limits.standard, { per_minute: 100, per_second: 10, burst: 10 });
    assert.ok(before.schedules.some((schedule: { name: string }) => schedule.name === 'spend-sweep'));

    const changed = await api.put('/api/admin/config', {
      drain_mode: true,
      budgets: { run_cost_usd: 0, workflow_hourly_usd: { 'serp-tracking': 2 } },
    });
    assert.equal(changed.body.drain_mode, true);
    assert.deepEqual(changed.body.budgets, { ...before.budgets, run_cost_usd: 0, workflow_hourly_usd: { 'serp-tracking': 2 } });
    assert.equal(before.budgets.daily_usd, 50);
    const restored = await api.put('/api/admin/config', { drain_mode: false, budgets: { run_cost_usd: null, workflow_hourly_usd: null } });
    assert.deepEqual([restored.body.drain_mode, restored.body.budgets], [false, before.budgets]);
    for (const body of [
      { drain_mode: 'yes' },
      { budgets: { run_cost_usd: -1 } },
      { budgets: { run_requests: 1.5 } },
      { budgets: { daily_usd: '5' } },
    ])
      assert.equal((await api.put('/api/admin/config', body)).status, 400, JSON.stringify(body));
  });

  await suite.test('checks and makes the analytics tables', async () => {
    const check = await api.get('/test/clickhouse');
    assert.deepEqual([check.status, check.body.status, check.body.clickhouse_connected], [200, 'ok', true]);
    assert.ok(check.body.sample_query_result.some((row: { table: string }) => row.table === 'serp_runs'));
    const made = await api.post('/init/clickhouse');
    assert.deepEqual([made.status, made.body.status], [200, 'ok']);
    for (const table of ['keyword_snapshots', 'serp_runs', 'app_analytics']) assert.ok(made.body.tables_created.includes(table), table);
    assert.equal((await api.get('/init/clickhouse')).status, 200);
    assert.deepEqual((await api.post('/api/admin/migrate')).body, { success: true, applied: [] });
  });

  await suite.test('shows workflows, and 404 for an unknown one or another type', async () => {
    const id = await app.context.workflows.start('spend-sweep', {});
    await app.context.workflows.waitFor(id, PATIENCE_MS);
    const { status, body } = await api.get(`/api/admin/workflow/spend-sweep/${id}`);
    assert.equal(status, 200);
    assert.deepEqual([body.id, body.workflow_id, body.type, body.status], [id, id, 'spend-sweep', 'completed']);
    assert.ok(Array.isArray(body.steps));
    assert.equal(body.status_url, `/api/admin/workflow/spend-sweep/${encodeURIComponent(id)}`);
    assert.equal((await api.get(`/api/admin/workflow/serp-tracking/${id}`)).status, 404);
    assert.equal((await api.get('/api/admin/workflow/spend-sweep/unknown')).status, 404);
  });

  await suite.test('describes itself with a document and a page', async () => {
    const { body } = await anonymous.get('/openapi.json');
    assert.equal(body.openapi, '3.1.1');
    for (const path of ['/health', '/metrics', '/api/admin/config', '/docs', '/openapi.json']) assert.ok(body.paths[path], path);
    assert.equal((await anonymous.get('/docs')).status, 200);
  });
});
