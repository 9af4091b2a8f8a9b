import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { addToHours } from '#areas/costs/store/ledger.ts';
import { updateDailyTotals } from '#areas/rankings/daily-totals/update.ts';
import { addDays } from '#kernel/days.ts';
import { AppError } from '#kernel/errors.ts';
import { toMicros } from '#kernel/money.ts';
import { ADMIN, makeAreaContext } from '../../../test/support/area-context.ts';
import { recordHistory, recordVolume, type HistoryRow } from '../../../test/support/history-rows.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { makeProject, makeTracked } from '../../../test/support/rankings-world.ts';
import { getProjectOverview, type OverviewInput } from './get-project-overview.ts';
import { listProjectsAtGlance } from './list-projects.ts';
import { toPeriods } from './periods.ts';
import { toProjectOverviewBody } from './wire/project.ts';
import { toProjectsOverviewBody } from './wire/projects.ts';

const TODAY = '2025-11-20';
const FROM = addDays(TODAY, -27);
const BEFORE = addDays(FROM, -1);
const PAGE = { limit: 1_000, offset: 0 };

async function openWorld(t: TestContext) {
  const stores = await openTestStores(t);
  const clock = { now: () => new Date(`${TODAY}T12:00:00.000Z`), realNow: () => Date.now() };
  const ctx = { ...stores, config: makeAreaContext(stores).config, clock, caller: ADMIN };
  const projectId = await makeProject(stores.postgres, [{ value: 'mine.com' }, { value: 'rival.org', role: 'competitor' }]);
  const record = (rows: readonly Omit<HistoryRow, 'project_id' | 'domain'>[], domain = 'mine.com') =>
    recordHistory(
      stores.clickhouse,
      rows.map((row) => ({ ...row, project_id: projectId, domain, relationship: domain === 'mine.com' ? 'MINE' : 'COMPETITOR' })),
    );
  return {
    ...stores,
    ctx,
    projectId,
    record,
    track: async (keyword: string) => (await makeTracked(stores.postgres, projectId, keyword)).keywordId,
    /** The newest outcome, as a check would have left it. */
    keep: async (keywordId: string, status: string, position: number | null, error: string | null = null) => {
      await stores.postgres.query(
        `insert into current_rankings (project_id, keyword_id, engine, channel, domain, keyword_text, normalized_text, device, location_code,
           language_code, relationship, status, position, rank_group, check_ts, error, failed_at, updated_at)
         select $1, id, 'engine_a', 'seo', 'mine.com', keyword_text, normalized_text, device, location_code, language_code, 'MINE', $3, $4, $4,
           '2025-11-19T10:00:00Z', $5, case when $5::text is null then null else '2025-11-20T02:00:00Z'::timestamptz end, now()
         from keywords where id = $2`,
        [projectId, keywordId, status, position, error],
      );
      await stores.postgres.query(
        `update tracked_keywords set checked_at = '2025-11-20T02:00:00Z', next_check = '2025-11-21T02:00:00Z' where keyword_id = $1`,
        [keywordId],
      );
    },
    read: async (more: Partial<OverviewInput> = {}) => {
      const input: OverviewInput = { projectId, from: undefined, to: undefined, compare: 'previous', channel: 'seo', ...more };
      return toProjectOverviewBody(input, await getProjectOverview(ctx, input), () => null);
    },
    list: async (caller = ADMIN) =>
      toProjectsOverviewBody(
        await listProjectsAtGlance({ ...ctx, caller }, { organizationId: undefined, status: undefined, ...PAGE }),
        PAGE,
      ),
  };
}

test('movers are those between the last days of both periods; what was not known on one of them has not moved', async (t) => {
  const world = await openWorld(t);
  const ids = new Map<string, string>();
  for (const word of ['up', 'slightly', 'down', 'entered', 'lost', 'same', 'fresh', 'gone', 'broken'])
    ids.set(word, await world.track(word));
  const at = (word: string, check_date: string, position: number | null, more: Partial<HistoryRow> = {}) => ({
    keyword_id: ids.get(word) ?? '',
    check_date,
    position,
    ...more,
  });
  await world.record([
    at('up', BEFORE, 30),
    at('up', addDays(TODAY, -3), 4),
    at('up', addDays(FROM, 5), 80),
    at('slightly', BEFORE, 5),
    at('slightly', TODAY, 4),
    at('down', BEFORE, 2),
    at('down', TODAY, 9),
    at('entered', addDays(BEFORE, -2), null),
    at('entered', TODAY, 12),
    at('lost', BEFORE, 7),
    at('lost', TODAY, null),
    at('same', BEFORE, 3),
    at('same', TODAY, 3),
    at('fresh', TODAY, 1),
    at('gone', BEFORE, 5),
    at('gone', TODAY, 50),
    at('broken', BEFORE, 8),
    at('broken', addDays(TODAY, -1), 6),
    at('broken', TODAY, null, { status: 'failed' }),
  ]);
  await world.record([at('same', BEFORE, 50), at('same', TODAY, 1)], 'rival.org');
  await world.postgres.query(
    `update tracked_keywords set status = 'untracked', updated_at = '2025-11-20T00:00:00Z' where keyword_id = $1`,
    [ids.get('gone')],
  );

  const { moves, days, compared_days: comparedDays, compared, from, to } = await world.read();
  assert.deepEqual([from, to, compared, days.length, comparedDays.length], [FROM, TODAY, { from: addDays(FROM, -28), to: BEFORE }, 28, 28]);
  assert.deepEqual([moves.before, moves.after], [BEFORE, TODAY]);
  assert.deepEqual(moves.counts, { up: 3, down: 1, new: 1, lost: 1, unchanged: 1 });
  const show = (list: typeof moves.up) =>
    list.map(({ keyword, previous_position: then, position, change }) => [keyword, then, position, change]);
  assert.deepEqual(show(moves.up), [
    ['up', 30, 4, 26],
    ['broken', 8, 6, 2],
    ['slightly', 5, 4, 1],
  ]);
  assert.deepEqual(show(moves.down), [['down', 2, 9, -7]]);
  assert.deepEqual(show(moves.new), [['entered', null, 12, null]]);
  assert.deepEqual(show(moves.lost), [['lost', 7, null, null]]);
  assert.equal(days.at(-1)?.failed, 1);

  const inside = await world.read({ compare: 'none', from: addDays(FROM, 5) });
  assert.equal(inside.compared, null);
  assert.deepEqual(inside.compared_days, []);
  assert.deepEqual(show(inside.moves.up)[0], ['up', 80, 4, 76], 'without another period the first day is compared');
  assert.deepEqual((await world.read({ device: 'mobile' })).moves.counts, { up: 0, down: 0, new: 0, lost: 0, unchanged: 0 });
});

test('a mover says how both of its positions were read, by the check of the best own site that stands on the day', async (t) => {
  const world = await openWorld(t);
  const keyword_id = await world.track('priced');
  const bought = (check_date: string, position: number | null, cost_usd: number, more: Partial<HistoryRow> = {}) => ({
    keyword_id,
    check_date,
    position,
    cost_usd,
    provider: 'dataforseo',
    ...more,
  });
  await world.record([
    bought(addDays(BEFORE, -2), 40, 0.002, { hour: 3 }),
    bought(addDays(TODAY, -2), 3, 0.5, { hour: 4 }),
    bought(addDays(TODAY, -2), 7, 0.0006, { hour: 9, checked_depth: 30 }),
    bought(TODAY, null, 9, { status: 'failed' }),
  ]);
  await world.record([{ ...bought(addDays(TODAY, -1), 90, 0.7), relationship: 'MINE' }], 'second.com');
  const [mover] = (await world.read()).moves.up;
  assert.deepEqual([mover?.position, mover?.previous_position], [7, 40]);
  assert.deepEqual(
    [mover?.checked_at, mover?.checked_depth, mover?.provider, mover?.cost_usd],
    [`${addDays(TODAY, -2)}T09:00:00.000Z`, 30, 'provider', 0.0006],
  );
  assert.deepEqual(mover?.previous, {
    checked_at: `${addDays(BEFORE, -2)}T03:00:00.000Z`,
    checked_depth: 100,
    provider: 'provider',
    cost_usd: 0.002,
  });
});

test('outcomes, failed and coming checks, features and links are those of the project', async (t) => {
  const world = await openWorld(t);
  const [ranked, missing, failed] = [await world.track('ranked'), await world.track('missing'), await world.track('failed')];
  await world.track('waits');
  await world.keep(ranked, 'ranked', 3);
  await world.keep(missing, 'not_found', null);
  await world.keep(failed, 'failed', 8, 'the provider was away');
  await world.record([
    { keyword_id: ranked, check_date: BEFORE, position: 3, serp_features: ['people_also_ask', 'video'] },
    { keyword_id: ranked, check_date: TODAY, position: 3, serp_features: ['ai_overview', 'video'] },
    { keyword_id: missing, check_date: TODAY, position: null, serp_features: ['video'] },
  ]);
  await world.postgres.query(`insert into domains (domain, onboard_status, created_at) values ('mine.com', 'complete', now())`);
  await world.postgres.query(
    `update assets set domain_id = (select id from domains where domain = 'mine.com') where project_id = $1 and value = 'mine.com'`,
    [world.projectId],
  );
  await world.postgres.query(
    `insert into domain_summaries (domain_id, year_week, as_of, source, backlinks_count, referring_domains_count, rank, captured_at,
       prev_period_year_week, prev_period_backlinks, prev_period_referring_domains)
     select id, '202547', '2025-11-17', 'summary', 120, 30, 41, now(), '202546', 110, 31 from domains where domain = 'mine.com'`,
  );
  const body = await world.read();
  assert.deepEqual(body.outcomes, { tracked: 4, ranked: 1, not_found: 1, failed: 1, pending: 1 });
  assert.deepEqual(
    body.failed_checks.map(({ keyword, error, last_position: last, last_checked_at: at }) => [keyword, error, last, at]),
    [['failed', 'the provider was away', 8, '2025-11-19T10:00:00.000Z']],
  );
  assert.deepEqual(body.next_checks, [
    { date: TODAY, checks: 1 },
    { date: '2025-11-21', checks: 3 },
  ]);
  assert.equal(body.last_check_at, '2025-11-20T02:00:00.000Z');
  assert.deepEqual(body.features, [
    { feature: 'video', keywords: 2, previous_keywords: 1, gained: 0, lost: 0 },
    { feature: 'ai_overview', keywords: 1, previous_keywords: 0, gained: 1, lost: 0 },
    { feature: 'people_also_ask', keywords: 0, previous_keywords: 1, gained: 0, lost: 1 },
  ]);
  assert.deepEqual(
    body.backlinks.map((links) => [links.domain, links.backlinks, links.previous_backlinks, links.referring_domains, links.year_week]),
    [['mine.com', 120, 110, 30, '202547']],
  );
});

test('the month is projected by what the last seven full days cost', async (t) => {
  const world = await openWorld(t);
  const spend = (day: string, usd: number) =>
    addToHours(world.postgres, [
      {
        projectId: world.projectId,
        service: 'serp_api',
        runId: null,
        cost: toMicros(usd),
        createdAt: new Date(`${day}T06:00:00Z`),
        requests: 1,
        calls: 1,
        unmade: 0,
      },
    ]);
  await world.postgres.query(`update projects set created_at = '2025-01-01' where id = $1`, [world.projectId]);
  for (const [day, usd] of [
    ['2025-10-31', 50],
    ['2025-11-02', 3],
    ['2025-11-15', 5],
    [TODAY, 2],
  ] as const)
    await spend(day, usd);
  const { spend: shown } = await world.read();
  assert.deepEqual([shown.month_usd, shown.today_usd, shown.budget_usd], [10, 2, null]);
  // 5 USD in the seven days before, less than what today has cost already, and ten more days of the month.
  assert.equal(shown.projected_usd, 17.142857);
  const { projects } = await world.list();
  assert.equal(projects.find(({ id }) => id === world.projectId)?.month_cost_usd, 10);
  // It paid first on the 15th: 11 USD in five full days, and today is not over.
  await world.postgres.query(`update projects set created_at = '2025-11-18T23:00:00Z' where id = $1`, [world.projectId]);
  await spend('2025-11-19', 6);
  assert.equal((await world.read()).spend.projected_usd, 38.2);
});

test('all projects come in one answer with the totals of the summary, stored or not, to those who may see them', async (t) => {
  const world = await openWorld(t);
  const keyword = await world.track('steady');
  const days = [BEFORE, addDays(TODAY, -1), TODAY];
  await world.record(days.map((check_date, at) => ({ keyword_id: keyword, check_date, position: 10 - at, previous_position: 11 - at })));
  await recordVolume(world.clickhouse, keyword, 500, '2025-10-01');
  const other = await makeProject(world.postgres);

  const pick = (list: Awaited<ReturnType<typeof world.list>>) => list.projects.find(({ id }) => id === world.projectId);
  const computed = pick(await world.list());
  const summary = (await world.read()).days;
  const last = summary.at(-1);
  assert.ok(last && computed);
  assert.equal(computed.as_of, TODAY);
  assert.deepEqual(
    [computed.share_of_voice, computed.average_position, computed.top_10, computed.movers_up, computed.ranked],
    [last.share_of_voice, last.average_position, last.top_10, last.movers.up, last.ranked],
  );
  assert.deepEqual(
    computed.share_of_voice_days,
    summary.map((day) => day.share_of_voice),
  );
  assert.ok(
    computed.previous_share_of_voice !== null && last.share_of_voice !== null && computed.previous_share_of_voice < last.share_of_voice,
  );

  assert.ok((await updateDailyTotals(world.ctx, world.projectId)) > 0);
  assert.deepEqual(pick(await world.list()), computed, 'stored totals say the same');

  const empty = (await world.list()).projects.find(({ id }) => id === other);
  assert.deepEqual([empty?.as_of, empty?.share_of_voice, empty?.keywords], [null, null, 0]);
  const bound = await world.list({ ...ADMIN, projectIds: [other] });
  assert.deepEqual([bound.total, bound.projects.map(({ id }) => id)], [1, [other]]);
  assert.deepEqual((await world.list({ ...ADMIN, organizationId: 'org-of-strangers' })).projects, []);
  await assert.rejects(
    getProjectOverview(
      { ...world.ctx, caller: { ...ADMIN, projectIds: [other] } },
      {
        projectId: world.projectId,
        from: undefined,
        to: undefined,
        compare: 'none',
        channel: 'seo',
      },
    ),
    AppError,
  );
});

test('a period ends today, is compared with one of the same length, and is at most two years long', () => {
  const asked = { from: undefined, to: undefined, compare: 'previous' } as const;
  assert.deepEqual(toPeriods({ ...asked, to: '2030-01-01' }, TODAY).period, { from: FROM, to: TODAY });
  assert.deepEqual(toPeriods({ ...asked, from: '2025-11-14', compare: 'year' }, TODAY).compared, { from: '2024-11-15', to: '2024-11-21' });
  assert.throws(() => toPeriods({ ...asked, from: '2025-11-21' }, TODAY), AppError);
  assert.throws(() => toPeriods({ ...asked, from: '2020-01-01' }, TODAY), AppError);
});
