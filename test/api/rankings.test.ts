import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { assertAllRefused } from '../support/bad-input.ts';
import {
  advanceDay,
  countCalls,
  getTruth,
  makeProject,
  PROVIDER,
  toList,
  toTrack,
  track,
  trueRank,
  type TruthItem,
} from '../support/rankings-api.ts';

test('rankings over HTTP', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const world = (await sandbox.get('/_sandbox/world')).body;
  const keywords: string[] = world.keywords
    .filter((keyword: { location_code: number; language_code: string }) => keyword.location_code === 2840 && keyword.language_code === 'en')
    .slice(0, 12)
    .map((keyword: { keyword: string }) => keyword.keyword);
  const [first = '', second = ''] = keywords;
  const firstTruth = await getTruth(app, first);
  const sites = [
    ...new Set(firstTruth.filter((item) => item.type === 'organic').map((item) => (item.domain ?? '').replace(/^www\./u, ''))),
  ].slice(0, 3);
  const [mine = '', rival = ''] = sites;
  const projectId = await makeProject(api, sites);

  await t.test('positions of tracked keywords are those of the world, for own sites and competitors', async () => {
    await track(app, projectId, keywords);
    const { status, body } = await api.get(`/api/rankings?project_id=${projectId}&limit=200`);
    assert.equal(status, 200);
    assert.equal(body.count, keywords.length * sites.length);
    assert.deepEqual(body.pagination, { limit: 200, offset: 0, has_more: false, total: body.count });
    for (const row of body.rankings) {
      const truth = await getTruth(app, row.keyword);
      const expected = trueRank(truth, row.domain);
      assert.equal(row.position, expected, `${row.keyword} ${row.domain}`);
      assert.equal(row.status, expected === null ? 'not_found' : 'ranked');
      assert.deepEqual(
        [row.rank, row.rank_group, row.rank_absolute, row.keyword_text, row.ranking_url],
        [row.position, row.position, trueRank(truth, row.domain, 'page'), row.keyword, row.url],
      );
      assert.equal(row.relationship, row.domain === mine ? 'MINE' : 'COMPETITOR');
      assert.deepEqual(
        [row.channel, row.platform, row.provider, row.checked_depth, row.change],
        ['SEO', 'engine_a', 'provider', 100, null],
      );
      assert.equal(new Date(row.check_ts).toISOString(), row.checked_at);
      assert.match(row.year_week, /^\d{4}-W\d{2}$/u);
    }
  });

  await t.test('filters narrow the list, and paging walks through it once', async () => {
    const list = async (query: string) => (await api.get(`/api/rankings?project_id=${projectId}&${query}`)).body;
    const prefix = first.slice(0, 5).toUpperCase();
    const byPrefix = await list(`keyword=${encodeURIComponent(prefix)}&limit=200`);
    const expected = keywords.filter((keyword) => keyword.startsWith(prefix.toLowerCase()));
    assert.deepEqual(new Set(byPrefix.rankings.map((row: { keyword: string }) => row.keyword)), new Set(expected));
    assert.equal((await list('keyword=%25')).count, 0, 'a percent sign is a character, not a pattern');
    const [one] = byPrefix.rankings;
    assert.equal((await list(`keyword_id=${one.keyword_id}`)).count, sites.length);
    assert.equal((await list(`asset_id=${one.asset_id}&limit=200`)).count, keywords.length);
    assert.equal((await list('relationship=MINE')).pagination.total, keywords.length);
    assert.equal((await list('relationship=COMPETITOR')).pagination.total, keywords.length * (sites.length - 1));
    assert.equal(
      (await list('channel=seo&platform=engine_a&device=desktop&location_code=2840')).pagination.total,
      keywords.length * sites.length,
    );
    for (const nothing of [
      'platform=engine_b',
      'platform=store_a',
      'channel=app_store',
      'channel=store_b_app_store',
      'device=mobile',
      'status=pending',
      'location_code=2826',
    ])
      assert.equal((await list(nothing)).pagination.total, 0, nothing);

    const seen: string[] = [];
    for (let offset = 0, more = true; more; offset += 7) {
      const page = await list(`limit=7&offset=${offset}`);
      assert.equal(page.pagination.total, keywords.length * sites.length);
      seen.push(...page.rankings.map((row: { id: string }) => row.id));
      more = page.pagination.has_more;
    }
    assert.equal(seen.length, keywords.length * sites.length);
    assert.equal(new Set(seen).size, seen.length);
  });

  await t.test('the other results of the newest pages are listed as OTHER', async () => {
    const [row] = (await api.get(`/api/rankings?project_id=${projectId}&keyword=${encodeURIComponent(first)}`)).body.rankings;
    const { body } = await api.get(`/api/rankings?project_id=${projectId}&keyword_id=${row.keyword_id}&relationship=OTHER&limit=200`);
    const others = firstTruth.filter(
      (item) => item.type === 'organic' && sites.every((site) => item.domain !== site && !item.domain?.endsWith(`.${site}`)),
    );
    assert.deepEqual(
      body.rankings.map((other: { rank_absolute: number; domain: string }) => [other.rank_absolute, other.domain]),
      others.map((item) => [item.rank_absolute, item.domain]),
    );
    assert.equal(body.pagination.total, others.length);
  });

  await t.test('an on-demand check answers in both forms at once and is cached for every project', async () => {
    const keyword = 'an entirely new keyword';
    const before = await countCalls(app);
    const { status, body } = await api.post('/api/rankings/track', {
      project_id: projectId,
      keyword,
      location_code: 2840,
      device: 'desktop',
      check_url: `https://${rival}/x`,
    });
    assert.equal(status, 200);
    assert.deepEqual([body.success, body.cached, body.total_keywords, body.target_domain], [true, false, 1, rival]);
    const truth = await getTruth(app, keyword);
    assert.equal(body.position, trueRank(truth, rival));
    assert.deepEqual(
      body.positions.map((item: TruthItem & { rank: number }) => [item.rank, item.rank_absolute, item.rank_group, item.type, item.domain]),
      truth.map((item) => [item.rank_group, item.rank_absolute, item.rank_group, item.type, item.domain]),
    );
    const [result] = body.results;
    assert.deepEqual([result.run_id, result.query_id, result.cost], [body.run_id, body.query_id, body.total_cost]);
    assert.equal(result.top_domains.length, 10);
    assert.ok(body.total_cost > 0);
    assert.equal((await api.get(`/api/rankings?project_id=${projectId}&keyword=an%20entirely`)).body.count, 0, 'it is not tracked');

    const other = await makeProject(api, [rival], 'org_other');
    const again = await api.post('/api/rankings/track', { keywords: [{ project_id: other, keyword_text: keyword, depth: 50 }] });
    assert.deepEqual(
      [again.body.cached, again.body.total_cost, again.body.run_id, again.body.position],
      [true, 0, body.run_id, trueRank(truth, rival)],
    );
    assert.equal((await countCalls(app)) - before, 1);
    const forced = await api.post('/api/rankings/track', { force: true, keywords: [{ project_id: other, keyword_text: keyword }] });
    assert.deepEqual([forced.body.cached, forced.body.run_id === body.run_id], [false, false]);
    assert.equal((await countCalls(app)) - before, 2);
    const deeper = await api.post('/api/rankings/track', { project_id: other, keyword, depth: 200 });
    assert.equal(deeper.body.cached, false, 'a page that was read less deep does not serve');
  });

  await t.test('a project that begins to track a cached page shows it in its rankings', async () => {
    const late = await makeProject(api, [mine], 'org_late');
    const before = await countCalls(app);
    await track(app, late, [first]);
    const [row] = (await api.get(`/api/rankings?project_id=${late}`)).body.rankings;
    assert.deepEqual([row.status, row.position], ['ranked', trueRank(firstTruth, mine)]);
    assert.equal(await countCalls(app), before, 'the page of the day was there');
  });

  await t.test('the same page asked for many times at once is read once', async () => {
    const before = await countCalls(app);
    await sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'slow', rate: 1, delay_ms: 300 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        api.post('/api/rankings/track', { project_id: projectId, keyword: 'asked for by many', force: true }),
      ),
    );
    await sandbox.post('/_sandbox/faults', {});
    assert.equal((await countCalls(app)) - before, 1);
    assert.equal(new Set(answers.map(({ body }) => body.run_id)).size, 1);
    assert.equal(answers.filter(({ body }) => body.total_cost > 0).length, 1, 'one of them pays');
  });

  await t.test('of several keywords a failed one carries its error while others succeed', async () => {
    await sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'provider_40501', rate: 1, count: 1 });
    const { status, body } = await api.post('/api/rankings/track', {
      project_id: projectId,
      keywords: [{ keyword_text: 'batch one' }, { keyword_text: 'batch two' }, { keyword_text: 'batch one', device: 'mobile' }],
    });
    assert.equal(status, 200);
    assert.equal(body.success, true);
    const failed = body.results.filter((result: { success: boolean }) => !result.success);
    assert.equal(failed.length, 1);
    assert.equal(failed[0].status, 'failed');
    assert.match(failed[0].error, /40501/u);
    assert.deepEqual([failed[0].position, failed[0].cost], [null, 0]);
  });

  await t.test('history has one record per check date, and a failed day is no position', async () => {
    const days: { rank: number | null }[] = [{ rank: trueRank(await getTruth(app, second), mine) }];
    const check = () => api.post('/api/rankings/track', { project_id: projectId, keyword: second, force: true });
    for (let day = 0; day < 2; day += 1) {
      await advanceDay(app);
      days.push({ rank: trueRank(await getTruth(app, second), mine) });
      assert.equal((await check()).body.success, true);
    }
    await advanceDay(app);
    await sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'http_500', rate: 1 });
    const failed = await check();
    await sandbox.post('/_sandbox/faults', {});
    assert.deepEqual([failed.status, failed.body.success, failed.body.status, failed.body.position], [200, false, 'failed', null]);

    const [row] = (await api.get(`/api/rankings?project_id=${projectId}&keyword=${encodeURIComponent(second)}&relationship=MINE`)).body
      .rankings;
    assert.deepEqual([row.status, row.position, row.check_date === row.failed_at.slice(0, 10)], ['failed', days[2]?.rank, false]);

    await advanceDay(app);
    assert.equal((await check()).body.success, true);
    const { body } = await api.get(`/api/rankings?project_id=${projectId}&keyword_id=${row.keyword_id}&start_date=2020-01-01`);
    const ranks = [...days.map((day) => day.rank), null, trueRank(await getTruth(app, second), mine)];
    assert.deepEqual(
      body.rankings.map((record: { rank: number | null }) => record.rank),
      ranks,
    );
    assert.deepEqual(
      body.rankings.map((record: { status: string }) => record.status),
      ['ranked', 'ranked', 'ranked', 'failed', 'ranked'],
    );
    assert.deepEqual(
      body.rankings.map((record: { previous_rank: number | null }) => record.previous_rank),
      [null, ranks[0], ranks[1], ranks[2], ranks[2]],
    );
    const dates: string[] = body.rankings.map((record: { date: string }) => record.date);
    assert.ok(dates.every((date, at) => at === 0 || (dates[at - 1] ?? '') < date));
    const part = await api.get(
      `/api/rankings?project_id=${projectId}&keyword_id=${row.keyword_id}&start_date=${dates[1]}&end_date=${dates[2]}&limit=1&offset=1`,
    );
    assert.deepEqual(
      [part.body.rankings[0].date, part.body.pagination.total, part.body.rankings[0].change],
      [dates[2], 2, (ranks[1] ?? 0) - (ranks[2] ?? 0)],
    );
    const rivals = await api.get(
      `/api/rankings?project_id=${projectId}&keyword_id=${row.keyword_id}&start_date=2020-01-01&relationship=COMPETITOR`,
    );
    assert.equal(rivals.body.count, 5 * (sites.length - 1));
  });

  await t.test('an estimate costs nothing', async () => {
    const before = await countCalls(app);
    const { body } = await api.post('/api/rankings/track', { project_id: projectId, keyword: 'never asked before', dry_run: true });
    assert.deepEqual(body, { success: true, dry_run: true, estimate: { calls: 1, cost_usd: 0.0155 } });
    assert.equal(await countCalls(app), before);
  });

  await t.test('an exhausted budget skips the check', async () => {
    await api.put('/api/admin/config', { budgets: { run_cost_usd: 0 } });
    const ask = () => api.post('/api/rankings/track', { project_id: projectId, keyword: 'too dear' });
    const stopped = await ask();
    assert.equal(stopped.status, 200);
    assert.deepEqual(
      [stopped.body.success, stopped.body.skipped, stopped.body.reason, stopped.body.status],
      [false, true, 'budget_exceeded', 'skipped'],
    );
    assert.equal((await ask()).body.reason, 'budget_exceeded');
    await api.put('/api/admin/config', { budgets: { run_cost_usd: null } });
    assert.equal((await ask()).body.success, true, 'it is checked as soon as there is room');
  });

  await t.test('untracked keywords and removed sites leave the list', async () => {
    const project = await makeProject(api, [mine, rival], 'org_leaving');
    await track(app, project, [first, second]);
    const [row] = (await api.get(`/api/rankings?project_id=${project}&relationship=COMPETITOR`)).body.rankings;
    await api.delete(`/api/assets/${row.asset_id}`);
    const left = (await api.get(`/api/rankings?project_id=${project}`)).body;
    assert.deepEqual([left.count, left.rankings.every((other: { domain: string }) => other.domain === mine)], [2, true]);
    await api.post('/api/keywords/untrack', { project_id: project, keyword_ids: [row.keyword_id] });
    assert.equal((await api.get(`/api/rankings?project_id=${project}`)).body.pagination.total, 1);
  });

  await t.test('wrong input is refused, naming every wrong field', async () => {
    const ok = { project_id: projectId, keyword: 'fine' };
    await assertAllRefused(api, [
      toList('', ['project_id']),
      toList(`project_id=${projectId}&limit=201&offset=-1&channel=tv`, ['limit', 'offset', 'channel']),
      toList(`project_id=${projectId}&relationship=mine&platform=bing`, ['relationship', 'platform']),
      toList(`project_id=${projectId}&start_date=2025-02-30`, ['start_date']),
      toList(`project_id=${projectId}&start_date=2025-02-03&end_date=2025-02-01`, ['end_date']),
      toList(`project_id=${projectId}&keyword=a%00b`, ['keyword']),
      toTrack({}, ['project_id', 'keyword_text']),
      toTrack({ ...ok, depth: 9 }, ['depth']),
      toTrack({ ...ok, engine: 'engine_b', channel: 'local' }, ['engine']),
      toTrack({ ...ok, depth: 201, device: 'tablet', location_code: 1 }, ['depth', 'device', 'location_code']),
      toTrack({ ...ok, keyword: 'a\u0007b' }, ['keyword_text']),
      toTrack({ ...ok, keyword: 'x'.repeat(701) }, ['keyword_text']),
      toTrack({ ...ok, keyword: 'one two three four five six seven eight nine ten eleven' }, ['keyword_text']),
      toTrack({ ...ok, check_url: 'http://127.0.0.1/' }, ['check_url']),
      toTrack({ ...ok, force: 'yes' }, ['force']),
      toTrack({ keywords: [] }, ['keywords']),
      toTrack({ keywords: Array.from({ length: 101 }, () => ({ project_id: projectId, keyword_text: 'x' })) }, ['keywords']),
      toTrack({ keywords: [{ project_id: projectId }, { keyword_text: 'x' }] }, ['keywords[0].keyword_text', 'keywords[1].project_id']),
    ]);
  });

  await t.test("another organization's projects do not exist for a bound key", async () => {
    const stranger = await app.withKey({ organization_id: 'org_stranger' });
    assert.equal((await stranger.get(`/api/rankings?project_id=${projectId}`)).status, 404);
    const asked = await stranger.post('/api/rankings/track', { project_id: projectId, keyword: first });
    assert.deepEqual([asked.status, asked.body.error], [404, 'Project not found']);
    assert.equal((await api.get('/api/rankings?project_id=proj_unknown')).body.error, 'Project not found');
  });
});
