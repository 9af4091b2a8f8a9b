import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toShareOfVoice, toVoice } from '#areas/rankings/reports/share-of-voice.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { assertAllRefused } from '../support/bad-input.ts';
import { advanceDay, getTruth, makeProject, PROVIDER, trueRank, waitForPending, type TruthItem } from '../support/rankings-api.ts';

const DAYS = 4;
const KEYWORDS = 4;

interface Day {
  readonly date: string;
  /** The true results of each keyword. */
  readonly truths: readonly (readonly TruthItem[])[];
}

/** Tracks keywords and checks them on a few days, on one of which the provider is down. */
async function live(app: TestApp, projectId: string, keywords: readonly string[]): Promise<Day[]> {
  const { api, sandbox } = app;
  await api.post('/api/keywords/track', {
    project_id: projectId,
    keywords: keywords.map((keyword) => ({ keyword_text: keyword, check_interval: 'manual' })),
  });
  const days: Day[] = [];
  for (let at = 0; at < DAYS; at += 1) {
    if (at > 0) await advanceDay(app);
    days.push({
      date: app.app.context.clock.now().toISOString().slice(0, 10),
      truths: await Promise.all(keywords.map((keyword) => getTruth(app, keyword))),
    });
    if (at === 2) await sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'http_500', rate: 1 });
    const { body } = await api.post('/api/rankings/track', {
      project_id: projectId,
      force: true,
      keywords: keywords.map((keyword) => ({ keyword_text: keyword })),
    });
    await waitForPending(app, body.results);
    await sandbox.post('/_sandbox/faults', {});
  }
  return days;
}

test('history over HTTP', async (t) => {
  const app = await startTestApp(t);
  const { api, stores } = app;
  const world = (await app.sandbox.get(`/_sandbox/world/story?keywords=${KEYWORDS}`)).body;
  const keywords: string[] = world.keywords.map(({ keyword }: { keyword: string }) => keyword);
  const [mine, rival]: string[] = [world.site.domain, world.site.competitors[0]];
  const projectId = await makeProject(api, [mine ?? ''], 'org_history');
  const days = await live(app, projectId, keywords);
  const ranksOf = (day: Day, domain: string) => day.truths.map((truth) => trueRank(truth, domain));
  const summarize = async (query = '') =>
    (await api.get(`/api/rankings/summary?project_id=${projectId}&start_date=${days[0]?.date}${query}`)).body;

  await t.test('totals of each day match the world, and those of a failed day carry the day before', async () => {
    const { days: summaries } = await summarize();
    assert.deepEqual(
      summaries.map(({ date }: { date: string }) => date),
      days.map(({ date }) => date),
    );
    for (const [at, day] of days.entries()) {
      const isDown = at === 2;
      const ranks = ranksOf(isDown ? (days[1] as Day) : day, mine ?? '');
      const ranked = ranks.filter((rank) => rank !== null);
      const { keywords: known, checked, carried, failed, top_3, top_10, not_found, average_position } = summaries[at];
      assert.deepEqual([known, checked, carried, failed], [KEYWORDS, ...(isDown ? [0, KEYWORDS, KEYWORDS] : [KEYWORDS, 0, 0])]);
      assert.deepEqual(
        [top_3, top_10, not_found],
        [ranked.filter((rank) => rank <= 3).length, ranked.filter((rank) => rank <= 10).length, KEYWORDS - ranked.length],
      );
      assert.equal(average_position, Number((ranked.reduce((sum, rank) => sum + rank, 0) / ranked.length).toFixed(2)));
    }
    const [before, after] = [ranksOf(days[1] as Day, mine ?? ''), ranksOf(days[3] as Day, mine ?? '')];
    const moved = (fits: (now: number, then: number) => boolean) => after.filter((now, at) => fits(now ?? 0, before[at] ?? 0)).length;
    assert.deepEqual(summaries[3].movers, {
      up: moved((now, then) => now > 0 && now < then),
      down: moved((now, then) => then > 0 && now > then),
      new: moved((now, then) => now > 0 && then === 0),
      lost: moved((now, then) => now === 0 && then > 0),
      unchanged: moved((now, then) => now > 0 && now === then),
    });
  });

  await t.test('a competitor that is added gets its true past, and the summary and the trends with it', async () => {
    const added = await api.post('/api/assets', {
      project_id: projectId,
      type: 'website',
      value: rival,
      role: 'competitor',
      skip_onboarding: true,
    });
    const { asset_id: assetId } = added.body;
    const before = await summarize();
    assert.ok(before.days.every(({ assets }: any) => assets.find((one: any) => one.asset_id === assetId).keywords === 0));

    const dry = (await api.post('/api/rankings/rematch', { project_id: projectId, asset_id: assetId, dry_run: true })).body;
    assert.deepEqual(
      [dry.status, dry.keywords, dry.checks, dry.recomputed],
      ['completed', KEYWORDS, KEYWORDS * (DAYS - 1), KEYWORDS * (DAYS - 1)],
    );
    const done = await api.post('/api/rankings/rematch', { project_id: projectId });
    assert.deepEqual([done.status, done.body.recomputed, done.body.progress], [200, KEYWORDS * (DAYS - 1), { done: 1, total: 1 }]);
    assert.equal((await api.get(done.body.status_url)).body.status, 'completed');

    const { rankings } = (await api.get(`/api/rankings?project_id=${projectId}&asset_id=${assetId}&start_date=2020-01-01&limit=200`)).body;
    assert.equal(rankings.length, KEYWORDS * (DAYS - 1));
    for (const row of rankings) {
      const day = days.find(({ date }) => date === row.check_date) as Day;
      assert.deepEqual([row.recomputed, row.rank], [true, trueRank(day.truths[keywords.indexOf(row.keyword)] ?? [], rival ?? '')]);
    }
    const newest = (await api.get(`/api/rankings?project_id=${projectId}&asset_id=${assetId}`)).body.rankings;
    assert.deepEqual(
      new Map(newest.map((row: any) => [row.keyword, [row.position, row.previous_position, row.recomputed]])),
      new Map(
        keywords.map((keyword, at) => [
          keyword,
          [ranksOf(days[3] as Day, rival ?? '')[at], ranksOf(days[1] as Day, rival ?? '')[at], true],
        ]),
      ),
    );
    const summary = (await summarize()).days[3].assets.find((one: any) => one.asset_id === assetId);
    assert.equal(summary.ranked, ranksOf(days[3] as Day, rival ?? '').filter((rank) => rank !== null).length);
    assert.equal((await api.post('/api/rankings/rematch', { project_id: projectId })).body.recomputed, 0, 'once more changes nothing');
  });

  await t.test('the share of voice is the documented one', async () => {
    const volumes = keywords.map((_keyword, at) => (at + 1) * 100);
    const { rankings } = (await api.get(`/api/rankings?project_id=${projectId}&relationship=MINE`)).body;
    const rows = rankings.map((row: any) => ({
      keyword_id: row.keyword_id,
      search_volume: volumes[keywords.indexOf(row.keyword)],
      captured_at: `${days[3]?.date}T23:59:59.999Z`,
    }));
    await stores.clickhouse.insertLines('keyword_snapshots', rows.map((row: object) => JSON.stringify(row)).join('\n'), 'volumes');
    const share = (domain: string) => {
      const voices = ranksOf(days[3] as Day, domain).map((rank, at) => (volumes[at] ?? 0) * toVoice(rank));
      const total = toShareOfVoice({
        voiceSum: voices.reduce((sum, voice) => sum + voice, 0),
        volumeSum: volumes.reduce((sum, volume) => sum + volume, 0),
      });
      return Number(total?.toFixed(6));
    };
    const day = (await summarize()).days[3];
    assert.deepEqual([day.share_of_voice, day.assets[1].share_of_voice], [share(mine ?? ''), share(rival ?? '')]);
  });

  await t.test('a run shows what the provider answered, to admins only', async () => {
    const [row] = (await api.get(`/api/rankings?project_id=${projectId}&relationship=MINE`)).body.rankings;
    const { body } = await api.get(`/api/rankings/runs/${row.run_id}`);
    assert.deepEqual(
      [body.run.run_id, body.run.keyword_id, body.run.cost, body.run.status],
      [row.run_id, row.keyword_id, row.cost, 'completed'],
    );
    const [task] = JSON.parse(body.raw).tasks;
    assert.equal(task.cost, body.run.cost);
    assert.deepEqual(
      body.results.map(({ rank_absolute: rank, url }: any) => [rank, url]),
      task.result[0].items.map((item: any) => [item.rank_absolute, item.url ?? null]),
    );
    assert.equal(body.raw_state, 'kept');
    assert.deepEqual(body.raw_answers, [{ received_at: body.raw_answers[0].received_at, raw: body.raw }]);
    const reader = await app.withKey({ scopes: ['read'] });
    assert.equal((await reader.get(`/api/rankings/runs/${row.run_id}`)).status, 403);
    const stranger = await app.withKey({ scopes: ['admin'], organization_id: 'org_stranger' });
    assert.equal((await stranger.get(`/api/rankings/runs/${row.run_id}`)).body.error, 'Run not found');
    const failed = await stores.postgres.query<{ id: string }>(`select id from serp_runs where status = 'failed' limit 1`);
    const { body: down } = await api.get(`/api/rankings/runs/${failed.rows[0]?.id}`);
    assert.deepEqual(
      [down.run.status, down.results.length, typeof down.run.error, down.raw_state, JSON.parse(down.raw).status_code],
      ['failed', 0, 'string', 'kept', 50_000],
    );
  });

  await t.test('a project reads the checks of its keywords, whichever project asked first, with its own results marked', async () => {
    const [row] = (await api.get(`/api/rankings?project_id=${projectId}&relationship=MINE&status=ranked`)).body.rankings;
    const reader = await app.withKey({ scopes: ['read'], project_id: projectId });
    const { status, body } = await reader.get(`/api/projects/${projectId}/runs/${row.run_id}`);
    const { body: whole } = await api.get(`/api/rankings/runs/${row.run_id}`);
    assert.equal(status, 200, JSON.stringify(body));
    const { project_id: _project, workflow_id: _workflow, task_id: _task, ...shown } = whole.run;
    assert.deepEqual(body.run, shown);
    assert.deepEqual(
      body.results.map((result: any) => [result.rank_absolute, result.url]),
      whole.results.map((result: any) => [result.rank_absolute, result.url]),
    );
    const own = body.results.filter((result: any) => result.gives_position && result.relationship === 'MINE');
    assert.deepEqual(
      own.map((result: any) => [result.position, result.rank_absolute, result.url, result.asset_id]),
      [[row.position, row.rank_absolute, row.url, row.asset_id]],
    );
    for (const result of body.results) {
      const isOwn = result.domain === mine || result.domain?.endsWith(`.${mine}`) === true;
      assert.equal(result.relationship === 'MINE', isOwn, `${result.domain} at ${result.rank_absolute}`);
    }
    assert.ok(body.results.some((result: any) => result.relationship === 'OTHER' && result.asset_id === null));

    const late = await makeProject(api, [rival ?? ''], 'org_late');
    assert.equal((await api.get(`/api/projects/${late}/runs/${row.run_id}`)).body.error, 'Run not found');
    await api.post('/api/keywords/track', { project_id: late, keyword: row.keyword, check_interval: 'manual' });
    const theirs = await api.get(`/api/projects/${late}/runs/${row.run_id}`);
    const marked = theirs.body.results.filter((result: any) => result.relationship === 'MINE');
    assert.ok(marked.length > 0 && marked.every((result: any) => result.domain.endsWith(rival)));
    assert.equal((await reader.get(`/api/projects/${late}/runs/${row.run_id}`)).body.error, 'Project not found');
    assert.equal((await reader.get(`/api/projects/${projectId}/runs/run_unknown`)).body.error, 'Run not found');
    await api.post('/api/keywords/untrack', { project_id: late, keyword_ids: [row.keyword_id] });
    assert.equal((await api.get(`/api/projects/${late}/runs/${row.run_id}`)).status, 200, 'it was tracked when the page was read');
  });

  await t.test('any domain of the results has metrics, a bound key counts its own keywords', async () => {
    const { body } = await api.get(`/api/domain-metrics?domain=www.${rival}&start_date=${days[0]?.date}`);
    const [first, last] = [ranksOf(days[0] as Day, rival ?? ''), ranksOf(days[3] as Day, rival ?? '')];
    const ranked = last.filter((rank) => rank !== null);
    assert.deepEqual(
      [body.domain, body.total_keywords, body.avg_rank, body.top_3_count, body.top_10_count],
      [
        rival,
        ranked.length,
        Number((ranked.reduce((sum, rank) => sum + rank, 0) / ranked.length).toFixed(2)),
        ranked.filter((rank) => rank <= 3).length,
        ranked.filter((rank) => rank <= 10).length,
      ],
    );
    const moves = (isUp: boolean) =>
      last.filter((now, at) => {
        const [here, there] = [now ?? 1_000, first[at] ?? 1_000];
        return isUp ? here < there : here > there;
      }).length;
    assert.deepEqual([body.trending_up, body.trending_down, body.count], [moves(true), moves(false), 1]);
    const own = await app.withKey({ organization_id: 'org_history' });
    assert.equal((await own.get(`/api/domain-metrics?domain=${rival}`)).body.total_keywords, ranked.length);
    const stranger = await app.withKey({ organization_id: 'org_stranger' });
    assert.equal((await stranger.get(`/api/domain-metrics?domain=${rival}`)).body.error, 'Domain not found');
    const empty = await own.get('/api/domain-metrics?category_id=10021');
    assert.deepEqual([empty.status, empty.body.domains, empty.body.count], [200, [], 0], 'a category without keywords');
    assert.equal((await api.get('/api/domain-metrics?category_id=9')).body.error, 'Category not found');
  });

  await t.test('failed checks are listed with their reason, also where a good one of the same day followed', async () => {
    const list = async (query = '') => (await api.get(`/api/rankings/failures?project_id=${projectId}${query}`)).body;
    const { failures, pagination } = await list();
    assert.deepEqual(failures.map(({ keyword }: { keyword: string }) => keyword).toSorted(), keywords.toSorted());
    for (const { day, error, failed_at: at } of failures) assert.deepEqual([day, at.slice(0, 10)], [days[2]?.date, days[2]?.date], error);
    assert.ok(failures.every(({ error }: { error: string }) => error.includes('500')));
    assert.deepEqual([pagination.total, pagination.has_more], [KEYWORDS, false]);

    await app.sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'http_403' });
    const check = { project_id: projectId, keyword_text: keywords[0], force: true };
    assert.equal((await api.post('/api/rankings/track', check)).body.status, 'failed');
    await app.sandbox.post('/_sandbox/faults', {});
    assert.equal((await api.post('/api/rankings/track', check)).body.success, true);
    const [newest] = (await list('&limit=1')).failures;
    assert.deepEqual([newest.keyword, newest.day], [keywords[0], days[3]?.date]);
    assert.match(newest.error, /403/u);
    const of = (await list(`&keyword_id=${newest.keyword_id}`)).failures;
    assert.deepEqual(
      of.map(({ day }: { day: string }) => day),
      [days[3]?.date, days[2]?.date],
    );
    const history = `/api/rankings?project_id=${projectId}&keyword_id=${newest.keyword_id}&start_date=${days[3]?.date}`;
    assert.ok((await api.get(history)).body.rankings.every(({ status }: { status: string }) => status !== 'failed'));
    assert.deepEqual((await list(`&from=${days[0]?.date}&to=${days[1]?.date}`)).failures, []);
  });

  await t.test('wrong input is refused, naming every wrong field, and other organizations do not exist', async () => {
    const ask = (path: string, names: readonly string[]) => ({ because: path, method: 'get' as const, path, names });
    const post = (body: object, names: readonly string[]) => ({
      because: JSON.stringify(body),
      method: 'post' as const,
      path: '/api/rankings/rematch',
      body,
      names,
    });
    await assertAllRefused(api, [
      ask('/api/rankings/summary', ['project_id']),
      ask('/api/rankings/failures?from=x&limit=0', ['project_id', 'from', 'limit']),
      ask(`/api/rankings/summary?project_id=${projectId}&start_date=x&device=tv&location_code=0&channel=tv`, [
        'start_date',
        'device',
        'location_code',
        'channel',
      ]),
      ask(`/api/rankings/summary?project_id=${projectId}&start_date=2025-02-03&end_date=2025-02-01`, ['end_date']),
      ask(`/api/rankings/summary?project_id=${projectId}&start_date=2020-01-01&end_date=2025-02-01`, ['end_date']),
      ask('/api/domain-metrics', ['domain']),
      ask('/api/domain-metrics?domain=localhost&limit=0&category_id=x', ['domain', 'limit', 'category_id']),
      post({}, ['project_id']),
      post({ project_id: projectId, asset_id: 5, dry_run: 'yes' }, ['asset_id', 'dry_run']),
    ]);
    const stranger = await app.withKey({ organization_id: 'org_stranger' });
    assert.equal((await stranger.get(`/api/rankings/summary?project_id=${projectId}`)).body.error, 'Project not found');
    assert.equal((await stranger.post('/api/rankings/rematch', { project_id: projectId })).body.error, 'Project not found');
    assert.equal(
      (await api.post('/api/rankings/rematch', { project_id: projectId, asset_id: 'ast_unknown' })).body.error,
      'Asset not found',
    );
  });
});
