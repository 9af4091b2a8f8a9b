import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ApiClient } from '../support/api-client.ts';
import { startAreaServer } from '../support/area-server.ts';
import { assertAllRefused } from '../support/bad-input.ts';

async function openProject(t: TestContext) {
  const server = await startAreaServer(t);
  const made = await server.api.post('/api/projects', { name: 'Shop', organization_id: 'org_1' });
  return { ...server, projectId: made.body.project_id as string };
}

async function track(api: ApiClient, projectId: string, keywords: readonly object[]): Promise<string[]> {
  const { body } = await api.post('/api/keywords/track', { project_id: projectId, keywords });
  return body.keywords.map((keyword: { keyword_id: string }) => keyword.keyword_id);
}

async function makeTag(api: ApiClient, projectId: string, name: string): Promise<string> {
  return (await api.post('/api/tags', { project_id: projectId, name })).body.tag.id;
}

async function list(api: ApiClient, projectId: string, query = ''): Promise<any[]> {
  return (await api.get(`/api/project-keywords?project_id=${projectId}${query}`)).body.keywords;
}

function textsOf(keywords: readonly any[]): string[] {
  return keywords.map(({ keyword }): string => keyword).toSorted();
}

test('tags are added, listed by name with their keywords, changed and removed', async (t) => {
  const { api, projectId } = await openProject(t);
  const [shoes = '', boots = ''] = await track(api, projectId, [{ keyword: 'shoes' }, { keyword: 'boots' }]);
  const made = await api.post('/api/tags', { project_id: projectId, name: ' Shop · öl ', color: 'teal' });
  assert.deepEqual([made.status, made.body.tag.name, made.body.tag.color], [201, 'Shop · öl', 'teal']);
  const brand = await makeTag(api, projectId, 'brand');
  await api.post('/api/project-keywords/bulk', { project_id: projectId, keyword_ids: [shoes, boots], add_tag_ids: [brand] });

  const taken = await api.post('/api/tags', { project_id: projectId, name: 'BRAND' });
  assert.deepEqual([taken.status, taken.body.error, taken.body.details], [409, 'Tag exists', { tag_id: brand }]);
  const renamed = await api.put(`/api/tags/${made.body.tag.id}`, { name: 'Brand' });
  assert.deepEqual([renamed.status, renamed.body.error], [409, 'Tag exists']);
  assert.equal((await api.put(`/api/tags/${brand}`, { name: 'Brand', color: 'red' })).body.tag.name, 'Brand');

  const listed = await api.get(`/api/tags?project_id=${projectId}`);
  assert.deepEqual(
    listed.body.tags.map((tag: any) => [tag.name, tag.color, tag.keywords]),
    [
      ['Brand', 'red', 2],
      ['Shop · öl', 'teal', 0],
    ],
  );
  await api.post('/api/keywords/untrack', { project_id: projectId, keyword_ids: [boots] });
  assert.equal((await api.get(`/api/tags?project_id=${projectId}`)).body.tags[0].keywords, 1);

  assert.equal((await api.delete(`/api/tags/${brand}`)).status, 200);
  assert.deepEqual((await api.delete(`/api/tags/${brand}`)).body.error, 'Tag not found');
  assert.deepEqual((await list(api, projectId))[0].tags, []);
});

test('a keyword has its tags, note, star and target page in every engine and channel', async (t) => {
  const { api, projectId } = await openProject(t);
  const [shoes = ''] = await track(api, projectId, [{ keyword: 'shoes' }, { keyword: 'shoes', engine: 'engine_b' }, { keyword: 'boots' }]);
  const [b, a] = [await makeTag(api, projectId, 'b'), await makeTag(api, projectId, 'a')];
  const edited = await api.put(`/api/project-keywords/${shoes}`, {
    project_id: projectId,
    tag_ids: [b, a],
    note: 'two\nlines',
    starred: true,
    target_url: 'https://Example.com/shoes?size=9#top',
  });
  assert.equal(edited.status, 200, JSON.stringify(edited.body));
  assert.equal(edited.body.keywords.length, 2);
  const organized = (keyword: any) => [keyword.tags.map((tag: any) => tag.name), keyword.note, keyword.starred, keyword.target_url];
  for (const keyword of edited.body.keywords)
    assert.deepEqual(organized(keyword), [['a', 'b'], 'two\nlines', true, 'https://example.com/shoes?size=9']);
  const [untouched] = await list(api, projectId, '&search=boots');
  assert.deepEqual(organized(untouched), [[], null, false, null]);

  const later = await api.put(`/api/project-keywords/${shoes}`, { project_id: projectId, remove_tag_ids: [b], note: '', target_url: null });
  assert.deepEqual(organized(later.body.keywords[0]), [['a'], null, true, null]);
  const same = await api.put(`/api/project-keywords/${shoes}`, { project_id: projectId });
  assert.deepEqual(same.body.keywords, later.body.keywords);

  const onlyOne = await api.put(`/api/project-keywords/${shoes}`, { project_id: projectId, engine: 'engine_b', check_interval: 'manual' });
  assert.deepEqual([onlyOne.body.keywords.length, onlyOne.body.keywords[0].next_check], [1, null]);
  const intervals = (await list(api, projectId, '&search=SHOES')).map(({ engine, check_interval }) => `${engine} ${check_interval}`);
  assert.deepEqual(intervals.toSorted(), ['engine_a daily', 'engine_b manual']);
});

test('the list and a bulk edit choose keywords by the same filters', async (t) => {
  const { api, projectId } = await openProject(t);
  const [shoes = '', boots = ''] = await track(api, projectId, [
    { keyword: 'Red_shoes 100%' },
    { keyword: 'red boots', device: 'mobile', check_interval: 'weekly' },
    { keyword: 'rote stiefel', location_code: 2276, language_code: 'de', engine: 'engine_b' },
    { keyword: 'red cafe', channel: 'local' },
  ]);
  const [tag, unused] = [await makeTag(api, projectId, 'tag'), await makeTag(api, projectId, 'unused')];
  await api.put(`/api/project-keywords/${shoes}`, { project_id: projectId, tag_ids: [tag] });
  await api.put(`/api/project-keywords/${boots}`, { project_id: projectId, starred: true });
  const cases: readonly (readonly [object, readonly string[]])[] = [
    [{ search: 'RED' }, ['Red_shoes 100%', 'red boots', 'red cafe']],
    [{ search: '_shoes 100%' }, ['Red_shoes 100%']],
    [{ search: '%' }, ['Red_shoes 100%']],
    [{ tag_ids: [tag, unused] }, ['Red_shoes 100%']],
    [{ tag_ids: [unused] }, []],
    [{ untagged: true }, ['red boots', 'red cafe', 'rote stiefel']],
    [{ untagged: false }, ['Red_shoes 100%']],
    [{ starred: true }, ['red boots']],
    [{ starred: false, engine: 'engine_a' }, ['Red_shoes 100%', 'red cafe']],
    [{ device: 'mobile' }, ['red boots']],
    [{ location_code: 2276 }, ['rote stiefel']],
    [{ language_code: 'de', device: 'desktop' }, ['rote stiefel']],
    [{ check_interval: 'weekly' }, ['red boots']],
    [{ channel: 'local' }, ['red cafe']],
    [{}, ['Red_shoes 100%', 'red boots', 'red cafe', 'rote stiefel']],
  ];
  for (const [filter, texts] of cases) {
    const query = Object.entries(filter).map(([name, value]) => `&${name}=${encodeURIComponent(String(value))}`);
    assert.deepEqual(textsOf(await list(api, projectId, query.join(''))), texts, JSON.stringify(filter));
    const bulk = await api.post('/api/project-keywords/bulk', { project_id: projectId, filter, note: JSON.stringify(filter) });
    assert.deepEqual([bulk.status, bulk.body.keywords], [200, texts.length], JSON.stringify(bulk.body));
    const noted = (await list(api, projectId)).filter(({ note }) => note === JSON.stringify(filter));
    assert.deepEqual(textsOf(noted), texts, JSON.stringify(filter));
  }
});

test('a bulk edit changes checks and untracks where it is asked to, and its dry run prices that', async (t) => {
  const { api, projectId, started } = await openProject(t);
  const [a = '', b = ''] = await track(api, projectId, [
    { keyword: 'a' },
    { keyword: 'b', depth: 50 },
    { keyword: 'b', depth: 50, engine: 'engine_b' },
  ]);
  const before = await list(api, projectId);
  const startedBefore = started.length;
  const weekly = { project_id: projectId, keyword_ids: [a, b, 'kw_unknown'], check_interval: 'weekly', depth: 100 };
  const priced = await api.post('/api/project-keywords/bulk', { ...weekly, dry_run: true });
  assert.equal(priced.status, 200, JSON.stringify(priced.body));
  const { month_end_change_usd: change, ...rest } = priced.body;
  // Prices of this test: a ten-thousandth of a dollar for each result of depth.
  assert.deepEqual(rest, {
    success: true,
    dry_run: true,
    estimate: { calls: 0, cost_usd: 0, monthly_cost_usd: -0.471429 },
    keywords: 2,
    not_tracked: ['kw_unknown'],
    monthly_before_usd: 0.6,
    monthly_after_usd: 0.128571,
  });
  assert.ok(change <= 0 && change > -0.6);
  assert.deepEqual(await list(api, projectId), before);

  const done = await api.post('/api/project-keywords/bulk', weekly);
  assert.deepEqual([done.body.dry_run, done.body.keywords, done.body.checks_changed, done.body.untracked], [false, 2, 3, 0]);
  const after = await list(api, projectId);
  for (const keyword of after) assert.deepEqual([keyword.check_interval, keyword.depth], ['weekly', 100]);
  const days = after.map(({ next_check }, at) => (next_check - before[at].next_check) / 86_400_000);
  assert.deepEqual(days, [6, 6, 6]);
  assert.equal((await api.post('/api/project-keywords/bulk', weekly)).body.checks_changed, 0);
  assert.equal(started.length, startedBefore);

  const ended = { project_id: projectId, filter: { engine: 'engine_b' }, untrack: true };
  const saved = await api.post('/api/project-keywords/bulk', { ...ended, dry_run: true });
  assert.deepEqual([saved.body.monthly_after_usd, saved.body.monthly_before_usd], [0, 0.042857]);
  assert.equal((await api.post('/api/project-keywords/bulk', ended)).body.untracked, 1);
  assert.deepEqual(
    (await list(api, projectId)).map(({ engine }) => engine),
    ['engine_a', 'engine_a'],
  );
  const subscriptions = (await api.get(`/api/subscriptions?project_id=${projectId}`)).body.subscriptions;
  assert.deepEqual(
    subscriptions.map(({ engine }: { engine: string }) => engine),
    ['engine_a', 'engine_a'],
  );
});

test('every edit is counted, and nothing else is', async (t) => {
  const { api, projectId, stores } = await openProject(t);
  const count = async (): Promise<number> => {
    const { rows } = await stores.postgres.query<{ edits: number }>('select edits from keyword_edits where project_id = $1', [projectId]);
    return rows[0]?.edits ?? 0;
  };
  assert.equal(await count(), 0);
  const [a = ''] = await track(api, projectId, [{ keyword: 'a' }]);
  const tag = await makeTag(api, projectId, 'tag');
  const edit = { project_id: projectId, keyword_ids: [a] };
  const edits: readonly (() => Promise<{ status: number }>)[] = [
    () => api.put(`/api/tags/${tag}`, { color: 'red' }),
    () => api.put(`/api/project-keywords/${a}`, { project_id: projectId, tag_ids: [tag] }),
    () => api.post('/api/project-keywords/bulk', { ...edit, starred: true }),
    () => api.delete(`/api/tags/${tag}`),
    () => api.post('/api/keywords/untrack', edit),
  ];
  assert.equal(await count(), 2);
  for (const [at, change] of edits.entries()) {
    assert.equal((await change()).status, 200);
    assert.equal(await count(), 3 + at);
  }
  await api.post('/api/project-keywords/bulk', { ...edit, starred: true, dry_run: true });
  await api.get(`/api/project-keywords?project_id=${projectId}`);
  await api.post('/api/keywords/untrack', edit);
  assert.equal(await count(), 2 + edits.length);
});

test("another organization's projects, keywords and tags are not found, and nothing of an edit is done", async (t) => {
  const { api, withKey, projectId } = await openProject(t);
  const theirs = (await api.post('/api/projects', { name: 'Theirs', organization_id: 'org_theirs' })).body.project_id as string;
  const [a = ''] = await track(api, projectId, [{ keyword: 'a' }]);
  const [b = ''] = await track(api, theirs, [{ keyword: 'b' }]);
  const [ourTag, theirTag] = [await makeTag(api, projectId, 'ours'), await makeTag(api, theirs, 'theirs')];
  const ours = withKey({ organizationId: 'org_1' });
  const bulk = '/api/project-keywords/bulk';
  const refused: readonly (readonly [Promise<{ status: number; body: any }>, string])[] = [
    [ours.get(`/api/tags?project_id=${theirs}`), 'Project'],
    [ours.post('/api/tags', { project_id: theirs, name: 'x' }), 'Project'],
    [ours.put(`/api/tags/${theirTag}`, { name: 'x' }), 'Tag'],
    [ours.delete(`/api/tags/${theirTag}`), 'Tag'],
    [ours.put(`/api/project-keywords/${b}`, { project_id: theirs, note: 'x' }), 'Project'],
    [ours.put(`/api/project-keywords/${b}`, { project_id: projectId, note: 'x' }), 'Keyword'],
    [ours.put(`/api/project-keywords/${a}`, { project_id: projectId, note: 'x', add_tag_ids: [ourTag, theirTag] }), 'Tag'],
    [ours.post(bulk, { project_id: theirs, filter: {}, note: 'x' }), 'Project'],
    [ours.post(bulk, { project_id: theirs, filter: {}, note: 'x', dry_run: true }), 'Project'],
    [ours.post(bulk, { project_id: projectId, keyword_ids: [b], note: 'x' }), 'Keyword'],
    [ours.post(bulk, { project_id: projectId, filter: {}, note: 'x', remove_tag_ids: [theirTag], dry_run: true }), 'Tag'],
  ];
  for (const [asked, thing] of refused) {
    const { status, body } = await asked;
    assert.deepEqual([status, body.error], [404, `${thing} not found`]);
  }
  const found = [...(await list(api, projectId)), ...(await list(api, theirs))];
  for (const { note, tags } of found) assert.deepEqual([note, tags], [null, []]);
  assert.equal(found.length, 2);
  assert.equal((await withKey({ scopes: ['read'] }).put(`/api/tags/${ourTag}`, { name: 'x' })).status, 403);
});

test('bounds hold: tags of a project and of a keyword', async (t) => {
  const { api, projectId, stores } = await openProject(t);
  const [a = ''] = await track(api, projectId, [{ keyword: 'a' }]);
  await stores.postgres.query(
    `insert into tags (id, project_id, name, color, created_at, updated_at)
     select 'tag_' || n, $1, n, 'gray', now(), now() from generate_series(1, 199) n`,
    [projectId],
  );
  const ids = Array.from({ length: 21 }, (_none, at) => `tag_${at + 1}`);
  const many = { project_id: projectId, keyword_ids: [a], note: 'x', add_tag_ids: ids.slice(0, 20) };
  assert.equal((await api.post('/api/project-keywords/bulk', many)).status, 200);
  const more = await api.post('/api/project-keywords/bulk', { ...many, note: 'y', add_tag_ids: ids.slice(20) });
  assert.deepEqual([more.status, more.body.error], [409, 'Too many tags']);
  const [keyword] = await list(api, projectId);
  assert.deepEqual([keyword.tags.length, keyword.note], [20, 'x']);

  const names = Array.from({ length: 5 }, (_none, at) => `last ${at}`);
  const made = await Promise.all(names.map((name) => api.post('/api/tags', { project_id: projectId, name })));
  assert.deepEqual(made.map(({ status }) => String(status)).toSorted(), ['201', '409', '409', '409', '409']);
});

test('wrong input is refused by the names of its fields', async (t) => {
  const { api, projectId } = await openProject(t);
  const bulk = { method: 'post', path: '/api/project-keywords/bulk' } as const;
  const put = { method: 'put', path: '/api/project-keywords/kw_1' } as const;
  await assertAllRefused(api, [
    { because: 'no project', ...put, body: { note: 'x' }, names: ['project_id'] },
    { because: 'a long note', ...put, body: { project_id: projectId, note: 'x'.repeat(2001) }, names: ['note'] },
    { because: 'a script', ...put, body: { project_id: projectId, target_url: 'javascript:alert(1)' }, names: ['target_url'] },
    {
      because: 'unknown words',
      ...put,
      body: { project_id: projectId, check_interval: 'hourly', depth_strategy: 'deep', depth: 9, starred: 1 },
      names: ['check_interval', 'depth_strategy', 'depth', 'starred'],
    },
    { because: 'nothing chosen', ...bulk, body: { project_id: projectId, note: 'x' }, names: ['keyword_ids'] },
    { because: 'both chosen', ...bulk, body: { project_id: projectId, keyword_ids: ['kw_1'], filter: {} }, names: ['keyword_ids'] },
    {
      because: 'too many',
      ...bulk,
      body: { project_id: projectId, keyword_ids: Array.from({ length: 10_001 }, () => 'kw_1') },
      names: ['keyword_ids'],
    },
    {
      because: 'a wrong filter',
      ...bulk,
      body: { project_id: projectId, filter: { search: ' ', location_code: 7, device: 'tv' } },
      names: ['filter.search', 'filter.location_code', 'filter.device'],
    },
    {
      ...bulk,
      because: 'a tag',
      path: '/api/tags',
      body: { project_id: projectId, name: 'x'.repeat(41), color: '#f00' },
      names: ['name', 'color'],
    },
    {
      because: 'a wrong list',
      method: 'get',
      path: `/api/project-keywords?project_id=${projectId}&starred=maybe&device=tv&check_interval=hourly&search=&language_code=xx`,
      names: ['starred', 'device', 'check_interval', 'search', 'language_code'],
    },
  ]);
});
