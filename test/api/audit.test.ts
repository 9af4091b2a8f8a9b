import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeApiClient, type ApiClient } from '../support/api-client.ts';
import { startTestApp, TEST_ADMIN_KEY, TEST_JWT_SECRET } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string | null };
  readonly action: string;
  readonly subject: Record<string, any>;
  readonly status: number;
  readonly address: string;
  readonly request_id: string;
}

async function read(api: ApiClient, query = ''): Promise<Entry[]> {
  const { status, body } = await api.get(`/api/admin/audit?limit=500${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.entries;
}

test('remembers what administrators do', async (suite) => {
  const { api, anonymous, app, stores, url, withKey } = await startTestApp(suite);

  await suite.test('who, what, when, from where and with what result; reading is not written down', async () => {
    const before = Date.now();
    const made = await api.post(
      '/api/admin/api-keys',
      { name: 'Operator', scopes: ['admin'], tier: 'enterprise' },
      { 'x-request-id': 'mine-1' },
    );
    await api.get('/api/admin/config');
    const operator = makeApiClient(url, made.body.key);
    await operator.put('/api/admin/config', { drain_mode: false, budgets: { run_cost_usd: 3 } });
    await operator.post('/api/admin/tokens', { sub: 'user_1', expires_in: 60 });
    await operator.get('/init/clickhouse');
    await operator.delete('/api/admin/api-keys/key_unknown');
    await operator.put('/api/admin/config', { drain_mode: 'maybe' });

    const entries = await read(api);
    assert.deepEqual(
      entries.map(({ action, status, actor }) => [action, status, actor.name]),
      [
        ['PUT /api/admin/config', 400, 'Operator'],
        ['DELETE /api/admin/api-keys/{id}', 404, 'Operator'],
        ['GET /init/clickhouse', 200, 'Operator'],
        ['POST /api/admin/tokens', 201, 'Operator'],
        ['PUT /api/admin/config', 200, 'Operator'],
        ['POST /api/admin/api-keys', 201, 'first admin key'],
      ],
    );
    const [refused, deleted, , token, config, key] = entries;
    assert.deepEqual(refused?.subject, {});
    assert.deepEqual(deleted?.subject, { id: 'key_unknown' });
    assert.deepEqual(token?.subject, { sub: 'user_1', expires_in: 60 });
    assert.deepEqual(config?.subject, { changes: { drain_mode: false, budgets: { run_cost_usd: 3 } } });
    assert.deepEqual([key?.subject['id'], key?.subject['name'], key?.subject['scopes']], [made.body.id, 'Operator', ['admin']]);
    assert.deepEqual([key?.request_id, key?.address, config?.actor.kind, config?.actor.id], ['mine-1', '127.0.0.1', 'key', made.body.id]);
    const at = new Date(key?.at ?? '').getTime();
    assert.ok(at >= before && at <= Date.now());
    await api.put('/api/admin/config', { budgets: { run_cost_usd: null } });
  });

  await suite.test('workflows that were started and ended, jobs, and calls that spend', async () => {
    const started = await api.post('/api/admin/workflow/subscription-dispatch', { dry_run: true });
    const { workflow_id: id } = started.body;
    await api.delete(`/api/admin/workflow/subscription-dispatch/${id}`);
    await api.post('/debug/dataforseo', { endpoint: '/v3/appendix/user_data', dry_run: true });
    await api.post('/api/jobs/job_unknown/run');
    const entries = (await read(api)).slice(0, 4);
    assert.deepEqual(
      entries.map(({ action, subject, status }) => [action, subject, status]),
      [
        ['POST /api/jobs/{jobId}/run', { jobId: 'job_unknown' }, 404],
        ['POST /debug/dataforseo', { endpoint: '/v3/appendix/user_data', dry_run: true }, 200],
        ['DELETE /api/admin/workflow/{type}/{workflow_id}', { type: 'subscription-dispatch', workflow_id: id }, 409],
        ['POST /api/admin/workflow/{type}', { type: 'subscription-dispatch', workflow_id: id }, 200],
      ],
    );
  });

  await suite.test('no key, token or secret, whatever was sent', async () => {
    const made = await api.post(`/api/admin/api-keys?api_key=${TEST_ADMIN_KEY}`, { name: 'Other', scopes: ['read'] });
    const signed = await api.post('/api/admin/tokens', { sub: 'user_2' });
    await api.delete(`/api/admin/api-keys/${'x'.repeat(300)}`);
    await api.delete('/api/admin/api-keys/a%00b%ED%A0%80');
    const { rows } = await stores.postgres.query('select * from audit_log');
    const text = JSON.stringify(rows);
    for (const secret of [made.body.key, signed.body.token, TEST_ADMIN_KEY, TEST_JWT_SECRET]) assert.ok(!text.includes(secret));
    assert.ok(!text.includes('x'.repeat(201)));
  });

  await suite.test('an answer that is only given again is no second action', async () => {
    const ask = () => api.post('/api/admin/tokens', { sub: 'user_once' }, { 'idempotency-key': 'once' });
    await ask();
    assert.equal((await ask()).headers.get('idempotency-replayed'), 'true');
    const entries = await read(api, '&action=tokens');
    assert.equal(entries.filter(({ subject }) => subject['sub'] === 'user_once').length, 1);
  });

  await suite.test('neither strangers nor keys without the scope can fill it', async () => {
    const before = (await read(api)).length;
    const reader = await withKey({ scopes: ['read', 'write'] });
    await anonymous.put('/api/admin/config', { drain_mode: true });
    await reader.put('/api/admin/config', { drain_mode: true });
    assert.equal((await read(api)).length, before + 1, 'the key that was made, and nothing else');
  });

  await suite.test('a bound administrator is remembered too, and does not read it', async () => {
    const bound = await withKey({ scopes: ['admin'], organization_id: 'org_audited' });
    await bound.post('/api/admin/migrate');
    const [entry] = await read(api, '&action=migrate');
    assert.deepEqual([entry?.action, entry?.status], ['POST /api/admin/migrate', 403]);
    assert.equal((await bound.get('/api/admin/audit')).status, 403);
  });

  await suite.test('is read by actor, action and time, in pages', async () => {
    const named = await read(api, '&actor=Operator');
    assert.ok(named.length >= 5 && named.every(({ actor }) => actor.name === 'Operator'));
    assert.deepEqual(await read(api, `&actor=${named[0]?.actor.id}`), named);
    assert.ok((await read(api, '&action=put%20/api/admin')).every(({ action }) => action === 'PUT /api/admin/config'));
    assert.deepEqual(await read(api, '&action=%25'), []);
    const [newest, second] = await read(api);
    assert.deepEqual(await read(api, `&since=${newest?.at}`), [newest]);
    const page = (await api.get(`/api/admin/audit?until=${newest?.at}&limit=1`)).body;
    assert.equal(page.entries[0].id, second?.id);
    assert.equal(page.pagination.has_more, true);
    const { status, body } = await api.get('/api/admin/audit?since=yesterday&until=x&limit=501');
    assert.deepEqual([status, body.details.length], [400, 3]);
  });

  await suite.test('an action counts although it could not be written down; the log has it then', async (t) => {
    const query = app.context.postgres.query.bind(app.context.postgres);
    t.mock.method(app.context.postgres, 'query', (text: string, ...rest: [any, any]) =>
      text.includes('into audit_log') ? Promise.reject(new Error('disk full')) : query(text, ...rest),
    );
    assert.equal((await api.put('/api/admin/config', { drain_mode: false })).status, 200);
  });

  await suite.test('is kept as long as is set, a year by default', async () => {
    assert.equal((await api.get('/api/admin/config')).body.audit_retention_days, 365);
    await stores.postgres.query(`update audit_log set at = now() - interval '40 days' where path = '/api/admin/tokens'`);
    const prune = async () =>
      (await app.context.workflows.waitFor<{ pruned: number }>(await app.context.workflows.start('audit-prune', {}), PATIENCE_MS))?.output;
    assert.deepEqual(await prune(), { pruned: 0 });
    assert.equal((await api.put('/api/admin/config', { audit_retention_days: 30 })).body.audit_retention_days, 30);
    assert.equal((await prune())?.pruned, 3);
    assert.deepEqual(await read(api, '&action=tokens'), []);
    assert.equal((await api.put('/api/admin/config', { audit_retention_days: 0 })).status, 400);
  });
});
