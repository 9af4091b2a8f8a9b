import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { AppError } from '#kernel/errors.ts';
import { ADMIN } from '../../../../test/support/area-context.ts';
import { recordHistory, recordVolume, type HistoryRow } from '../../../../test/support/history-rows.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { makeProject, makeTracked } from '../../../../test/support/rankings-world.ts';
import { getRankingsSummary } from './get-rankings-summary.ts';
import { updateDailyTotals, listProjectsToUpdate } from '../daily-totals/update.ts';
import { toShareOfVoice, toVoice } from './share-of-voice.ts';
import type { SummaryInput } from './rankings-summary.ts';
import { toRankingsSummaryBody } from '../wire/reports/summary.ts';

const TODAY = '2025-11-20';

async function openWorld(t: TestContext) {
  const stores = await openTestStores(t);
  let today = TODAY;
  const clock = { now: () => new Date(`${today}T12:00:00.000Z`), realNow: () => Date.now() };
  const ctx = { ...stores, clock, caller: ADMIN };
  const projectId = await makeProject(stores.postgres, [{ value: 'mine.com' }, { value: 'rival.org', role: 'competitor' }]);
  return {
    ...stores,
    ctx,
    projectId,
    moveTo: (day: string) => {
      today = day;
    },
    record: (rows: readonly Omit<HistoryRow, 'project_id' | 'domain'>[], domain = 'mine.com') =>
      recordHistory(
        stores.clickhouse,
        rows.map((row) => ({ ...row, project_id: projectId, domain, relationship: domain === 'mine.com' ? 'MINE' : 'COMPETITOR' })),
      ),
    summarize: async (more: Partial<SummaryInput> = {}) => {
      const input: SummaryInput = { projectId, channel: 'seo', ...more };
      return toRankingsSummaryBody(input, await getRankingsSummary(ctx, input)).days;
    },
  };
}

test('a weekly keyword stands all week, a failed day is counted and lost by nobody', async (t) => {
  const world = await openWorld(t);
  await world.record([
    { keyword_id: 'weekly', check_date: '2025-11-10', position: 4, stands_days: 14 },
    { keyword_id: 'weekly', check_date: '2025-11-17', position: 2, previous_position: 4, stands_days: 14 },
    { keyword_id: 'daily', check_date: '2025-11-17', position: 9 },
    { keyword_id: 'daily', check_date: '2025-11-18', status: 'failed' },
    { keyword_id: 'daily', check_date: '2025-11-19', position: null, previous_position: 9 },
  ]);
  const days = await world.summarize({ startDate: '2025-11-09', endDate: TODAY });
  const pick = (date: string) => {
    const day = days.find((one) => one.date === date);
    return day && [day.keywords, day.checked, day.top_3, day.top_10, day.not_found, day.failed, day.average_position, day.movers.lost];
  };
  assert.equal(days.length, 12);
  assert.deepEqual(pick('2025-11-09'), [0, 0, 0, 0, 0, 0, null, 0], 'nothing was known yet');
  assert.deepEqual(pick('2025-11-10'), [1, 1, 0, 1, 0, 0, 4, 0]);
  assert.deepEqual(pick('2025-11-16'), [1, 0, 0, 1, 0, 0, 4, 0]);
  assert.deepEqual(pick('2025-11-17'), [2, 2, 1, 2, 0, 0, 5.5, 0]);
  assert.deepEqual(pick('2025-11-18'), [2, 0, 1, 2, 0, 1, 5.5, 0], 'the failure keeps the last good outcome');
  assert.deepEqual(pick('2025-11-19'), [2, 1, 1, 1, 1, 0, 2, 1]);
});

test('what stands ends when it has stood too long, and when the keyword is untracked', async (t) => {
  const world = await openWorld(t);
  const check = await makeTracked(world.postgres, world.projectId, 'untracked');
  await world.record([
    { keyword_id: 'daily', check_date: '2025-11-01', position: 1, stands_days: 7 },
    { keyword_id: check.keywordId, check_date: '2025-11-01', position: 1, stands_days: 38 },
  ]);
  await world.postgres.query(
    `update tracked_keywords set status = 'untracked', updated_at = '2025-11-05T08:00:00Z' where keyword_id = $1`,
    [check.keywordId],
  );
  const days = await world.summarize({ startDate: '2025-11-01', endDate: '2025-11-10' });
  assert.deepEqual(
    days.map(({ keywords }) => keywords),
    [2, 2, 2, 2, 2, 1, 1, 0, 0, 0],
  );
});

test('the share of voice weighs positions by the volume that was known on the day; other keywords are told apart', async (t) => {
  const world = await openWorld(t);
  const day = '2025-11-19';
  await world.record([
    { keyword_id: 'voice-much', check_date: day, position: 2 },
    { keyword_id: 'voice-little', check_date: day, position: 10 },
    { keyword_id: 'voice-none', check_date: day, position: 1 },
    { keyword_id: 'voice-zero', check_date: day, position: 1 },
  ]);
  await world.record([{ keyword_id: 'voice-much', check_date: day, position: 1 }], 'rival.org');
  await recordVolume(world.clickhouse, 'voice-much', 900, '2025-10-01');
  await recordVolume(world.clickhouse, 'voice-much', 1_000, '2025-11-19');
  await recordVolume(world.clickhouse, 'voice-much', 5_000, '2025-11-20');
  await recordVolume(world.clickhouse, 'voice-little', 100, '2025-11-01');
  await recordVolume(world.clickhouse, 'voice-zero', 0, '2025-11-01');
  const [first, second] = await world.summarize({ startDate: day, endDate: TODAY });
  const share = (one: number, other: number) => Number(((one * toVoice(2) + other * toVoice(10)) / (one + other)).toFixed(6));
  assert.equal(first?.share_of_voice, share(1_000, 100));
  assert.equal(second?.share_of_voice, share(5_000, 100));
  assert.deepEqual([first.search_volume, first.keywords_without_volume], [1_100, 1]);
  const [mine, rival] = first.assets;
  assert.deepEqual([mine?.domain, mine?.share_of_voice], ['mine.com', first.share_of_voice]);
  assert.deepEqual([rival?.domain, rival?.relationship, rival?.share_of_voice], ['rival.org', 'COMPETITOR', Number(toVoice(1).toFixed(6))]);
  assert.equal(toShareOfVoice({ voiceSum: 0, volumeSum: 0 }), null);
});

test('devices, locations and channels are told apart, and add up', async (t) => {
  const world = await openWorld(t);
  const check_date = TODAY;
  await world.record([
    { keyword_id: 'a', check_date, position: 1 },
    { keyword_id: 'b', check_date, position: 2, device: 'mobile' },
    { keyword_id: 'c', check_date, position: 3, location_code: 2826 },
    { keyword_id: 'd', check_date, position: 4, channel: 'local' },
    { keyword_id: 'a', check_date, position: 5, engine: 'engine_b' },
  ]);
  const ranked = async (more: Partial<SummaryInput>) => (await world.summarize({ startDate: TODAY, ...more }))[0]?.ranked;
  const expectAll = async () =>
    assert.deepEqual(
      await Promise.all([
        ranked({}),
        ranked({ device: 'mobile' }),
        ranked({ device: 'desktop' }),
        ranked({ locationCode: 2826 }),
        ranked({ channel: 'local' }),
        ranked({ engine: 'engine_b' }),
        ranked({ engine: 'engine_a', device: 'desktop', locationCode: 2840 }),
        ranked({ device: 'tablet' }),
      ]),
      [4, 1, 3, 1, 1, 1, 1, 0],
    );
  await expectAll();
  world.moveTo('2025-11-21');
  await updateDailyTotals(world.ctx, world.projectId);
  await expectAll();
});

test('what was kept of days is what their history says, also when rows come late', async (t) => {
  const world = await openWorld(t);
  const days = Array.from({ length: 80 }, (_, at) => addDays('2025-09-01', at));
  await world.record(
    days.flatMap((check_date, at) => [
      { keyword_id: 'daily', check_date, position: (at % 12) + 1, previous_position: at === 0 ? null : ((at + 11) % 12) + 1 },
      ...(at % 7 === 0 ? [{ keyword_id: 'weekly', check_date, position: at + 1, stands_days: 14 }] : []),
    ]),
  );
  await recordVolume(world.clickhouse, 'daily', 100, '2025-09-20');
  const ask = () => world.summarize({ startDate: '2025-09-01', endDate: TODAY });
  const before = await ask();
  assert.deepEqual(await listProjectsToUpdate(world.ctx), [world.projectId]);
  assert.equal(await updateDailyTotals(world.ctx, world.projectId), 80);
  assert.deepEqual(await listProjectsToUpdate(world.ctx), []);
  assert.equal(await updateDailyTotals(world.ctx, world.projectId), 0);
  assert.deepEqual(await ask(), before);

  const query = world.clickhouse.query.bind(world.clickhouse);
  const asked: string[] = [];
  const clickhouse = {
    ...world.clickhouse,
    query: ((question, params) => (asked.push(question.name), query(question, params))) as typeof query,
  };
  await getRankingsSummary(
    { ...world.ctx, clickhouse },
    { projectId: world.projectId, channel: 'seo', startDate: '2025-09-01', endDate: '2025-11-19' },
  );
  assert.deepEqual(asked.toSorted(), ['rankings-list-kept-days'], 'days that are over are not worked out again');

  await world.record([{ keyword_id: 'late', check_date: '2025-10-10', position: 7 }]);
  const after = await ask();
  assert.deepEqual(
    after.filter((day, at) => JSON.stringify(day) !== JSON.stringify(before[at])).map(({ date }) => date),
    Array.from({ length: 7 }, (_, at) => addDays('2025-10-10', at)),
  );
  assert.deepEqual(await listProjectsToUpdate(world.ctx), [world.projectId]);
  await updateDailyTotals(world.ctx, world.projectId);
  assert.deepEqual(await ask(), after);
});

test('a month is shown unless asked otherwise, two years at most, and nothing that is to come', async (t) => {
  const world = await openWorld(t);
  assert.deepEqual([(await world.summarize()).length, (await world.summarize())[0]?.date], [30, '2025-10-22']);
  assert.deepEqual(
    (await world.summarize({ startDate: '2025-11-19', endDate: '2025-12-31' })).map(({ date }) => date),
    ['2025-11-19', TODAY],
  );
  assert.deepEqual(await world.summarize({ startDate: '2026-01-01' }), []);
  await assert.rejects(world.summarize({ startDate: '2020-01-01' }), (error: unknown) => error instanceof AppError && error.status === 400);
});

test('groups of tags, pages, devices and locations are the days of their keywords alone', async (t) => {
  const world = await openWorld(t);
  const { postgres, clickhouse, projectId } = world;
  const [one, two, three] = await Promise.all(
    (['desktop', 'mobile', 'desktop'] as const).map((device, at) => makeTracked(postgres, projectId, `grouped ${at}`, { device })),
  );
  assert.ok(one && two && three);
  await recordHistory(
    clickhouse,
    (
      [
        [one.keywordId, '2025-11-18', 4, 'desktop', 'a'],
        [two.keywordId, '2025-11-18', 8, 'mobile', 'a'],
        [two.keywordId, '2025-11-19', 6, 'mobile', 'b'],
        [three.keywordId, '2025-11-19', null, 'desktop', ''],
      ] as const
    ).map(([keyword_id, check_date, position, device, page]) => ({
      project_id: projectId,
      domain: 'mine.com',
      keyword_id,
      check_date,
      position,
      device,
      url: page && `https://mine.com/${page}`,
    })),
  );
  await postgres.query(
    `insert into tags (id, project_id, name, color, created_at, updated_at)
     select tag, $1, 'Tag ' || tag, 'blue', now(), now() from unnest($2::text[]) tag`,
    [projectId, ['tag_some', 'tag_none']],
  );
  await postgres.query(
    `insert into keyword_tags (project_id, keyword_id, tag_id) select $1, keyword, 'tag_some' from unnest($2::text[]) keyword`,
    [projectId, [two.keywordId, three.keywordId]],
  );
  const ask = async (groupBy: SummaryInput['groupBy']) => {
    const input: SummaryInput = { projectId, channel: 'seo', startDate: '2025-11-18', endDate: '2025-11-19', groupBy };
    const { groups } = toRankingsSummaryBody(input, await getRankingsSummary(world.ctx, input));
    return groups?.map(({ name, days }) => [name, ...days.map((day) => [day.keywords, day.ranked, day.average_position])]);
  };
  assert.equal(await ask(undefined), undefined);
  assert.deepEqual(await ask('device'), [
    ['desktop', [1, 1, 4], [2, 1, 4]],
    ['mobile', [1, 1, 8], [1, 1, 6]],
  ]);
  assert.deepEqual(await ask('location'), [['United States', [2, 2, 6], [3, 2, 5]]]);
  assert.deepEqual(await ask('tag'), [
    ['Tag tag_some', [1, 1, 8], [2, 1, 6]],
    ['Tag tag_none', [0, 0, null], [0, 0, null]],
  ]);
  assert.deepEqual(await ask('page'), [
    ['https://mine.com/a', [1, 1, 4], [1, 1, 4]],
    ['https://mine.com/b', [1, 1, 8], [1, 1, 6]],
  ]);
});
