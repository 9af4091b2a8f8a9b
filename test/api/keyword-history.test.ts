import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#kernel/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openEnrichment, OVERVIEW, UNKNOWN, type EnrichmentWorld } from '../support/enrichment.ts';

const HISTORY = '/v3/dataforseo_labs/google/historical_keyword_data/live';
const MONTHS_MAX = 84;

/** The true months of a keyword that the provider sells, the newest first: from twelve before August 2021 on. */
async function readMonths({ sandbox }: Pick<TestApp, 'sandbox'>, keyword: string): Promise<{ year: number; month: number }[]> {
  const { body } = await sandbox.get(`/_sandbox/truth/keyword?${new URLSearchParams({ keyword, months: String(MONTHS_MAX) }).toString()}`);
  const isSold = ({ year, month }: { year: number; month: number }): boolean => year * 12 + month >= 2020 * 12 + 9;
  return body.monthly_searches.filter(isSold);
}

async function listCalls({ sandbox }: Pick<TestApp, 'sandbox'>, path: string): Promise<any[]> {
  const { entries } = (await sandbox.get('/_sandbox/calls')).body as { entries: { path: string; body: string; cost_usd: number }[] };
  return entries.filter((entry) => entry.path === path).map(({ body, cost_usd: cost }) => ({ ...JSON.parse(body)[0], cost }));
}

test('months of an overview', async (t) => {
  const app = await startTestApp(t);
  const keywords = ['running shoes', 'Best CRM software', UNKNOWN];
  const ask = async (body: object) => (await app.api.post('/api/keywords/overview', { keywords, ...body })).body;

  await t.test('are twelve unless more are asked for, and say that the past was not asked for', async () => {
    const { keywords: rows } = await ask({});
    assert.deepEqual(
      rows.map((row: any) => [row.monthly_searches.length, row.history_status]),
      [
        [12, 'not_asked'],
        [12, 'not_asked'],
        [0, null],
      ],
    );
    assert.equal((await listCalls(app, HISTORY)).length, 0);
  });

  await t.test('reach as far back as the provider sells them, at the price that a dry run names', async () => {
    const { estimate } = await ask({ history_months: MONTHS_MAX, dry_run: true });
    const body = await ask({ history_months: MONTHS_MAX });
    const [call, ...others] = await listCalls(app, HISTORY);
    assert.deepEqual([others.length, call.keywords.toSorted(), call.cost], [0, ['best crm software', 'running shoes'], body.cost]);
    assert.ok(body.cost > 0 && body.cost <= estimate.cost_usd);
    assert.equal(estimate.calls, 1);
    for (const row of body.keywords.slice(0, 2)) {
      assert.deepEqual(row.monthly_searches, await readMonths(app, row.keyword.toLowerCase()));
      assert.ok(row.monthly_searches.length > 70, 'years, not months');
      assert.equal(row.history_status, 'known');
    }
  });

  await t.test('are bought once: later questions cut them, weeks later too', async () => {
    const before = (await listCalls(app, HISTORY)).length;
    await app.sandbox.post('/_sandbox/clock', { advance_days: 40 });
    const { estimate } = await ask({ history_months: 24, dry_run: true });
    const body = await ask({ history_months: 24 });
    assert.deepEqual(
      [(await listCalls(app, HISTORY)).length, estimate.calls],
      [before, 2],
      'figures, and the past of the keyword without any',
    );
    const truth = await readMonths(app, 'running shoes');
    assert.deepEqual(body.keywords[0].monthly_searches, truth.slice(0, 24));
    assert.deepEqual((await ask({})).keywords[0].monthly_searches, truth.slice(0, MONTHS_MAX), 'all that are known');
  });

  await t.test('are said to be unavailable where the provider sells none', async () => {
    const outside = { location_code: 2012, language_code: 'en', history_months: 48 };
    const { estimate } = await ask({ ...outside, dry_run: true });
    const { keywords: rows } = await ask(outside);
    assert.equal(estimate.calls, 1);
    assert.deepEqual(
      [...new Set(rows.filter((row: any) => row.status === 'known').map((row: any) => row.history_status))],
      ['unavailable'],
    );
  });

  await t.test('are from 12 to 84', async () => {
    for (const months of [11, 85, 24.5, '24']) {
      const { status, body } = await app.api.post('/api/keywords/overview', { keywords, history_months: months });
      assert.deepEqual([status, body.details[0].path], [400, 'history_months'], String(months));
    }
  });
});

test('a budget that has room for the figures alone leaves out the past, and says so', async (t) => {
  const app = await startTestApp(t);
  const project = { name: 'Poor', organization_id: 'org_poor' };
  const projectId = (await app.api.post('/api/projects', project)).body.project_id;
  await app.api.put('/api/admin/config', { budgets: { project_monthly_usd: 0.015 } });
  const { status, body } = await app.api.post('/api/keywords/overview', {
    project_id: projectId,
    keywords: ['tea cup'],
    history_months: 48,
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    [body.keywords[0].status, body.keywords[0].monthly_searches.length, body.keywords[0].history_status, body.skipped, body.reason],
    ['known', 12, 'skipped', true, 'budget_exceeded'],
  );
  assert.equal((await listCalls(app, HISTORY)).length, 0);
});

test('an answer about the past that a crash kept from the figures is not bought again', async (t) => {
  const app = await startTestApp(t);
  const ask = async () => (await app.api.post('/api/keywords/overview', { keywords: ['tea pot'], history_months: 48 })).body;
  const first = await ask();
  // As it stands when the process died between the answer and the figures.
  await app.app.context.postgres.query(
    `update keyword_figures set history_status = null, history_asked_at = null,
       monthly_searches = (select jsonb_agg(month) from jsonb_array_elements(monthly_searches) with ordinality as m (month, at) where at <= 12)`,
  );
  const second = await ask();
  assert.deepEqual([second.cost, (await listCalls(app, HISTORY)).length], [0, 1]);
  assert.deepEqual(second.keywords, first.keywords);
});

test('what a project wants beside the usual figures', async (t) => {
  const world = await openEnrichment(t, { isByHand: true });
  const projectId = await world.makeProject('Wide');
  const path = `/api/projects/${projectId}/keyword-data`;
  const trends = async (): Promise<any> => (await world.api.get(`/api/keywords/portfolio-trends?project_id=${projectId}`)).body;
  await world.track(projectId, ['running shoes', { keyword: 'running shoes', device: 'mobile' }, 'tea cup', UNKNOWN]);

  await t.test('counts keywords that nothing has been bought for yet', async () => {
    const { coverage } = (await world.api.get(path)).body;
    assert.deepEqual(coverage, { keywords: 3, with_figures: 0, with_history: 0, with_clickstream: 0, without_offer: 0 });
  });
  await world.enrich();

  await t.test('is nothing at first, and the portfolio has the months that came with the figures', async () => {
    const { body } = await world.api.get(path);
    assert.deepEqual([body.include_clickstream_data, body.history_months], [false, 12]);
    assert.deepEqual(body.coverage, { keywords: 3, with_figures: 2, with_history: 0, with_clickstream: 0, without_offer: 0 });
    const { summary, monthly_trends: months, clickstream_trends: clickstream } = await trends();
    assert.deepEqual([months.length, clickstream.length, summary.keywords_with_history, summary.keywords_with_clickstream], [12, 0, 0, 0]);
  });

  await t.test('is priced first, then bought in the background: 24 months of the portfolio, and clickstream', async () => {
    const wanted = { history_months: 24, include_clickstream_data: true };
    const { estimate } = (await world.api.put(path, { ...wanted, dry_run: true })).body;
    // Two keywords of one call each; three texts at the double price a month.
    assert.deepEqual(estimate, { calls: 2, cost_usd: 0.0306, monthly_cost_usd: 0.0206 });
    assert.equal((await world.api.get(path)).body.history_months, 12, 'a dry run changes nothing');
    const spent = await sumSpent(world);
    assert.equal((await world.api.put(path, wanted)).status, 200);
    await world.enrich();
    const now = await sumSpent(world);
    assert.equal(Number((now - spent).toFixed(6)), Number(estimate.cost_usd.toFixed(6)));
    const { body } = await world.api.get(path);
    assert.deepEqual(body.coverage, { keywords: 3, with_figures: 2, with_history: 2, with_clickstream: 2, without_offer: 0 });
    const { summary, monthly_trends: months, clickstream_trends: clickstream } = await trends();
    assert.deepEqual([months.length, clickstream.length], [24, 12]);
    assert.deepEqual([summary.keywords_with_history, summary.keywords_with_clickstream], [2, 2]);
    const truth = (await Promise.all(['running shoes', 'tea cup'].map((keyword) => readMonths(world, keyword)))) as any[][];
    assert.deepEqual(
      months.map((one: any) => one.total_search_volume),
      truth[0]
        ?.slice(0, 24)
        .map((one, at) => one.search_volume + truth[1]?.[at].search_volume)
        .toReversed(),
    );
  });

  await t.test('holds for keywords that are tracked later, whose estimate counts it, and for the months that follow', async () => {
    const entry = { keyword: 'trail shoes' };
    const { estimate } = (
      await world.api.post('/api/keywords/track', { project_id: projectId, check_interval: 'manual', keywords: [entry], dry_run: true })
    ).body;
    assert.deepEqual(estimate, { calls: 2, cost_usd: 0.0303, monthly_cost_usd: 0.0202 });
    await world.track(projectId, [entry]);
    const calls = (await world.calls()).length;
    await world.enrich();
    assert.equal((await world.calls()).length, calls + 1, 'the figures are asked for once, with clickstream');
    await world.sandbox.post('/_sandbox/clock', { advance_days: 40 });
    await world.enrich();
    const asked = await listCalls(world, OVERVIEW);
    assert.deepEqual(
      asked.slice(calls).map((call) => call.include_clickstream_data ?? false),
      [true, true],
    );
    assert.equal((await listCalls(world, HISTORY)).length, 2, 'the past is bought once for each keyword');
  });

  await t.test('a second run buys nothing', async () => {
    const spent = await sumSpent(world);
    const summary = await world.enrich();
    assert.deepEqual([summary.calls, await sumSpent(world)], [0, spent]);
  });

  await t.test('is refused by name for what is wrong, and for strangers', async () => {
    const { status, body } = await world.api.put(path, { history_months: 5, include_clickstream_data: 'yes' });
    assert.equal(status, 400);
    assert.deepEqual(body.details.map((one: any) => one.path).toSorted(), ['history_months', 'include_clickstream_data']);
    assert.equal((await world.api.put(path, {})).body.history_months, 24, 'what is left out stays');
    assert.equal((await world.api.get(`/api/projects/${newId('proj_')}/keyword-data`)).status, 404);
  });
});

test('a project without money for clickstream leaves its keywords to be asked with it later', async (t) => {
  const world = await openEnrichment(t, { isByHand: true });
  const projectId = await world.makeProject('Later');
  await world.track(projectId, ['tea cup']);
  await world.enrich();
  await world.api.put('/api/admin/config', { budgets: { project_monthly_usd: 0 } });
  await world.api.put(`/api/projects/${projectId}/keyword-data`, { include_clickstream_data: true, history_months: 84 });
  const stopped = await world.enrich();
  assert.deepEqual([stopped.skipped, stopped.reason, stopped.cost_usd], [true, 'budget_exceeded', 0]);
  await world.api.put('/api/admin/config', { budgets: { project_monthly_usd: null } });
  const summary = await world.enrich();
  assert.deepEqual([summary.calls, summary.skipped], [2, false]);
});

async function sumSpent(world: EnrichmentWorld): Promise<number> {
  return (await world.sandbox.get('/_sandbox/calls')).body.cost_usd;
}
