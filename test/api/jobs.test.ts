import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNextInstant } from '#workflows/schedules/cron.ts';
import { startAreaServer, type AreaServer } from '../support/area-server.ts';
import { assertAllRefused, type BadRequest } from '../support/bad-input.ts';

const CATALOG = 'job_admin_catalog_refresh';
const TRACKING = 'job_customer_app_tracking';
const STORE_B_CATEGORIES = 52;

test('jobs', async (t) => {
  const server = await startAreaServer(t);
  await t.test('the default jobs are there, with when they run next', () => listDefaults(server));
  await t.test('wrong input is refused by the names of its fields', () => refuseWrong(server));
  await t.test('jobs concern everybody: unknown ids are 404, bound keys 403, and reading takes no more than a key that reads', () =>
    access(server),
  );
  await t.test('a crawl by hand says what it will read, and is in the history', () => crawlByHand(server));
  await t.test('a run now is queued with its categories, and a second one is refused while it is under way', () => runNow(server));
  await t.test('a custom job is added, read and removed; default jobs stay', () => addAndRemove(server));
  await t.test('a configuration stays small however often something is merged into it', () => staySmall(server));
  await t.test('a change is merged, and the schedule holds from now on', () => change(server));
});

async function listDefaults({ api }: AreaServer): Promise<void> {
  const before = new Date();
  const { status, body } = await api.get('/api/jobs');
  assert.equal(status, 200);
  assert.deepEqual(body.pagination, { limit: 100, offset: 0, has_more: false, total: 4 });
  const [catalog, tracking, snapshots, free] = body.jobs;
  assert.deepEqual(
    [catalog.id, catalog.type, catalog.cron_schedule, catalog.is_enabled, catalog.is_default],
    [CATALOG, 'admin_catalog_refresh', '0 0 * * 0', false, true],
  );
  assert.deepEqual(
    [free.id, free.type, free.cron_schedule, free.is_enabled, free.config.platform],
    ['job_store_a_catalog_refresh', 'admin_catalog_refresh', '0 2 * * 1', true, 'store_a'],
  );
  assert.deepEqual(catalog.config, {
    platform: 'store_b',
    all_categories: true,
    related_app_depth: 0,
    chart_types: ['topselling_free'],
    device: 'phone',
  });
  assert.deepEqual([tracking.id, tracking.type, tracking.cron_schedule], [TRACKING, 'customer_app_tracking', '0 2 * * *']);
  assert.deepEqual([snapshots.id, snapshots.type, snapshots.cron_schedule], ['job_backlink_snapshots', 'backlink_snapshots', '0 4 * * 1']);
  for (const job of body.jobs) {
    assert.deepEqual([job.last_run, job.last_run_status], [null, null]);
    if (!job.is_enabled) {
      assert.equal(job.next_run, null);
      continue;
    }
    // The test may run over an instant.
    const instants = [before, new Date()].map((now) => findNextInstant(job.cron_schedule, now)?.toISOString());
    assert.ok(instants.includes(job.next_run), job.next_run);
  }
  const one = await api.get(`/api/jobs/${CATALOG}`);
  const { success, job, estimate, ...fields } = one.body;
  assert.ok(estimate.calls > 0 && estimate.cost_usd > 0, 'what a run costs');
  assert.equal(success, true);
  assert.deepEqual(job, catalog);
  assert.deepEqual(fields, catalog);
}

async function change({ api }: AreaServer): Promise<void> {
  const changed = await api.put(`/api/jobs/${CATALOG}`, { config: { limit: 50, related_app_depth: 1 } });
  assert.equal(changed.status, 200);
  assert.equal(changed.body.success, true);
  assert.equal(typeof changed.body.job.updated_at, 'number');
  assert.ok(Math.abs(changed.body.job.updated_at - Date.now()) < 60_000);
  assert.deepEqual(changed.body.job.config, {
    platform: 'store_b',
    all_categories: true,
    related_app_depth: 1,
    chart_types: ['topselling_free'],
    device: 'phone',
    limit: 50,
  });
  assert.equal(changed.body.job.cron_schedule, '0 0 * * 0');

  const moved = await api.put(`/api/jobs/${CATALOG}`, { cron_schedule: ' 30 4 1 1 * ', is_enabled: true });
  assert.deepEqual([moved.body.job.cron_schedule, moved.body.job.next_run.slice(4)], ['30 4 1 1 *', '-01-01T04:30:00.000Z']);
  const off = await api.put(`/api/jobs/${CATALOG}`, { is_enabled: false });
  assert.deepEqual([off.body.job.is_enabled, off.body.job.next_run, off.body.job.cron_schedule], [false, null, '30 4 1 1 *']);
  const manual = await api.put(`/api/jobs/${CATALOG}`, { cron_schedule: null });
  assert.deepEqual([manual.body.job.cron_schedule, manual.body.job.next_run, manual.body.job.config.limit], [null, null, 50]);

  // The other store has no charts of that kind, so they go in the same change.
  const other = await api.put(`/api/jobs/${CATALOG}`, { config: { platform: 'store_a', chart_types: null, device: 'ipad' } });
  assert.deepEqual([other.body.config.platform, other.body.config.chart_types, other.body.config.limit], ['store_a', null, 50]);
}

async function addAndRemove({ api }: AreaServer): Promise<void> {
  const made = await api.post('/api/jobs', {
    name: 'Games, hourly',
    type: 'admin_catalog_refresh',
    cron_schedule: '15 * * * *',
    config: { platform: 'store_a', category_ids: [6014, '7001'] },
  });
  assert.equal(made.status, 201);
  const { id } = made.body;
  assert.match(id, /^job_/u);
  assert.deepEqual(
    [made.body.is_enabled, made.body.is_default, made.body.config.category_ids, made.body.next_run.slice(13)],
    [true, false, ['6014', '7001'], ':15:00.000Z'],
  );
  const custom = await api.post('/api/jobs', { name: 'Mine', type: 'my_own_type', config: { anything: { deep: [1] } } });
  assert.deepEqual(
    [custom.status, custom.body.is_enabled, custom.body.cron_schedule, custom.body.config],
    [201, false, null, { anything: { deep: [1] } }],
  );
  const listed = await api.get('/api/jobs?limit=1&offset=4');
  assert.deepEqual([listed.body.jobs.map((job: { id: string }) => job.id), listed.body.pagination.total], [[id], 6]);

  const removed = await api.delete(`/api/jobs/${id}`);
  assert.deepEqual([removed.status, removed.body.job_id, removed.body.deleted], [200, id, true]);
  assert.deepEqual([(await api.get(`/api/jobs/${id}`)).status, (await api.delete(`/api/jobs/${id}`)).status], [404, 404]);
  const kept = await api.delete(`/api/jobs/${TRACKING}`);
  assert.deepEqual([kept.status, kept.body.error], [409, 'Default jobs cannot be deleted']);
}

async function runNow({ api, started }: AreaServer): Promise<void> {
  const before = started.length;
  const dry = await api.post(`/api/jobs/${CATALOG}/run`, { dry_run: true });
  assert.deepEqual([dry.body.dry_run, dry.body.estimate], [true, { calls: STORE_B_CATEGORIES, cost_usd: 0.0624 }]);
  assert.equal(started.length, before);

  const run = await api.post(`/api/jobs/${CATALOG}/run`);
  assert.equal(run.status, 200);
  const { run_id: runId } = run.body;
  assert.deepEqual([run.body.success, run.body.queued_categories, run.body.estimated_duration], [true, STORE_B_CATEGORIES, '3 minutes']);
  assert.deepEqual(started.at(-1), { workflow: 'job-run', input: { run_id: runId }, id: runId });

  const again = await api.post(`/api/jobs/${CATALOG}/run`);
  assert.deepEqual(
    [again.status, again.body.error, again.body.details],
    [409, 'Job is already running', { run_id: runId, status: 'queued' }],
  );
  const other = await api.post(`/api/jobs/${TRACKING}/run`);
  assert.deepEqual([other.status, other.body.queued_categories], [200, 0]);

  const runs = await api.get(`/api/jobs/${CATALOG}/runs`);
  assert.equal(runs.body.job_id, CATALOG);
  assert.equal(runs.body.pagination.total, 1);
  const [row] = runs.body.runs;
  assert.deepEqual(
    [row.id, row.job_id, row.status, row.trigger, row.platform, row.started_at, row.completed_at, row.error, row.total_cost_usd],
    [runId, CATALOG, 'queued', 'api', 'store_b', null, null, null, 0],
  );
  assert.deepEqual(row.metadata, { categories_queued: STORE_B_CATEGORIES, categories_processed: 0, apps_discovered: 0, errors: 0 });
  const job = (await api.get(`/api/jobs/${CATALOG}`)).body;
  assert.deepEqual([job.last_run, job.last_run_status], [row.created_at, 'queued']);

  const queue = await api.get(`/api/jobs/${CATALOG}/queue?limit=2&offset=1`);
  assert.deepEqual([queue.body.job_id, queue.body.count, queue.body.pagination.total], [CATALOG, 2, STORE_B_CATEGORIES]);
  const [item] = queue.body.queue_items;
  assert.deepEqual(
    [item.run_id, item.category_id, item.status, item.created_at, item.started_at],
    [runId, 'ART_AND_DESIGN', 'pending', row.created_at, null],
  );
  assert.equal((await api.get(`/api/jobs/${CATALOG}/queue?status=completed`)).body.pagination.total, 0);
}

async function crawlByHand({ api, started }: AreaServer): Promise<void> {
  const crawl = await api.post('/api/admin/start-crawl', {
    platform: 'store_b',
    chart_types: ['topselling_free', 'topgrossing'],
    device: 'tablet',
    limit: 40,
    category_ids: ['GAME_WORD', 'FINANCE', 'GAME_WORD'],
    related_app_depth: 1,
  });
  assert.equal(crawl.status, 200);
  assert.deepEqual(
    [crawl.body.success, crawl.body.queued, crawl.body.categories],
    [
      true,
      2,
      [
        { id: 'GAME_WORD', name: 'Word' },
        { id: 'FINANCE', name: 'Finance' },
      ],
    ],
  );
  // 40 apps of each category with ten similar ones each; two charts a category and a page an app, three at once, 8 s apart.
  assert.deepEqual([crawl.body.estimated_apps, crawl.body.estimated_duration_seconds], [880, Math.ceil(884 / 3) * 8]);
  assert.deepEqual(started.at(-1), { workflow: 'job-run', input: { run_id: crawl.body.run_id }, id: crawl.body.run_id });

  const whole = await api.post('/api/admin/start-crawl', { platform: 'store_a' });
  assert.deepEqual([whole.body.queued, whole.body.estimated_apps], [46, 46 * 30]);
  const dry = await api.post('/api/admin/start-crawl', { platform: 'store_a', dry_run: true });
  assert.deepEqual([dry.body.queued, dry.body.categories.length, dry.body.estimate], [0, 46, { calls: 46, cost_usd: 0 }]);

  const history = await api.get('/api/admin/crawl-runs?limit=1');
  assert.deepEqual([history.body.runs.length, history.body.pagination.total, history.body.pagination.has_more], [1, 2, true]);
  const [newest] = history.body.runs;
  assert.deepEqual([newest.id, newest.job_id, newest.platform, newest.status], [whole.body.run_id, null, 'store_a', 'queued']);
}

async function refuseWrong({ api, started }: AreaServer): Promise<void> {
  const start = (body: object, names: string[]): BadRequest => ({
    because: JSON.stringify(body),
    method: 'post',
    path: '/api/admin/start-crawl',
    body,
    names,
  });
  const put = (body: object, names: string[]): BadRequest => ({
    because: JSON.stringify(body),
    method: 'put',
    path: `/api/jobs/${CATALOG}`,
    body,
    names,
  });
  const post = (body: object, names: string[]): BadRequest => ({
    because: JSON.stringify(body),
    method: 'post',
    path: '/api/jobs',
    body,
    names,
  });
  await assertAllRefused(api, [
    start({}, ['platform']),
    start({ platform: 'store_c', device: 'tv' }, ['platform', 'device']),
    start({ platform: 'store_a', chart_types: ['topgrossing'], limit: 0 }, ['chart_types', 'limit']),
    start({ platform: 'store_b', limit: 201, related_app_depth: 3, chart_types: ['top'] }, [
      'limit',
      'related_app_depth',
      'chart_types[0]',
    ]),
    start({ platform: 'store_b', category_ids: ['GAME', '6014', 'NOWHERE'] }, ['category_ids[1]', 'category_ids[2]']),
    start({ platform: 'store_a', category_ids: 'GAME', limit: '5' }, ['category_ids', 'limit']),
    start({ platform: 'store_a', category_ids: [] }, ['category_ids']),
    ...['60 * * * *', '* * * *', 'daily', '0 0 30 2 *', '0 0 0 1 1 * 2030', '0 22-2 * * *', '', 5].map((cron) =>
      put({ cron_schedule: cron, is_enabled: 'yes' }, ['cron_schedule', 'is_enabled']),
    ),
    put({ config: { platform: 'store_a' } }, ['config.chart_types']),
    put({ config: { platform: null } }, ['config.platform']),
    put({ config: { all_categories: false } }, ['config.category_ids']),
    put({ config: { category_ids: ['6014'] } }, ['config.category_ids[0]']),
    put({ config: { limit: 0, device: 'tv' }, cron_schedule: 'x' }, ['config.limit', 'config.device', 'cron_schedule']),
    put({ config: { note: 'x'.repeat(20_000) } }, ['config']),
    put({ config: [] }, ['config']),
    post({}, ['name', 'type']),
    post({ name: 'x', type: 'Own Type' }, ['type']),
    post({ name: '', type: 'admin_catalog_refresh', cron_schedule: 'x' }, [
      'name',
      'cron_schedule',
      'config.platform',
      'config.category_ids',
    ]),
    { because: 'limit', method: 'get', path: `/api/jobs/${CATALOG}/queue?limit=501&status=done`, names: ['limit', 'status'] },
    { because: 'limit', method: 'get', path: '/api/admin/crawl-runs?limit=0', names: ['limit'] },
  ]);
  assert.deepEqual(started, []);
  const { body } = await api.get(`/api/jobs/${CATALOG}`);
  assert.deepEqual([body.cron_schedule, body.config.platform], ['0 0 * * 0', 'store_b']);
}

async function staySmall({ api }: AreaServer): Promise<void> {
  const { id } = (await api.post('/api/jobs', { name: 'Mine', type: 'mine' })).body;
  const statuses: number[] = [];
  for (const field of ['a', 'b', 'c']) statuses.push((await api.put(`/api/jobs/${id}`, { config: { [field]: 'x'.repeat(4_000) } })).status);
  assert.deepEqual(statuses, [200, 200, 400]);
  assert.deepEqual(Object.keys((await api.get(`/api/jobs/${id}`)).body.config), ['a', 'b']);
}

async function access({ api, withKey, started }: AreaServer): Promise<void> {
  const asked = ['', '/runs', '/queue'].map((rest) => api.get(`/api/jobs/job_unknown${rest}`));
  const answers = await Promise.all([...asked, api.put('/api/jobs/job_unknown', {}), api.post('/api/jobs/job_unknown/run')]);
  for (const answer of answers) assert.deepEqual([answer.status, answer.body.error], [404, 'Job not found']);

  await api.post('/api/projects', { name: 'Ours', organization_id: 'org_ours' });
  const bound = withKey({ scopes: ['read', 'write', 'admin'], organizationId: 'org_ours' });
  const refused = await Promise.all([
    bound.get('/api/jobs'),
    bound.get(`/api/jobs/${CATALOG}`),
    bound.get(`/api/jobs/${CATALOG}/runs`),
    bound.post('/api/jobs', { name: 'x', type: 'y' }),
    bound.put(`/api/jobs/${CATALOG}`, {}),
    bound.post(`/api/jobs/${CATALOG}/run`),
    bound.delete(`/api/jobs/${CATALOG}`),
    bound.post('/api/admin/start-crawl', { platform: 'store_a' }),
    bound.get('/api/admin/crawl-runs'),
  ]);
  assert.deepEqual([...new Set(refused.map(({ status }) => status))], [403]);
  const reader = withKey({ scopes: ['read'] });
  assert.equal((await reader.get('/api/jobs')).status, 200);
  assert.equal((await reader.post(`/api/jobs/${CATALOG}/run`)).status, 403);
  assert.equal((await withKey({ scopes: ['read', 'write'] }).post('/api/admin/start-crawl', { platform: 'store_a' })).status, 403);
  assert.deepEqual(started, []);
}
