import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { findResultPage } from '#areas/rankings/results/result-pages.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { breakClickHouse } from '../support/clickhouse-away.ts';
import { keepAsEarlier } from '../support/earlier-results.ts';
import { getTruth, makeProject, track } from '../support/rankings-api.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const KEYWORDS = ['invoicing software', 'crm'];
const TABLES = [
  'backlink_snapshots',
  'serp_runs',
  'serp_checks',
  'ranking_history',
  'keyword_snapshots',
  'monthly_keyword_searches',
  'app_keyword_positions',
];
/** What a copy does not have, or marks. */
const NOT_COPIED = ['previous_position', 'position_change', 'recomputed', 'recomputed_at'];

/** Everything in a table, in a fixed order. */
async function readAll({ app }: TestApp, table: string): Promise<string[]> {
  const rows = await app.context.clickhouse.query(
    { name: 'test-read-all', sql: `select * from ${table}`, params: z.object({}), row: z.record(z.string(), z.unknown()) },
    {},
  );
  return rows.map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !NOT_COPIED.includes(name)))).toSorted();
}

async function readTables(world: TestApp): Promise<Record<string, string[]>> {
  await world.app.context.outbox.flush();
  return Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await readAll(world, table)] as const)));
}

async function copy({ api }: TestApp, body: object = {}): Promise<any> {
  const answer = await api.post('/api/admin/migrate-to-clickhouse', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

const sourceOf = (report: any, name: string): any => report.tables.find((table: any) => table.source === name);

test('copies to ClickHouse what it lacks', async (suite) => {
  const world = await startTestApp(suite);
  const { api, app, stores } = world;
  const { clickhouse, postgres, outbox } = app.context;
  const domain = (await getTruth(world, 'crm')).find(({ type }) => type === 'organic')?.domain ?? '';
  const projectId = await makeProject(api, [domain, 'example.org']);
  await track(world, projectId, KEYWORDS);
  // The second checks lie in the outbox when the copy begins.
  const letRowsGo = breakClickHouse(app.context, 'refuses');
  const again = await api.post('/api/rankings/track', {
    project_id: projectId,
    keywords: KEYWORDS.map((keyword) => ({ keyword })),
    force: true,
  });
  assert.equal(again.status, 200, JSON.stringify(again.body));
  await postgres.query(
    `with figures as (
       insert into keyword_figures (id, source, normalized_text, location_code, language_code, status, search_volume, cpc, monthly_searches, known_at, due_at)
       values ('fig_1', 'labs', 'crm', 2840, 'en', 'known', 900, 1.5, $1, now(), now()) returning id, known_at)
     update keywords set figures_id = figures.id, enriched_at = figures.known_at from figures where normalized_text = 'crm'`,
    [
      JSON.stringify([
        { year: 2026, month: 2, search_volume: 950 },
        { year: 2026, month: 1, search_volume: 850 },
      ]),
    ],
  );
  await postgres.query(
    `insert into domain_summaries (domain_id, year_week, as_of, source, rank, backlinks_count, links_platform_types, captured_at)
     select id, year_week, as_of::date, source, rank, backlinks, '{"": 3, "news": 2}', '2026-11-22T01:02:03.456Z'
     from domains, (values ('202647', '2026-11-22', 'summary', 12, 345), ('202646', '2026-11-15', 'history', null, 0),
       ('202645', '2026-11-08', 'history', null, null)) as week (year_week, as_of, source, rank, backlinks)
     where domain = 'example.org'`,
  );

  await postgres.query(
    `insert into app_searches (owner_id, platform, storefront, language_code, keyword, places, checked_depth, searched_at)
     values ('', 'store_a', 'us', 'en', 'a | b', '[{"rank": 1, "appId": "11"}, {"rank": 2, "appId": "12"}]', 100, '2026-11-20T23:59:59.987Z'),
       ('org_a', 'store_b', 'de', 'de', 'nichts', '[]', 100, '2026-11-21T00:00:00Z'),
       ('', 'store_b', 'us', 'en', 'never read', null, null, null)`,
  );

  await suite.test('what waits in the outbox is let arrive first and is not missing; what never was there is copied', async () => {
    assert.ok((await outbox.countPending()) > 200);
    letRowsGo();
    const report = await copy(world);
    assert.deepEqual([report.status, report.verified, report.dry_run, report.warning], ['completed', true, false, undefined]);
    const got = report.tables.map((table: any) => [table.source, table.missing_rows, table.copied_rows, table.extra_rows, table.different]);
    assert.deepEqual(got, [
      ['backlink_snapshots', 2, 2, 0, 0],
      ['keyword_snapshots', 1, 1, 0, 0],
      ['monthly_keyword_searches', 2, 2, 0, 0],
      ['serp_runs', 0, 0, 0, 0],
      ['serp_checks', 0, 0, 0, 0],
      ['ranking_history', 0, 0, 0, 0],
      ['ranking_history_past', 0, 0, 0, 0],
      ['app_rankings', 0, 0, 0, 0],
      ['app_keyword_positions', 4, 4, 0, 0],
      ['research_snapshots', 0, 0, 0, 0],
    ]);
    assert.deepEqual(
      [sourceOf(report, 'serp_runs').days, sourceOf(report, 'serp_checks').rows, sourceOf(report, 'ranking_history_past').rows],
      [1, 4, 4],
    );
    for (const { checksum, stored_checksum: stored } of report.tables) assert.equal(checksum, stored);
    const status = await api.get(report.status_url);
    assert.ok(status.body.steps.some((step: any) => /^copy serp_runs \d{4}-\d\d-\d\d$/u.test(step.name)));
  });

  const whole = await readTables(world);

  await suite.test('a second copy finds nothing to do', async () => {
    const report = await copy(world);
    assert.deepEqual([report.verified, report.missing_rows, report.copied_rows, report.replays], [true, 0, 0, 0]);
    assert.deepEqual(await readTables(world), whole);
  });

  await suite.test('a dry run tells what is missing and writes nothing', async () => {
    await clickhouse.command('alter table serp_checks delete where 1 settings mutations_sync = 1');
    const report = await copy(world, { dry_run: true });
    const checks = sourceOf(report, 'serp_checks');
    assert.deepEqual([report.dry_run, report.verified, report.missing_rows, report.copied_rows], [true, false, 4, 0]);
    assert.deepEqual([checks.verified, checks.unequal_days.length, checks.stored_checksum], [false, 1, '000000000000']);
    assert.deepEqual(await readAll(world, 'serp_checks'), []);
  });

  await suite.test('rows that were deleted come back as they were', async () => {
    for (const statement of [
      'serp_checks delete where checked_depth > 7',
      'ranking_history delete where 1',
      'keyword_snapshots delete where 1',
      `backlink_snapshots delete where year_week = '202646'`,
      'monthly_keyword_searches delete where month = 1',
      'app_keyword_positions delete where position = 1',
    ])
      await clickhouse.command(`alter table ${statement} settings mutations_sync = 1`);
    const report = await copy(world);
    assert.deepEqual([report.verified, sourceOf(report, 'monthly_keyword_searches').copied_rows, report.replays], [true, 1, 1]);
    // Two outcomes for each of two keywords are the newest and copied as they are; those of the checks before are worked out.
    assert.deepEqual([sourceOf(report, 'ranking_history').copied_rows, report.replayed_rows], [4, 4]);
    assert.deepEqual(await readTables(world), whole);
    assert.equal((await copy(world)).missing_rows, 0);
  });

  await suite.test('what PostgreSQL has of a page comes back, and what it has not is counted as missing', async () => {
    const { rows: runs } = await postgres.query<{ id: string; results: number }>(
      `select id, results_count as results from serp_runs where results_count > 0 order by created_at, id`,
    );
    const [earlier, part, gone] = runs;
    assert.ok(earlier && part && gone);
    await clickhouse.command(`create table kept_results as serp_runs`);
    await clickhouse.command(`insert into kept_results select * from serp_runs`);
    await keepAsEarlier(postgres, earlier.id, (await findResultPage(app.context, earlier.id))?.items ?? []);
    for (const statement of [
      `serp_runs delete where run_id = '${earlier.id}' and rank_absolute > 3`,
      `serp_runs delete where run_id = '${part.id}' and rank_absolute > 7`,
      `serp_runs delete where run_id = '${gone.id}'`,
    ])
      await clickhouse.command(`alter table ${statement} settings mutations_sync = 1`);
    const lost = part.results - 7 + gone.results;
    const report = await copy(world);
    const results = sourceOf(report, 'serp_runs');
    assert.deepEqual(
      [report.verified, results.verified, results.missing_rows, results.copied_rows],
      [false, false, earlier.results - 3 + lost, earlier.results - 3],
    );
    assert.equal((await api.get(`/api/rankings/runs/${earlier.id}`)).body.results.length, earlier.results);
    for (const { id } of [part, gone]) {
      const answer = await api.get(`/api/rankings/runs/${id}`);
      assert.deepEqual([answer.status, answer.headers.has('retry-after')], [503, true]);
    }
    await clickhouse.command('truncate table serp_runs');
    await clickhouse.command('insert into serp_runs select * from kept_results');
    await clickhouse.command('drop table kept_results');
    assert.equal((await copy(world)).verified, true);
    await postgres.query('update serp_runs set results_count = $2, results = null where id = $1', [earlier.id, earlier.results]);
  });

  await suite.test('what was lost with the outbox comes back, but for the results', async () => {
    const mend = breakClickHouse(app.context, 'refuses');
    await track(world, projectId, ['lost on its way']);
    await postgres.query('truncate outbox, outbox_batches');
    mend();
    const report = await copy(world);
    assert.deepEqual(
      [report.verified, sourceOf(report, 'serp_checks').copied_rows, sourceOf(report, 'ranking_history').copied_rows],
      [false, 1, 2],
    );
    assert.ok(sourceOf(report, 'serp_runs').missing_rows > 0);
    const { rows } = await stores.postgres.query<{ keywordId: string }>(
      `select id as keyword_id from keywords where normalized_text = 'lost on its way'`,
    );
    const history = await api.get(
      `/api/rankings?project_id=${projectId}&keyword_id=${rows[0]?.keywordId}&start_date=2020-01-01&end_date=2040-01-01`,
    );
    assert.ok(history.body.rankings.length >= 1, JSON.stringify(history.body).slice(0, 300));
    await postgres.query('update serp_runs set results_count = 0 where keyword_id = $1', [rows[0]?.keywordId]);
  });

  await suite.test('a copy that fails after it has written goes on without writing twice', async (t) => {
    const before = await readTables(world);
    await clickhouse.command('alter table serp_checks delete where 1 settings mutations_sync = 1');
    const flush = outbox.flush.bind(outbox);
    let calls = 0;
    // What was written waits for the next flush: the shipper would take it along by itself.
    let mend = (): void => undefined;
    t.mock.method(outbox, 'flush', async () => {
      calls += 1;
      if (calls === 2) throw new Error('ClickHouse went away');
      if (calls > 2) mend();
      await flush();
      if (calls === 1) mend = breakClickHouse(app.context, 'refuses');
    });
    const report = await copy(world);
    assert.ok(calls > 2);
    assert.equal(report.verified, true);
    t.mock.restoreAll();
    assert.deepEqual(await readTables(world), before);
  });

  await suite.test('rows that are there twice, or say something else, are told and left alone', async () => {
    await clickhouse.command('insert into serp_checks select * from serp_checks limit 1');
    await clickhouse.command(`alter table keyword_snapshots update search_volume = 1 where 1 settings mutations_sync = 1`);
    const report = await copy(world);
    assert.deepEqual(
      [report.verified, sourceOf(report, 'serp_checks').extra_rows, sourceOf(report, 'keyword_snapshots').different],
      [false, 1, 1],
    );
    assert.equal(report.copied_rows, 0);
  });

  await suite.test('two at once are one, and who does not wait is told where to look', async () => {
    const [one, other] = await Promise.all([copy(world, { async: true }), copy(world, { async: true })]);
    assert.equal(one.workflow_id, other.workflow_id);
    assert.equal(one.status_url, `/api/admin/workflow/analytics-copy/${encodeURIComponent(one.workflow_id)}`);
    assert.ok((await app.context.workflows.waitFor(one.workflow_id, PATIENCE_MS))?.output);
  });
});
