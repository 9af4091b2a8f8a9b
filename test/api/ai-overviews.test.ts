import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOverviews, getTrueOverview, toTrueStanding, type TrueOverview } from '../support/ai-overviews.ts';
import { startTestApp } from '../support/app.ts';
import { dispatch, TASK_POST } from '../support/dispatch-run.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { advanceDay, countCalls, makeProject, track, waitForPending } from '../support/rankings-api.ts';

const LIVE_USD = 0.0155;
const LATE_LIVE_USD = 0.002;
const QUEUED_USD = 0.00465;
const LATE_QUEUED_USD = 0.0006;

test('AI overviews of tracked keywords', async (t) => {
  const app = await startTestApp(t, { environment: { KEYWORD_ENRICHMENT: 'off' } });
  const { api, sandbox } = app;
  const { context } = app.app;
  const world = await findOverviews(app, { late: 6, at_once: 5, none: 4 });
  const [site = '', rival = ''] = world.sites;
  const projectId = await makeProject(api, [site], 'org_overviews');
  const entries = world.keywords.map((keyword) => ({ project_id: projectId, keyword_text: keyword }));
  const spentUsd = async (): Promise<number> => (await sandbox.get('/_sandbox/calls')).body.cost_usd;
  const check = async (input: object = {}): Promise<any> => {
    const { body } = await api.post('/api/rankings/track', { keywords: entries, ...input });
    await waitForPending(app, body.results ?? []);
    await context.outbox.flush();
    return body;
  };
  const list = async (query = ''): Promise<any[]> =>
    (await api.get(`/api/rankings?project_id=${projectId}&limit=200&channel=seo${query}`)).body.rankings;
  const setLoads = async (id: string, wanted: boolean | null): Promise<any> =>
    (await api.put(`/api/projects/${id}`, { settings: { load_ai_overviews: wanted } })).body.project.settings;
  const assertStandings = async (rows: readonly any[], isLoaded: boolean): Promise<void> => {
    assert.equal(rows.length, world.keywords.length);
    for (const row of rows) {
      const truth = await getTrueOverview(app, row.keyword, row.check_date);
      assert.deepEqual(
        [row.ai_overview, row.ai_overview_place],
        toTrueStanding(truth, row.domain, isLoaded),
        `${row.keyword} for ${row.domain}`,
      );
    }
  };
  await api.post('/api/keywords/track', { keywords: entries.map((entry) => ({ ...entry, check_interval: 'manual' })) });

  await t.test('late ones are neither waited for nor called absent unless a project wants them', async () => {
    const before = await spentUsd();
    assert.equal((await api.get(`/api/projects/${projectId}`)).body.project.settings.load_ai_overviews, undefined);
    assert.equal((await check({ dry_run: true })).estimate.cost_usd, Number((15 * LIVE_USD).toFixed(6)));
    await check();
    assert.ok(Math.abs((await spentUsd()) - before - 15 * LIVE_USD) < 1e-6);
    const rows = await list();
    await assertStandings(rows, false);
    const found = new Set(rows.map((row) => row.ai_overview));
    assert.ok(
      ['not_loaded', 'cited', 'not_shown'].every((standing) => found.has(standing)),
      [...found].join(),
    );
  });

  await t.test('a project that wants them reads again what lacks one, pays for those that were there, and knows who is cited', async () => {
    assert.equal((await setLoads(projectId, true)).load_ai_overviews, true);
    const calls = await countCalls(app);
    const { estimate } = await check({ dry_run: true });
    assert.deepEqual([estimate.calls, estimate.cost_usd], [6, Number((6 * (LIVE_USD + LATE_LIVE_USD)).toFixed(6))]);
    const before = await spentUsd();
    const { results } = await check();
    assert.equal((await countCalls(app)) - calls, 6, 'what was read within the hour serves where nothing was left out');
    assert.ok(Math.abs((await spentUsd()) - before - 6 * (LIVE_USD + LATE_LIVE_USD)) < 1e-6);
    for (const { keyword, cost } of results)
      assert.equal(cost, world.ofKind('late').includes(keyword) ? LIVE_USD + LATE_LIVE_USD : 0, keyword);
    await assertStandings(await list(), true);
    assert.equal((await check({ dry_run: true })).estimate.calls, 0);
  });

  await t.test('the grid, its filter and CSV, the features of the day and the series say the same', async () => {
    const truths = new Map(
      await Promise.all(world.keywords.map(async (keyword) => [keyword, await getTrueOverview(app, keyword)] as const)),
    );
    const standings = world.keywords.map((keyword) => toTrueStanding(truths.get(keyword) as TrueOverview, site, true));
    const grid = async (query = ''): Promise<any> => (await api.get(`/api/rankings/grid?project_id=${projectId}${query}`)).body;
    const { n, columns, lists } = await grid();
    for (let row = 0; row < n; row += 1) {
      const at = world.keywords.indexOf(columns.keyword[row]);
      assert.deepEqual([lists.ai_overview[columns.ai_overview[row]], columns.ai_overview_place[row]], standings[at], columns.keyword[row]);
    }
    for (const wanted of ['cited', 'not_cited', 'not_shown', 'not_loaded']) {
      const expected = world.keywords.filter((_keyword, at) => standings[at]?.[0] === wanted).toSorted();
      assert.deepEqual((await grid(`&ai_overview=${wanted}`)).columns.keyword.toSorted(), expected, wanted);
    }
    const csv = (await api.get(`/api/rankings/grid?project_id=${projectId}&ai_overview=cited`, { accept: 'text/csv' })).body as string;
    assert.ok(csv.split('\n')[0]?.includes('ai_overview_place') && csv.includes(',cited,'), csv.slice(0, 600));

    const { body: features } = await api.get(`/api/rankings/features?project_id=${projectId}`);
    const overview = features.features.find(({ feature }: any) => feature === 'ai_overview');
    const shown = world.ofKind('late').length + world.ofKind('at_once').length;
    const cited = standings.filter(([standing]) => standing === 'cited').length;
    assert.deepEqual([overview.keywords.at(-1), overview.loaded.at(-1), overview.ours.at(-1)], [shown, shown, cited]);

    const { body: series } = await api.get(`/api/rankings/series?project_id=${projectId}&ai_overviews=true`);
    for (const [at, { keyword }] of series.rows.entries()) {
      const last = (at + 1) * series.days.length - 1;
      const said = [series.ai_overviews.list[series.ai_overviews.standings[last]], series.ai_overviews.places[last]];
      assert.deepEqual(said, standings[world.keywords.indexOf(keyword)], keyword);
      assert.equal(series.ai_overviews.standings[last - 1], null, 'nothing is carried over');
    }
  });

  await t.test('the page of a check has the words and references of its overview, own ones marked', async () => {
    for (const row of await list()) {
      const truth = await getTrueOverview(app, row.keyword);
      const { body } = await api.get(`/api/projects/${projectId}/runs/${row.run_id}`);
      const { state, text, text_state: textState, references } = body.ai_overview;
      assert.deepEqual([state, text], [truth.shown ? 'loaded' : 'not_shown', truth.text], row.keyword);
      assert.equal(textState, truth.shown ? 'kept' : 'none');
      assert.deepEqual(
        references.map(({ place, url }: any) => [place, url]),
        truth.references.map(({ place, url }) => [place, url]),
        row.keyword,
      );
      const own = references.filter(({ relationship }: any) => relationship === 'MINE').map(({ place }: any) => place);
      assert.equal(own[0] ?? null, row.ai_overview_place, row.keyword);
    }
  });

  await t.test('the queue is asked for them too, reserves the whole and is given back what was not there', async () => {
    const edit = { project_id: projectId, keyword_ids: (await list()).map((row) => row.keyword_id), check_interval: 'daily' };
    const { body: priced } = await api.post('/api/project-keywords/bulk', { ...edit, dry_run: true });
    assert.equal(priced.monthly_after_usd, Number((15 * 30 * (QUEUED_USD + LATE_QUEUED_USD)).toFixed(6)), JSON.stringify(priced));
    assert.equal((await api.post('/api/project-keywords/bulk', edit)).status, 200);
    const grid = (await api.get(`/api/rankings/grid?project_id=${projectId}`)).body;
    assert.ok(Math.abs(grid.columns.monthly_usd[0] - 30 * (QUEUED_USD + LATE_QUEUED_USD)) < 1e-6);
    await advanceDay(app);
    const estimate = await dispatch<{ calls: number; cost_usd: number }>(app, { dry_run: true });
    assert.deepEqual([estimate.calls, estimate.cost_usd], [15, Number((15 * (QUEUED_USD + LATE_QUEUED_USD)).toFixed(6))]);
    const before = await spentUsd();
    const done = await dispatch(app);
    await context.outbox.flush();
    const late = (await Promise.all(world.keywords.map((keyword) => getTrueOverview(app, keyword)))).filter(
      ({ deferred }) => deferred === true,
    );
    const expectedUsd = 15 * QUEUED_USD + late.length * LATE_QUEUED_USD;
    assert.deepEqual([done.checked, done.failed, done.cost_usd], [15, 0, Number(expectedUsd.toFixed(6))]);
    assert.ok(Math.abs((await spentUsd()) - before - expectedUsd) < 1e-6);
    const { rows } = await context.postgres.query<{ usd: number }>('select sum(cost_usd) as usd from api_costs where endpoint = $1', [
      TASK_POST,
    ]);
    assert.equal(rows[0]?.usd, done.cost_usd, 'what is booked is what the provider charged');
    await assertStandings(await list(), true);
  });

  await t.test('a page that one of several projects wants with its overview is loaded once and paid by all of them', async () => {
    const other = await makeProject(api, [rival], 'org_overviews');
    await setLoads(projectId, null);
    await setLoads(other, true);
    await track(app, other, world.ofKind('late'));
    await advanceDay(app);
    const estimate = await dispatch<{ calls: number; cost_usd: number }>(app, { dry_run: true });
    assert.deepEqual([estimate.calls, estimate.cost_usd], [15, Number((15 * QUEUED_USD + 6 * LATE_QUEUED_USD).toFixed(6))]);
    const done = await dispatch(app);
    await context.outbox.flush();
    const { rows } = await context.postgres.query<{ usd: number }>(
      `select sum(cost_usd) as usd from api_costs where endpoint = $1 and project_id = $2`,
      [TASK_POST, other],
    );
    const lateNow = await Promise.all(world.ofKind('late').map((keyword) => getTrueOverview(app, keyword)));
    const sharedUsd = 6 * QUEUED_USD + lateNow.filter(({ deferred }) => deferred === true).length * LATE_QUEUED_USD;
    assert.ok(Math.abs((rows[0]?.usd ?? 0) - sharedUsd / 2) < 2e-5, `${rows[0]?.usd} of ${sharedUsd}, of ${done.cost_usd} in all`);
    for (const row of (await list()).filter(({ keyword }) => world.ofKind('late').includes(keyword)))
      assert.deepEqual([row.ai_overview, row.ai_overview_place], toTrueStanding(await getTrueOverview(app, row.keyword), site, true));
  });

  await t.test('a competitor that is added later is given its past, from the references that were kept', async () => {
    const { body: made } = await api.post('/api/assets', {
      project_id: projectId,
      type: 'website',
      value: rival,
      role: 'competitor',
      name: rival,
      skip_onboarding: true,
    });
    const { body } = await api.post('/api/rankings/rematch', { project_id: projectId });
    if (body.workflow_id) await context.workflows.waitFor(body.workflow_id, PATIENCE_MS);
    await context.outbox.flush();
    const past = await list(`&asset_id=${made.asset_id}&start_date=2020-01-01`);
    assert.equal(past.length, 3 * world.keywords.length);
    const [first, second, third] = [...new Set(past.map(({ check_date: day }) => day as string))].toSorted();
    for (const row of past) {
      const isLoaded = row.check_date !== third || world.ofKind('late').includes(row.keyword);
      const truth = await getTrueOverview(app, row.keyword, row.check_date);
      assert.deepEqual(
        [row.ai_overview, row.ai_overview_place],
        toTrueStanding(truth, rival, isLoaded),
        `${row.keyword} on ${row.check_date}`,
      );
    }
    assert.ok(past.some((row) => row.ai_overview === 'cited' && row.check_date === first) && second !== undefined);
    for (const [query, isLate] of [
      ['', true],
      [`&to=${second}`, false],
    ] as const) {
      const { columns, competitors } = (await api.get(`/api/rankings/grid?project_id=${projectId}&competitors=true${query}`)).body;
      for (const [row, keyword] of columns.keyword.entries()) {
        const truth = await getTrueOverview(app, keyword, isLate ? third : second);
        const [, place] = toTrueStanding(truth, rival, !isLate || world.ofKind('late').includes(keyword));
        assert.equal(competitors[0].ai_overview_place[row], place, `${keyword} ${query}`);
      }
    }
    const again = await api.post('/api/rankings/rematch', { project_id: projectId });
    assert.equal(again.body.recomputed, 0, 'doing it again changes nothing');
  });
});

test('where the answers of the provider are not kept, an overview has its references and no words', async (t) => {
  const app = await startTestApp(t, { environment: { KEYWORD_ENRICHMENT: 'off', SERP_EVIDENCE_DAYS: '0' } });
  const { ofKind } = await findOverviews(app, { late: 0, at_once: 1, none: 0 });
  const [keyword = ''] = ofKind('at_once');
  const projectId = await makeProject(app.api, ['invoicenest.com'], 'org_overviews');
  await track(app, projectId, [keyword]);
  const { body } = await app.api.get(`/api/rankings?project_id=${projectId}`);
  const { ai_overview: overview } = (await app.api.get(`/api/projects/${projectId}/runs/${body.rankings[0].run_id}`)).body;
  assert.deepEqual([overview.state, overview.text, overview.text_state], ['loaded', null, 'not_kept']);
  assert.equal(overview.references.length, (await getTrueOverview(app, keyword)).references.length);
});
