import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { startTestApp } from '../support/app.ts';
import { assertAllRefused } from '../support/bad-input.ts';

const ONBOARD_STEPS = [
  'initialize',
  'fetchBacklinks',
  'fetchReferringDomains',
  'fetchKeywords',
  'fetchSummary',
  'fetchHistory',
  'storeResults',
  'discoverProperties',
  'finalize',
];

test('starts, watches and steers workflows', async (suite) => {
  const ORIGIN = 'https://app.example.com';
  const { api, app, withKey } = await startTestApp(suite, { environment: { CORS_ORIGINS: ORIGIN } });
  const { project_id: projectId } = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_1' })).body;
  const website = { project_id: projectId, asset_type: 'website', value: 'https://www.example.com/', name: 'Shop' };

  await suite.test('asset-onboard makes the asset and its domain, and answers the output to who waits', async () => {
    const { status, body } = await api.post('/api/admin/workflow/asset-onboard', { ...website, wait: true });
    assert.equal(status, 200);
    assert.deepEqual([body.success, body.type, body.status], [true, 'asset-onboard', 'completed']);
    const assets = (await api.get(`/api/assets?project_id=${projectId}`)).body.assets;
    assert.deepEqual([assets[0].id, assets[0].value, assets.length], [body.output.asset_id, 'example.com', 1]);

    const child = await api.get(`/api/admin/workflow/domain-onboard/${body.output.domain_workflow_id}?wait_ms=20000`);
    assert.deepEqual(
      [child.body.status, child.body.parent, child.body.warning],
      ['completed', { id: body.workflow_id, type: 'asset-onboard', status: 'completed' }, undefined],
    );
    const parent = (await api.get(body.status_url)).body;
    assert.deepEqual(parent.children, [{ id: child.body.id, type: 'domain-onboard', status: 'completed' }]);
    assert.deepEqual(
      parent.steps.map((step: any) => [step.name, step.status, step.attempts, typeof step.duration_ms]),
      [
        ['initialize', 'completed', 1, 'number'],
        ['enqueueChildren', 'completed', 1, 'number'],
      ],
    );
    const again = await api.post('/api/admin/workflow/asset-onboard', { ...website, wait_ms: 20_000 });
    assert.equal(again.body.output.asset_id, body.output.asset_id);

    // Two organizations have one site: both follow its onboarding, and each only what is its own beside it.
    const other = (await api.post('/api/projects', { name: 'Other', organization_id: 'org_2' })).body.project_id;
    await api.post('/api/assets', { project_id: other, type: 'website', value: 'example.com', name: 'Site', skip_onboarding: true });
    const [own, stranger] = [
      await withKey({ scopes: ['read'], organization_id: 'org_1' }),
      await withKey({ scopes: ['read'], organization_id: 'org_2' }),
    ];
    assert.deepEqual((await own.get(child.body.status_url)).body.parent, child.body.parent);
    const shared = await stranger.get(child.body.status_url);
    assert.deepEqual([shared.status, shared.body.status, shared.body.parent], [200, 'completed', null]);
    assert.deepEqual((await stranger.get(body.status_url)).body.error, 'Workflow not found');
  });

  await suite.test('every kind of asset can be onboarded', async () => {
    const kinds = [
      { asset_type: 'app', platform: 'store_b', value: 'com.example.app' },
      { asset_type: 'app_ios', value: '284882215' },
      { asset_type: 'local_business', value: 'ChIJ_1' },
    ];
    for (const kind of kinds) {
      const { body } = await api.post('/api/admin/workflow/asset-onboard', { project_id: projectId, ...kind, use_workflow: true });
      assert.deepEqual([body.status, body.output.value, body.output.domain_workflow_id], ['completed', kind.value, null]);
    }
  });

  await suite.test('answers at once without a wait, and when the wait is over', async () => {
    const { body } = await api.post('/api/admin/workflow/domain-onboard', { domain: 'Example.ORG', project_id: projectId });
    assert.deepEqual(Object.keys(body).toSorted(), ['id', 'status', 'status_url', 'success', 'type', 'workflow_id']);
    assert.equal(body.status, 'running');
    const ended = await api.get(`${body.status_url}?wait_ms=20000`);
    assert.equal(ended.body.output.domain, 'example.org');

    const slow = await app.context.workflows.start('domain-onboard', { domain: 'example.net' }, { delayMs: 3_600_000 });
    const late = await api.get(`/api/admin/workflow/domain-onboard/${slow}?wait_ms=1`);
    assert.deepEqual([late.status, late.body.status, late.body.workflow_id], [200, 'queued', slow]);
    assert.match(late.body.warning, /status_url/u);
    assert.deepEqual(
      late.body.steps.map((step: any) => [step.name, step.status, step.attempts]),
      ONBOARD_STEPS.map((name) => [name, 'pending', 0]),
    );
  });

  await suite.test('names every wrong field', async () => {
    const start = (type: string, body: object, names: string[]) =>
      ({ because: `${type} ${JSON.stringify(body)}`, method: 'post', path: `/api/admin/workflow/${type}`, body, names }) as const;
    await assertAllRefused(api, [
      start('domain-onboard', {}, ['domain']),
      start('domain-onboard', { domain: 'localhost', project_id: 5, wait: 'yes' }, ['domain', 'project_id', 'wait']),
      start('domain-classify', { domain_id: '1', skip_llm: 1 }, ['domain', 'domain_id', 'skip_llm']),
      start('url-classify', { url: 'http://127.0.0.1/', force_llm: 'x' }, ['force_llm', 'url']),
      start('url-classify', { urls: [], url_ids: ['a'] }, ['url_ids[0]', 'urls']),
      start('keyword-classify', {}, ['keyword']),
      start('serp-tracking', { keyword_ids: 'kw', location_code: 'us' }, ['keyword_ids', 'location_code']),
      start('serp-tracking', { location_code: 2840 }, ['keyword_ids', 'project_id']),
      start('serp-tracking', { keyword_ids: [] }, ['keyword_ids']),
      start('serp-tracking', { dry_run: 1, force: 2 }, ['dry_run', 'force', 'keyword_ids', 'project_id']),
      start('app-details', { app_id: 'x', country: 'usa' }, ['app_id', 'country', 'platform']),
      start('asset-onboard', {}, ['asset_type', 'project_id', 'value']),
      start('asset-onboard', { asset_type: 'app_android', value: '12', name: '' }, ['name', 'project_id', 'value']),
      start('subscription-dispatch', { dry_run: 'true', limit: 0 }, ['dry_run', 'limit']),
      start('crawl-run', {}, ['platform']),
      start('crawl-run', { platform: 'store_a', chart_types: ['topgrossing'], limit: 201, related_app_depth: 3, device: 'tv' }, [
        'chart_types',
        'device',
        'limit',
        'related_app_depth',
      ]),
      start('domain-onboard', { domain: 'example.com', wait_ms: 25_001 }, ['wait_ms']),
    ]);
    const { body } = await api.post('/api/admin/workflow/domain-onboard', {});
    assert.equal(body.error, 'domain is required');
    const list = (name: string) => {
      const path = `/api/admin/workflows/${name}?type=odd&status=odd&limit=0`;
      return { because: path, method: 'get' as const, path, names: ['limit', 'status', 'type'] };
    };
    await assertAllRefused(api, ['running', 'history', 'failures'].map(list));
    // What cannot be started is a known type all the same.
    for (const type of [...joinAreas(areas).workflows.map(({ name }) => name), 'workflow-prune'])
      assert.equal((await api.get(`/api/admin/workflows/history?type=${type}`)).status, 200, type);
  });

  await suite.test('says 404 for unknown types', async () => {
    assert.equal((await api.post('/api/admin/workflow/nonsense', {})).status, 404);
    assert.equal((await api.post('/api/admin/workflow/spend-sweep', {})).status, 404);
    const unknown = await api.post('/api/admin/workflow/asset-onboard', { ...website, project_id: 'proj_unknown' });
    assert.deepEqual([unknown.status, unknown.body.error], [404, 'Project not found']);
    assert.equal((await api.get('/api/admin/workflow/nonsense/wf_1')).status, 404);
  });

  await suite.test('a dry run answers its estimate', async () => {
    const { body } = await api.post('/api/admin/workflow/subscription-dispatch', { dry_run: true, project_id: projectId });
    assert.deepEqual([body.status, body.estimate], ['completed', { calls: 0, cost_usd: 0 }]);
  });

  await suite.test('pauses, resumes and terminates, and refuses what a state does not allow', async () => {
    const id = await app.context.workflows.start('domain-onboard', { domain: 'example.net' }, { delayMs: 3_600_000 });
    const path = `/api/admin/workflow/domain-onboard/${id}`;
    assert.equal((await api.post(`${path}/resume`)).status, 409);
    const paused = await api.post(`${path}/pause`);
    assert.deepEqual([paused.status, paused.body.status, paused.body.id], [200, 'paused', id]);
    assert.equal((await api.get(path)).body.status, 'paused');
    assert.equal((await api.get(`/api/admin/workflows/running?status=paused`)).body.workflows[0].id, id);
    assert.equal((await api.post(`${path}/resume`)).status, 200);
    assert.equal((await api.get(`${path}?wait_ms=20000`)).body.status, 'completed');
    for (const [method, to] of [
      ['post', `${path}/pause`],
      ['delete', path],
    ] as const) {
      const { status, body } = await api[method](to);
      assert.deepEqual([status, body.error, body.details], [409, 'Workflow is already completed', { status: 'completed' }]);
    }
    const doomed = await app.context.workflows.start('domain-onboard', { domain: 'example.net' }, { delayMs: 3_600_000 });
    const gone = await api.delete(`/api/admin/workflow/domain-onboard/${doomed}`);
    assert.deepEqual([gone.status, gone.body.status], [200, 'terminated']);
    assert.equal((await api.delete(`/api/admin/workflow/domain-onboard/${doomed}`)).status, 409);
    for (const call of [api.post(`/api/admin/workflow/serp-tracking/${id}/pause`), api.delete('/api/admin/workflow/serp-tracking/no')])
      assert.equal((await call).status, 404);

    const history = (await api.get(`${path}/history`)).body;
    const events: [string, string | null][] = history.history.map((event: any) => [event.event, event.name]);
    const ofWhole = events.filter(([, name]) => name === null).map(([event]) => event);
    assert.deepEqual(ofWhole, ['queued', 'paused', 'resumed', 'started', 'completed']);
    const done = events.filter(([event]) => event === 'step_completed').map(([, name]) => name);
    assert.deepEqual([done[0], done.at(-1), new Set(done)], ['initialize', 'finalize', new Set(ONBOARD_STEPS)]);
    const part = (await api.get(`${path}/history?limit=2&offset=1`)).body;
    assert.deepEqual(part.history, history.history.slice(1, 3));
    assert.deepEqual(part.pagination, { limit: 2, offset: 1, has_more: true, total: 5 + ONBOARD_STEPS.length });
  });

  await suite.test('lists what runs, what has ended and what has failed', async () => {
    const failing = await api.post('/api/admin/workflow/asset-onboard', { ...website, value: 'example.edu' });
    await api.get(`${failing.body.status_url}?wait_ms=20000`);
    const ids = async (query: string): Promise<string[]> =>
      (await api.get(`/api/admin/workflows/${query}`)).body.workflows.map((workflow: any) => workflow.id);
    assert.ok((await ids('history?type=asset-onboard&status=completed')).includes(failing.body.workflow_id));
    assert.deepEqual(await ids('history?status=running'), []);
    assert.deepEqual(await ids('history?since=2200-01-01'), []);
    assert.ok((await ids('running')).every((id) => id !== failing.body.workflow_id));
    const { body } = await api.get('/api/admin/workflows/history?type=domain-onboard&limit=1&offset=1');
    assert.equal(body.workflows.length, 1);
    assert.ok(body.pagination.total > 2 && body.pagination.has_more);
    for (const query of ['history?status=done', 'running?limit=201', 'failures?since=yesterday', 'failures?offset=-1'])
      assert.equal((await api.get(`/api/admin/workflows/${query}`)).status, 400, query);
  });

  await suite.test('a failure is listed with its error, answered to a waiting request, and shown by its steps', async () => {
    // Its project vanishes between the check and the run.
    const doomed = await app.context.workflows.start('asset-onboard', { ...website, project_id: 'proj_gone' });
    const { body } = await api.get(`/api/admin/workflow/asset-onboard/${doomed}?wait_ms=20000`);
    assert.deepEqual([body.status, body.error, body.output, body.warning], ['failed', 'Project not found', null, undefined]);
    assert.deepEqual(
      body.steps.map((step: any) => [step.name, step.status, step.attempts, step.error]),
      [
        ['initialize', 'failed', 1, 'Project not found'],
        ['enqueueChildren', 'pending', 0, null],
      ],
    );
    const { workflows, pagination } = (await api.get('/api/admin/workflows/failures')).body;
    assert.deepEqual([pagination.total, workflows[0].id, workflows[0].error], [1, doomed, 'Project not found']);
    const events = (await api.get(`/api/admin/workflow/asset-onboard/${doomed}/history`)).body.history;
    assert.deepEqual(
      events.slice(-3).map((event: any) => [event.event, event.attempt, event.error]),
      [
        ['attempt_failed', 1, 'Project not found'],
        ['step_failed', 1, 'Project not found'],
        ['failed', null, 'Project not found'],
      ],
    );
  });

  await suite.test('a failure without a name is 500 and says only where to look', async (t) => {
    t.mock.method(app.context.workflows, 'waitFor', () => Promise.reject(new Error('password of 10.0.0.1')));
    const { status, body } = await api.post('/api/admin/workflow/domain-onboard', { domain: 'example.com', wait: true });
    assert.deepEqual([status, body.error], [500, 'Workflow failed']);
    assert.match(body.hint, /\/api\/admin\/workflow\/domain-onboard\/wf_/u);
    assert.doesNotMatch(JSON.stringify(body), /password/u);
  });

  await suite.test('web clients of the configured origins may read the status', async () => {
    const id = await app.context.workflows.start('domain-onboard', { domain: 'example.com' });
    const { headers } = await api.get(`/api/admin/workflow/domain-onboard/${id}`, { origin: ORIGIN });
    assert.deepEqual(
      ['origin', 'methods', 'headers'].map((name) => headers.get(`access-control-allow-${name}`)),
      [ORIGIN, 'GET, POST, DELETE, OPTIONS', 'Content-Type, Authorization'],
    );
    const stranger = await api.get(`/api/admin/workflow/domain-onboard/${id}`, { origin: 'https://evil.example' });
    assert.notEqual(stranger.headers.get('access-control-allow-origin'), 'https://evil.example');
  });

  await suite.test('is for keys of the whole service', async () => {
    const bound = await withKey({ scopes: ['read', 'write', 'admin'], organization_id: 'org_1' });
    const reader = await withKey({ scopes: ['read', 'write'] });
    for (const client of [bound, reader]) {
      assert.equal((await client.get('/api/admin/workflows/running')).status, 403);
      assert.equal((await client.post('/api/admin/workflow/domain-onboard/wf_1/pause')).status, 403);
      assert.equal((await client.delete('/api/admin/workflow/domain-onboard/wf_1')).status, 403);
    }
  });
});
