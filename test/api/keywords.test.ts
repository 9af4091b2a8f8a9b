import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startAreaServer } from '../support/area-server.ts';
import { assertAllRefused, type BadRequest } from '../support/bad-input.ts';

async function openProject(t: TestContext) {
  const server = await startAreaServer(t);
  const made = await server.api.post('/api/projects', { name: 'Shop', organization_id: 'org_1' });
  return { ...server, projectId: made.body.project_id as string };
}

test('a single keyword is tracked under either spelling', async (t) => {
  const { api, projectId, started } = await openProject(t);
  const made = await api.post('/api/keywords/track', {
    project_id: projectId,
    keyword: 'Running Shoes',
    target_domain: 'https://www.example.com/x',
  });
  assert.equal(made.status, 200);
  const [keyword] = made.body.keywords;
  assert.match(keyword.keyword_id, /^kw_[0-9a-f]+$/u);
  assert.deepEqual(
    { ...keyword, keyword_id: '' },
    {
      keyword_id: '',
      keyword_text: 'Running Shoes',
      keyword: 'Running Shoes',
      project_id: projectId,
      status: 'tracking',
      serp_queued: true,
      location_code: 2840,
      language_code: 'en',
      device: 'desktop',
      engine: 'engine_a',
      channel: 'seo',
      target_domain: 'example.com',
    },
  );
  assert.deepEqual([made.body.success, made.body.keywords_tracked, made.body.keywords_queued, made.body.dry_run], [true, 1, 1, false]);
  assert.deepEqual(made.body.serp_tracking, {
    orchestration: 'workflow',
    keywords_queued: 1,
    workflow_id: started[0]?.id,
    status_url: `/api/admin/workflow/serp-tracking/${started[0]?.id}`,
    workflow_ids: [started[0]?.id],
  });
  assert.ok(Date.parse(made.body.estimated_completion) > 0);

  const again = await api.post('/api/keywords/track', { project_id: projectId, keyword_text: 'running  shoes' });
  assert.equal(again.body.keywords[0].keyword_id, keyword.keyword_id);
  assert.equal(again.body.keywords[0].serp_queued, false);
  assert.equal(again.body.estimated_completion, null);
  assert.equal(started.length, 1);
});

test('a batch mixes spellings, devices and places; the list and the subscriptions show it', async (t) => {
  const { api, projectId } = await openProject(t);
  const made = await api.post('/api/keywords/track', {
    keywords: [
      { project_id: projectId, keyword_text: 'coffee' },
      { project_id: projectId, keyword: 'coffee', device: 'mobile' },
      { project_id: projectId, keyword: 'tea', location_code: 2826, language_code: 'en', check_interval: 'weekly', depth: 50 },
      { project_id: projectId, keyword: 'cafe near me', channel: 'local' },
    ],
  });
  assert.equal(made.body.keywords_tracked, 4);

  const listed = await api.get(`/api/project-keywords?project_id=${projectId}`);
  assert.equal(listed.body.pagination.total, 4);
  const tea = listed.body.keywords.find((keyword: { keyword: string }) => keyword.keyword === 'tea');
  assert.deepEqual(
    [tea.location_code, tea.depth, tea.check_interval, tea.search_volume, tea.current_rank],
    [2826, 50, 'weekly', null, null],
  );
  assert.ok(Number.isInteger(tea.next_check));
  for (const [query, total] of [
    ['channel=local', 1],
    ['channel=seo', 3],
    ['channel=app_store', 0],
    ['status=untracked', 0],
    ['status=all&limit=2', 4],
  ] as const) {
    assert.equal((await api.get(`/api/project-keywords?project_id=${projectId}&${query}`)).body.pagination.total, total, query);
  }
  const subscriptions = await api.get(`/api/subscriptions?project_id=${projectId}`);
  assert.equal(subscriptions.body.subscriptions.length, 4);
  const local = subscriptions.body.subscriptions.find(
    (subscription: { subscription_type: string }) => subscription.subscription_type === 'serp_local',
  );
  assert.equal(local.keyword_text, 'cafe near me');
  assert.equal(local.customer_id, 'org_1');
  assert.equal(local.is_active, 1);
  assert.ok(Number.isInteger(local.next_check) && Number.isInteger(local.created_at));
  assert.equal((await api.get(`/api/projects/${projectId}`)).body.project.stats.total_keywords, 4);
});

test('untrack reads the body or the query', async (t) => {
  const { api, projectId } = await openProject(t);
  const { keywords } = (
    await api.post('/api/keywords/track', { project_id: projectId, keywords: [{ keyword: 'a' }, { keyword: 'b' }, { keyword: 'c' }] })
  ).body;
  const [a, b, c] = keywords.map((keyword: { keyword_id: string }) => keyword.keyword_id);
  const byBody = await api.post('/api/keywords/untrack', { project_id: projectId, keyword_ids: [a, 'kw_unknown'] });
  assert.deepEqual([byBody.status, byBody.body.untracked, byBody.body.keyword_ids, byBody.body.not_tracked], [200, 1, [a], ['kw_unknown']]);
  const byQuery = await api.post(`/api/keywords/untrack?project_id=${projectId}&keyword_ids=${b},${c}`);
  assert.equal(byQuery.body.untracked, 2);
  assert.equal((await api.get(`/api/project-keywords?project_id=${projectId}`)).body.pagination.total, 0);
  assert.equal((await api.get(`/api/project-keywords?project_id=${projectId}&status=untracked`)).body.pagination.total, 3);
  assert.equal((await api.post('/api/keywords/untrack', { project_id: projectId, keyword_ids: ['kw_unknown'] })).status, 404);
});

test('a dry run shows the price and changes nothing', async (t) => {
  const { api, projectId, started } = await openProject(t);
  const answer = await api.post('/api/keywords/track', {
    project_id: projectId,
    dry_run: true,
    keywords: [{ keyword: 'a' }, { keyword: 'b', device: 'mobile' }],
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.dry_run, true);
  assert.deepEqual(answer.body.estimate, { calls: 2, cost_usd: 0.02, monthly_cost_usd: 0.6 });
  assert.deepEqual(started, []);
  assert.equal((await api.get(`/api/project-keywords?project_id=${projectId}`)).body.pagination.total, 0);
});

test("another organization's projects and unknown ones are not found, and nothing of the batch is done", async (t) => {
  const { api, withKey, projectId, started } = await openProject(t);
  const theirs = (await api.post('/api/projects', { name: 'Theirs', organization_id: 'org_theirs' })).body.project_id as string;
  const ours = withKey({ organizationId: 'org_1' });
  const refused = [
    await ours.post('/api/keywords/track', {
      keywords: [
        { project_id: projectId, keyword: 'a' },
        { project_id: theirs, keyword: 'a' },
      ],
    }),
    await ours.post('/api/keywords/track', { project_id: theirs, keyword: 'a', dry_run: true }),
    await ours.post('/api/keywords/untrack', { project_id: theirs, keyword_ids: ['kw_1'] }),
    await ours.get(`/api/project-keywords?project_id=${theirs}`),
    await ours.get(`/api/subscriptions?project_id=${theirs}`),
    await ours.get('/api/project-keywords?project_id=proj_unknown'),
  ];
  for (const answer of refused) assert.deepEqual([answer.status, answer.body.error], [404, 'Project not found']);
  assert.deepEqual(started, []);
  assert.equal((await withKey({ scopes: ['read'] }).post('/api/keywords/track', { project_id: projectId, keyword: 'a' })).status, 403);
});

test('wrong input is refused by the names of its fields, with their place in the batch', async (t) => {
  const { api, projectId } = await openProject(t);
  const one = { project_id: projectId, keyword_text: 'coffee' };
  const track = (because: string, body: unknown, names: string[]): BadRequest => ({
    because,
    method: 'post',
    path: '/api/keywords/track',
    body,
    names,
  });
  const batch = (because: string, keywords: unknown, names: string[]): BadRequest =>
    track(because, { project_id: projectId, keywords }, names);
  const get = (path: string, names: string[]): BadRequest => ({ because: path, method: 'get', path, names });
  const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
  await assertAllRefused(api, [
    track('nothing', {}, ['project_id', 'keyword_text']),
    track('a list', [one], ['body']),
    track('empty texts', { project_id: '', keyword_text: '  ' }, ['project_id', 'keyword_text']),
    track(
      'wrong types',
      { project_id: 1, keyword: 5, location_code: '2840', language_code: 1, device: true, target_domain: {}, depth: 'x', dry_run: 'yes' },
      ['project_id', 'keyword_text', 'location_code', 'language_code', 'device', 'target_domain', 'depth', 'dry_run'],
    ),
    track(
      'unknown values',
      { ...one, device: 'tablet', engine: 'engine_c', channel: 'maps', depth_strategy: 'deep', check_interval: 'hourly' },
      ['device', 'engine', 'channel', 'depth_strategy', 'check_interval'],
    ),
    track('unknown place and language', { ...one, location_code: 123, language_code: 'EN' }, ['location_code', 'language_code']),
    track('huge and fractional numbers', { ...one, location_code: 1e300, depth: 10.5 }, ['location_code', 'depth']),
    track('a depth below', { ...one, depth: 9 }, ['depth']),
    track('a depth above', { ...one, depth: 201 }, ['depth']),
    track('701 characters', { ...one, keyword_text: 'x'.repeat(701) }, ['keyword_text']),
    track('11 words', { ...one, keyword_text: words(11) }, ['keyword_text']),
    track('control characters', { ...one, keyword_text: 'a\u0001b' }, ['keyword_text']),
    track('a line break', { ...one, keyword_text: 'a\nb' }, ['keyword_text']),
    track('places of an engine that lists none', { ...one, engine: 'engine_b', channel: 'local' }, ['engine']),
    batch('the same for one of a list', [{ keyword: 'a' }, { keyword: 'b', engine: 'engine_b', channel: 'local' }], ['keywords[1].engine']),
    track('a private host', { ...one, target_domain: 'http://192.168.0.1/' }, ['target_domain']),
    batch('no list', 'coffee', ['keywords']),
    batch('an empty list', [], ['keywords']),
    batch('a null list', null, ['keywords']),
    batch('texts for objects', ['coffee'], ['keywords[0]']),
    batch(
      'one bad among good',
      [{ keyword: 'a' }, { keyword: 'b', location_code: 5 }, {}],
      ['keywords[1].location_code', 'keywords[2].keyword_text'],
    ),
    batch(
      'too many',
      Array.from({ length: 1001 }, (_, number) => ({ keyword: `k${number}` })),
      ['keywords'],
    ),
    track('entries without a project', { keywords: [{ keyword: 'a' }, one] }, ['keywords[0].project_id']),
    track('a bad value beside the list', { project_id: projectId, device: 'tablet', keywords: [{ keyword: 'a' }, { keyword: 'b' }] }, [
      'device',
    ]),
    { because: 'nothing', method: 'post', path: '/api/keywords/untrack', body: {}, names: ['project_id', 'keyword_ids'] },
    {
      because: 'wrong types',
      method: 'post',
      path: '/api/keywords/untrack',
      body: { project_id: 1, keyword_ids: 'kw_1' },
      names: ['project_id', 'keyword_ids'],
    },
    {
      because: 'an empty list',
      method: 'post',
      path: '/api/keywords/untrack',
      body: { project_id: projectId, keyword_ids: [] },
      names: ['keyword_ids'],
    },
    get('/api/project-keywords', ['project_id']),
    get(`/api/project-keywords?project_id=${projectId}&status=gone&channel=tv&limit=501&offset=x`, [
      'status',
      'channel',
      'limit',
      'offset',
    ]),
    get('/api/subscriptions', ['project_id']),
    get(`/api/subscriptions?project_id=${projectId}&limit=0&status=x`, ['limit', 'status']),
  ]);
  assert.equal((await api.get(`/api/project-keywords?project_id=${projectId}&status=all`)).body.pagination.total, 0);
});

test('the longest keyword, ten words and every writing system are taken as they are', async (t) => {
  const { api, projectId } = await openProject(t);
  const keywords = ['x'.repeat(700), 'a b c d e f g h i j', 'ラーメン 東京', 'مطعم', '🍕 pizza', 'l\'été — "quoted" %_\\'].map(
    (keyword) => ({ keyword }),
  );
  const made = await api.post('/api/keywords/track', { project_id: projectId, keywords });
  assert.equal(made.status, 200);
  const listed = await api.get(`/api/project-keywords?project_id=${projectId}`);
  const texts = listed.body.keywords.map((keyword: { keyword: string }) => keyword.keyword);
  assert.deepEqual(texts.toSorted(), keywords.map(({ keyword }) => keyword).toSorted());
});

test('a thousand keywords of 700 characters fit into one request', async (t) => {
  const { api, projectId, started } = await openProject(t);
  const keywords = Array.from({ length: 1000 }, (_, number) => ({
    keyword: `${number} ${'long'.repeat(170)}`,
    device: number % 2 === 0 ? 'desktop' : 'mobile',
  }));
  const made = await api.post('/api/keywords/track', { project_id: projectId, keywords });
  assert.equal(made.status, 200);
  assert.equal(made.body.keywords_queued, 1000);
  assert.equal(started.length, 1);
});
