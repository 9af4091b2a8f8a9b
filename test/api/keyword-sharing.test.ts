import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { listFreshAnswers } from '#areas/keywords/answers/store/answers.ts';
import type { ApiClient } from '../support/api-client.ts';
import { makeApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { OVERVIEW, UNKNOWN } from '../support/enrichment.ts';
import { waitUntil } from '../support/wait-until.ts';
import { PATIENCE_MS } from '../support/patience.ts';

/** Who pays for answers about keywords, for how long they serve, and what a failure leaves. */

interface Side {
  readonly api: ApiClient;
  readonly projectId: string;
}

interface Scene {
  readonly app: TestApp;
  readonly ours: Side;
  readonly theirs: Side;
}

const FORWARD = '2031-05-20T00:00:00Z';

test('answers about keywords', async (t) => {
  const app = await startTestApp(t, { environment: { KEYWORD_ENRICHMENT: 'on' } });
  const scene = { app, ours: await makeSide(app, 'org_ours'), theirs: await makeSide(app, 'org_theirs') };
  await testSharing(t, scene);
  await testTracked(t, scene);
  await testTrouble(t, scene);
  await testSaved(t, scene);
  await testAge(t, scene);
});

async function makeSide(app: TestApp, organization: string): Promise<Side> {
  const { body } = await app.api.post('/api/projects', { name: 'Shop', organization_id: organization });
  return { api: await app.withKey({ organization_id: organization }), projectId: body.project_id };
}

async function countCalls({ app }: Scene): Promise<number> {
  return (await app.sandbox.get('/_sandbox/calls')).body.by_endpoint[OVERVIEW] ?? 0;
}

async function overview({ api, projectId }: Side, keywords: readonly string[], more: object = {}): Promise<any> {
  const { status, body } = await api.post('/api/keywords/overview', { project_id: projectId, keywords, ...more });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Calls whose answer came and was booked. */
async function countAnswered({ app }: Scene): Promise<number> {
  const { rows } = await app.app.context.postgres.query<{ calls: number }>('select count(*) as calls from api_costs where success = 1');
  return rows[0]?.calls ?? 0;
}

async function testSharing(t: TestContext, scene: Scene): Promise<void> {
  const { ours, theirs, app } = scene;
  await t.test('what one project paid for serves another, and its estimate does not show that', async () => {
    assert.ok((await overview(ours, ['running shoes', UNKNOWN])).cost > 0);
    const estimate = async (side: Side): Promise<number> => (await overview(side, ['running shoes'], { dry_run: true })).estimate.calls;
    assert.deepEqual([await estimate(ours), await estimate(theirs)], [0, 1]);
    const { body } = await app.api.post('/api/keywords/overview', { keywords: ['running shoes'], dry_run: true });
    assert.equal(body.estimate.calls, 0, 'for who sees everything');
    const shared = await overview(theirs, ['running shoes', UNKNOWN]);
    assert.deepEqual([shared.cost, shared.cached, await countCalls(scene)], [0, true, 1]);
    assert.equal(await estimate(theirs), 0, 'they have read it');
  });

  await t.test('lists and facts are shared alike', async () => {
    for (const [path, body] of [
      ['suggestions', { keyword: 'shoes' }],
      ['categories', { keywords: ['shoes'] }],
    ] as const) {
      const ask = async (side: Side, more: object = {}) =>
        (await side.api.post(`/api/keywords/${path}`, { ...body, project_id: side.projectId, ...more })).body;
      assert.equal((await ask(ours)).cached, false, path);
      assert.deepEqual(
        [(await ask(ours, { dry_run: true })).estimate.calls, (await ask(theirs, { dry_run: true })).estimate.calls],
        [0, 1],
      );
      assert.equal((await ask(theirs)).cached, true, path);
      assert.equal((await ask(theirs, { dry_run: true })).estimate.calls, 0, path);
    }
  });

  await t.test('apart, each organization pays for its own', async () => {
    Object.assign(app.app.context.config, { shareCache: 'organization' });
    const [one, other] = [await overview(ours, ['tea pot']), await overview(theirs, ['tea pot'])];
    assert.deepEqual([one.cost > 0, other.cost], [true, one.cost]);
    assert.equal((await overview(theirs, ['tea pot'])).cached, true);
    Object.assign(app.app.context.config, { shareCache: 'service' });
  });

  await t.test("another organization's project is not found", async () => {
    const { status } = await ours.api.post('/api/keywords/overview', { project_id: theirs.projectId, keywords: ['x'] });
    assert.equal(status, 404);
  });
}

async function testTracked(t: TestContext, scene: Scene): Promise<void> {
  const { app, ours } = scene;
  await t.test('figures that were asked for serve the keyword when it is tracked, and its trends by month', async () => {
    const keywords = ['coffee grinder', 'coffee machine'];
    const { keywords: known } = await overview(ours, keywords, { include_clickstream_data: true });
    const calls = await countCalls(scene);
    const entries = keywords.flatMap((keyword) => ['desktop', 'mobile'].map((device) => ({ keyword, device })));
    await ours.api.post('/api/keywords/track', { project_id: ours.projectId, keywords: entries, check_interval: 'manual' });
    const listed = async (): Promise<any[]> => (await ours.api.get(`/api/project-keywords?project_id=${ours.projectId}`)).body.keywords;
    await waitUntil(async () => (await listed()).every(({ enrichment }) => enrichment.status === 'known'), 'all figures to be known');
    assert.equal(await countCalls(scene), calls, 'enrichment asked for nothing');

    const trends = async (source: string, limit = 3) =>
      (await ours.api.get(`/api/keywords/portfolio-trends?project_id=${ours.projectId}&source=${source}&limit=${limit}`)).body;
    const ads = await trends('ads_source');
    const sum = (pick: (one: any) => number) => known.reduce((total: number, one: any) => total + pick(one), 0);
    assert.deepEqual(
      [ads.summary.total_keywords, ads.summary.keywords_with_figures, ads.summary.total_current_search_volume],
      [2, 2, sum((one) => one.search_volume)],
    );
    const [newest] = known[0].monthly_searches;
    assert.deepEqual(ads.monthly_trends.at(-1), {
      year: newest.year,
      month: newest.month,
      total_search_volume: sum((one) => one.monthly_searches[0].search_volume),
      keywords_count: 2,
    });
    assert.equal(ads.monthly_trends.length, 3);
    const bing = await trends('engine_b_normalized');
    assert.equal(
      bing.summary.total_current_search_volume,
      sum((one) => one.engine_b_normalized.search_volume),
    );
    const clickstream = await trends('clickstream_normalized', 1);
    assert.equal(
      clickstream.monthly_trends[0].total_search_volume,
      sum((one) => one.clickstream_normalized.monthly_searches[0].search_volume),
    );
    const [month] = clickstream.clickstream_trends;
    assert.ok(Math.abs(month.avg_female_pct + month.avg_male_pct - 100) < 0.1 && month.avg_age_18_24_pct > 0);
    assert.equal(await countCalls(scene), calls, 'a read buys nothing');
    const { body: empty } = await scene.theirs.api.get(`/api/keywords/portfolio-trends?project_id=${scene.theirs.projectId}`);
    assert.deepEqual([empty.summary.total_current_search_volume, empty.monthly_trends, empty.clickstream_trends], [null, [], []]);
    assert.equal((await app.api.get('/api/keywords/portfolio-trends?project_id=proj_none')).status, 404);
  });
}

async function testTrouble(t: TestContext, scene: Scene): Promise<void> {
  const { app, ours, theirs } = scene;
  await t.test('a spent budget leaves what is known, says so, and is 402 where nothing is', async () => {
    await app.api.put('/api/admin/config', { budgets: { project_monthly_usd: 0 } });
    const body = await overview(ours, ['running shoes', 'never asked before']);
    assert.deepEqual(
      body.keywords.map(({ status }: { status: string }) => status),
      ['known', 'skipped'],
    );
    assert.deepEqual([body.skipped, body.reason], [true, 'budget_exceeded']);
    for (const [path, more] of [
      ['overview', { keywords: ['never asked before'] }],
      ['suggestions', { keyword: 'never asked before' }],
    ] as const) {
      const { status, body: refused } = await ours.api.post(`/api/keywords/${path}`, { project_id: ours.projectId, ...more });
      assert.deepEqual([status, refused.details.budget], [402, 'project_monthly_usd'], path);
    }
    await app.api.put('/api/admin/config', { budgets: { project_monthly_usd: null } });
    assert.equal((await overview(ours, ['never asked before'])).keywords[0].status === 'skipped', false);
  });

  await t.test('with faults in a third of the calls every question ends in its true answer, paid for once', async () => {
    const words = Array.from({ length: 40 }, (_none, at) => `lamp ${at}`);
    const paid: Record<string, number> = {};
    const answeredBefore = await countAnswered(scene);
    for (const kind of ['http_500', 'reset', 'malformed']) await app.sandbox.post('/_sandbox/faults', { match: OVERVIEW, kind, rate: 0.1 });
    for (const keyword of words) {
      for (let status = 0; status !== 200;) {
        const reply = await theirs.api.post('/api/keywords/overview', { project_id: theirs.projectId, keywords: [keyword] });
        assert.ok([200, 502].includes(reply.status), JSON.stringify(reply.body));
        ({ status } = reply);
        if (status === 200) paid[keyword] = reply.body.cost;
      }
    }
    await app.sandbox.post('/_sandbox/faults', {});
    assert.deepEqual(Object.keys(paid), words);
    const again = await overview(theirs, words);
    assert.deepEqual([again.cached, again.keywords.length], [true, 40]);
    for (const { keyword, search_volume: volume } of again.keywords.slice(0, 5)) {
      const { body: truth } = await app.sandbox.get(`/_sandbox/truth/keyword?${new URLSearchParams({ keyword }).toString()}`);
      assert.equal(volume, truth.search_volume, keyword);
    }
    assert.equal((await countAnswered(scene)) - answeredBefore, words.length);
  });
}

async function testSaved(t: TestContext, { app, ours, theirs }: Scene): Promise<void> {
  await t.test('a web client saves keywords for a project of its own, each once', async () => {
    const { body: issued } = await app.api.post('/api/admin/tokens', { sub: 'user_1', org: 'org_ours', project_ids: [ours.projectId] });
    const web = makeApiClient(app.url, issued.token);
    const save = async (projectId: string, keywords: readonly string[]) =>
      await web.post('/keywords/bulk_save', { project_id: projectId, keywords, source: 'ui', parent_seed: 'shoes' });
    const { body } = await save(ours.projectId, ['Red  Shoes', 'red shoes', 'blue shoes']);
    assert.deepEqual([body.saved, body.added], [2, 2]);
    assert.deepEqual([(await save(ours.projectId, ['RED shoes', 'green shoes'])).body.added], [1]);
    const { rows } = await app.app.context.postgres.query<{ text: string; original: string; source: string; seed: string }>(
      `select saved.keyword_text as text, known.original_keyword_text as original, saved.source, saved.parent_seed as seed
       from project_keywords saved join canonical_keywords known on known.normalized_text = saved.keyword_text
       where saved.project_id = $1 order by saved.keyword_text`,
      [ours.projectId],
    );
    assert.deepEqual(
      rows.map(({ text, original }) => [text, original]),
      [
        ['blue shoes', 'blue shoes'],
        ['green shoes', 'green shoes'],
        ['red shoes', 'Red Shoes'],
      ],
    );
    assert.ok(rows.every(({ source, seed }) => source === 'ui' && seed === 'shoes'));
    assert.equal((await save(theirs.projectId, ['x'])).status, 404);
    assert.equal((await ours.api.post('/keywords/bulk_save', { project_id: ours.projectId, keywords: ['x'] })).status, 401);
    const many = Array.from({ length: 30_000 }, (_none, at) => `a longer keyword that is number ${at} of them`);
    assert.equal((await save(ours.projectId, many)).body.added, many.length);
  });
}

async function testAge(t: TestContext, scene: Scene): Promise<void> {
  const { app, ours } = scene;
  await t.test('a day later everything is asked again', async () => {
    const { clock, postgres, workflows } = app.app.context;
    await app.sandbox.post('/_sandbox/clock', { now: FORWARD });
    await waitUntil(() => Promise.resolve(clock.now().toISOString() > FORWARD), 'the clock to be moved');
    assert.equal((await overview(ours, ['running shoes'])).cached, false);
    const ask = async () => (await ours.api.post('/api/keywords/suggestions', { keyword: 'shoes' })).body.cached;
    assert.deepEqual([await ask(), await ask()], [false, true]);
    // As releases before kept it.
    const { rows: kept } = await postgres.query<{ id: string }>(`select id from keyword_answers where kind = 'suggestions'`);
    const answers = await listFreshAnswers(
      postgres,
      kept.map(({ id }) => id),
      { now: clock.now() },
    );
    for (const { id, answer } of answers.values())
      await postgres.query('update keyword_answers set answer = $2, packed = null where id = $1', [id, JSON.stringify(answer)]);
    assert.equal(answers.size, 1);
    assert.equal(await ask(), true);
    const id = await workflows.start('keyword-answers-prune', {});
    assert.ok(await workflows.waitFor(id, PATIENCE_MS));
    const { rows } = await postgres.query<{ kind: string }>('select kind from keyword_answers order by kind');
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['suggestions'],
    );
  });
}

test('without credentials an answer names what is missing', async (t) => {
  const { api } = await startTestApp(t, { environment: { SANDBOX: '', DATAFORSEO_LOGIN: '' } });
  for (const [path, body] of [
    ['overview', { keywords: ['x'] }],
    ['suggestions', { keyword: 'x' }],
    ['categories', { keywords: ['x'] }],
  ] as const) {
    const reply = await api.post(`/api/keywords/${path}`, body);
    assert.deepEqual([reply.status, reply.body.error], [503, 'DataForSEO credentials not configured'], path);
    assert.match(reply.body.hint, /DATAFORSEO_LOGIN/u);
  }
});
