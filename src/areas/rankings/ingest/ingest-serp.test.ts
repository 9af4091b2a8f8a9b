import { listTrackingProjectsOf } from '#areas/keywords/index.ts';
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { z } from 'zod';
import { DAY_MS } from '#kernel/durations.ts';
import { newId } from '#kernel/ids.ts';
import type { SerpAnswer } from '#providers/search-data/index.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { makeAnswer, makeItem, makeProject, makeTracked, WORLD_NOW, namedSearch } from '../../../../test/support/rankings-world.ts';
import { toQueryId, type SerpCheck } from '../check.ts';
import { ingestSerp } from './ingest-serp.ts';
import { recordFailure } from './record-failure.ts';
import { findResultPage } from '../results/result-pages.ts';
import type { RunPage } from '../runs/serp-run.ts';

const selectResults = {
  name: 'select-results',
  sql: `select position, domain, title, previous_position from serp_runs where keyword_id = {keyword:String} and domain = 'mine.com' order by run_date`,
  params: z.object({ keyword: z.string() }),
  row: z.object({ position: z.number(), domain: z.string(), title: z.string(), previous_position: z.number().nullable() }),
};

async function openWorld(t: TestContext) {
  const stores = await openTestStores(t);
  let nowMs = WORLD_NOW.getTime();
  const ctx = {
    postgres: stores.postgres,
    outbox: stores.outbox,
    searchData: namedSearch,
    clock: { now: () => new Date(nowMs), realNow: () => Date.now() },
  };
  return {
    ...stores,
    ctx,
    nextDay: () => {
      nowMs += DAY_MS;
    },
    toPage: (check: SerpCheck, answer: SerpAnswer, depth = check.depth): RunPage => ({
      items: answer.items,
      run: {
        ...answer,
        id: newId('run_'),
        queryId: toQueryId(check),
        projectId: null,
        workflowId: null,
        depth,
        checkTs: new Date(nowMs),
        fetchedAt: new Date(),
      },
    }),
    positions: async (projectId: string) => {
      const { rows } = await stores.postgres.query<Record<string, unknown>>(
        `select channel, domain, relationship, status, position, rank_group, previous_position, checked_depth, error, check_date, run_id,
           is_featured_snippet, url
         from current_rankings where project_id = $1 order by channel desc, domain`,
        [projectId],
      );
      return rows;
    },
    count: async (table: string) => {
      const { rows } = await stores.postgres.query<{ count: number }>(`select count(*) as count from ${table}`);
      return rows[0]?.count;
    },
  };
}

test('the best of several results counts, sub-domains included, paid results never', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres, [
    { value: 'mine.com' },
    { value: 'rival.org', role: 'competitor' },
    { value: 'absent.net' },
  ]);
  const check = await makeTracked(world.postgres, projectId, 'garden chairs');
  const answer = makeAnswer([
    makeItem(1, 'mine.com', { type: 'paid', rankGroup: 1 }),
    makeItem(7, 'shop.mine.com', { rankGroup: 5 }),
    makeItem(12, 'mine.com', { rankGroup: 10 }),
    makeItem(4, 'www.rival.org', { rankGroup: 3 }),
    makeItem(5, 'notmine.com'),
  ]);

  const page = world.toPage(check, answer);
  assert.deepEqual(await ingestSerp(world.ctx, { check, page }), { isNew: true, ranked: 1, notFound: 1 });
  const rows = await world.positions(projectId);
  assert.deepEqual(
    rows.map((row) => [row['domain'], row['relationship'], row['status'], row['position'], row['rankGroup'], row['checkedDepth']]),
    [
      ['absent.net', 'MINE', 'not_found', null, null, 100],
      ['mine.com', 'MINE', 'ranked', 7, 5, 100],
      ['rival.org', 'COMPETITOR', 'ranked', 4, 3, 100],
    ],
  );
  const stored = (await findResultPage(world, page.run.id))?.items.filter(({ domain }) => /(?:^|\.)mine\.com$/u.test(domain ?? ''));
  assert.equal(
    stored?.map((item) => `${item.rankAbsolute} ${item.isPaid}`).join(),
    '1 true,7 false,12 false',
    'all are kept, the paid one marked',
  );
});

test('ingesting the same run twice changes nothing', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres);
  const check = await makeTracked(world.postgres, projectId, 'twice');
  const page = world.toPage(check, makeAnswer([makeItem(3, 'mine.com')]));

  await ingestSerp(world.ctx, { check, page });
  const before = [await world.positions(projectId), await world.count('serp_runs'), await world.count('outbox')];
  const again = await ingestSerp(world.ctx, { check, page });

  assert.equal(again.isNew, false);
  assert.deepEqual([await world.positions(projectId), await world.count('serp_runs'), await world.count('outbox')], before);
});

test('every project that tracks the keyword gets its positions from one run, and a later one joins it', async (t) => {
  const world = await openWorld(t);
  const one = await makeProject(world.postgres, [{ value: 'one.com' }]);
  const other = await makeProject(world.postgres, [{ value: 'other.com' }]);
  const check = await makeTracked(world.postgres, one, 'shared');
  await makeTracked(world.postgres, other, 'shared');
  const page = world.toPage(check, makeAnswer([makeItem(2, 'one.com'), makeItem(9, 'other.com'), makeItem(20, 'late.com')]));
  await ingestSerp(world.ctx, { check, page });
  assert.equal((await world.positions(one))[0]?.['position'], 2);
  assert.equal((await world.positions(other))[0]?.['position'], 9);

  const late = await makeProject(world.postgres, [{ value: 'late.com' }]);
  await makeTracked(world.postgres, late, 'shared');
  const joined = await ingestSerp(world.ctx, { check, page, isStored: true, onlyProjectId: late });

  assert.equal(joined.isNew, false);
  assert.equal((await world.positions(late))[0]?.['position'], 20);
  const { rows } = await world.postgres.query<{ tableName: string; rowsCount: number }>(
    'select table_name, rows_count from outbox order by id',
  );
  assert.deepEqual(
    rows.map((row) => [row.tableName, row.rowsCount]),
    [
      ['serp_pages', 100],
      ['serp_run_details', 1],
      ['serp_checks', 1],
      ['ranking_history', 2],
      ['ranking_history', 1],
    ],
  );
});

test('tracking projects are listed by the page of their keyword, in any order and however often it is asked for', async (t) => {
  const { postgres } = await openWorld(t);
  const [one, other] = [await makeProject(postgres, [{ value: 'one.com' }]), await makeProject(postgres, [{ value: 'other.com' }])];
  const [first, second] = [await makeTracked(postgres, one, 'chairs'), await makeTracked(postgres, other, 'tables')];
  const untracked = { ...first, keywordId: 'kw_unknown' };
  const projects = await listTrackingProjectsOf(postgres, [second, untracked, first, second]);
  const idsOf = (check: SerpCheck) => projects.get(toQueryId(check))?.map(({ projectId }) => projectId);
  assert.deepEqual([idsOf(first), idsOf(second), idsOf(untracked)], [[one], [other], undefined]);
});

test('the previous position is that of the last good check of an earlier date', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres);
  const check = await makeTracked(world.postgres, projectId, 'moving');
  const ingest = (position: number) =>
    ingestSerp(world.ctx, { check, page: world.toPage(check, makeAnswer([makeItem(position, 'mine.com')])) });

  await ingest(8);
  world.nextDay();
  await ingest(5);
  await ingest(6);
  assert.deepEqual(
    [(await world.positions(projectId))[0]?.['position'], (await world.positions(projectId))[0]?.['previousPosition']],
    [6, 8],
  );
  world.nextDay();
  await ingest(2);
  assert.deepEqual(
    [(await world.positions(projectId))[0]?.['position'], (await world.positions(projectId))[0]?.['previousPosition']],
    [2, 6],
  );
  await world.outbox.flush();
  const kept = await world.clickhouse.query(selectResults, { keyword: check.keywordId });
  assert.deepEqual(
    kept.map((row) => row.previous_position ?? 0).toSorted((one, other) => one - other),
    [0, 6, 8, 8],
  );
});

test('a failed check keeps the last good position and is never shown as not found', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres);
  const check = await makeTracked(world.postgres, projectId, 'unlucky');
  await makeTracked(world.postgres, projectId, 'never good');
  await ingestSerp(world.ctx, { check, page: world.toPage(check, makeAnswer([makeItem(4, 'mine.com')])) });
  const [good] = await world.positions(projectId);
  world.nextDay();

  const failure = { check, runId: newId('run_'), workflowId: 'wf', projectId, onlyProjectId: undefined, error: 'provider said 500' };
  await recordFailure(world.ctx, failure);
  await recordFailure(world.ctx, failure);

  const [failed] = await world.positions(projectId);
  assert.deepEqual(failed, { ...good, status: 'failed', error: 'provider said 500' });
  const { rows } = await world.postgres.query<{ status: string }>('select status from serp_runs order by created_at');
  assert.deepEqual(rows, [{ status: 'completed' }, { status: 'failed' }]);

  world.nextDay();
  await ingestSerp(world.ctx, { check, page: world.toPage(check, makeAnswer([makeItem(3, 'mine.com')])) });
  const [again] = await world.positions(projectId);
  assert.deepEqual([again?.['status'], again?.['position'], again?.['previousPosition'], again?.['error']], ['ranked', 3, 4, null]);
});

test('a page read less deep than tracked does not lose a position that stands deeper', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres);
  const check = await makeTracked(world.postgres, projectId, 'deep');
  await ingestSerp(world.ctx, { check, page: world.toPage(check, makeAnswer([makeItem(64, 'mine.com')])) });

  const shallow = { ...check, depth: 10 };
  const items = makeAnswer([]).items.slice(0, 10);
  await ingestSerp(world.ctx, { check: shallow, page: world.toPage(shallow, makeAnswer([], { items, checkedDepth: 10 })) });

  const [row] = await world.positions(projectId);
  assert.deepEqual([row?.['status'], row?.['position']], ['ranked', 64]);
  const { rows } = await world.postgres.query<{ nextCheck: Date }>('select next_check from tracked_keywords');
  assert.equal(rows[0]?.nextCheck.toISOString(), '2025-11-21T00:00:00.000Z');
});

test('local packs are kept apart from organic results and match by place id or site', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres, [
    { value: 'mine.com' },
    { value: 'ChIJplace', type: 'local', meta: { cid: '4711', place_id: 'ChIJplace' } },
  ]);
  const check = await makeTracked(world.postgres, projectId, 'plumber near me');
  const answer = makeAnswer([
    makeItem(1, 'mine.com', { type: 'local_pack', rankGroup: 1 }),
    makeItem(2, null, { type: 'local_pack', rankGroup: 2, cid: '4711' }),
    makeItem(3, 'mine.com', { type: 'local_pack', rankGroup: 3, isPaid: true }),
  ]);
  await ingestSerp(world.ctx, { check, page: world.toPage(check, answer) });
  assert.deepEqual(
    (await world.positions(projectId)).map((row) => [row['channel'], row['domain'], row['status'], row['position']]),
    [
      ['seo', 'mine.com', 'not_found', null],
      ['local', 'ChIJplace', 'ranked', 2],
      ['local', 'mine.com', 'ranked', 1],
    ],
  );

  world.nextDay();
  await ingestSerp(world.ctx, { check, page: world.toPage(check, makeAnswer([makeItem(5, 'mine.com')])) });
  assert.deepEqual(
    (await world.positions(projectId)).map((row) => [row['channel'], row['domain'], row['status'], row['previousPosition']]),
    [
      ['seo', 'mine.com', 'ranked', null],
      ['local', 'ChIJplace', 'not_found', 2],
      ['local', 'mine.com', 'not_found', 1],
    ],
  );
});

test('a featured snippet is flagged and gives the position only without an organic result', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres, [{ value: 'both.com' }, { value: 'only.com' }]);
  const check = await makeTracked(world.postgres, projectId, 'what is a chair');
  const answer = makeAnswer([makeItem(1, 'both.com', { type: 'featured_snippet' }), makeItem(6, 'both.com')]);
  await ingestSerp(world.ctx, { check, page: world.toPage(check, answer) });
  world.nextDay();
  await ingestSerp(world.ctx, { check, page: world.toPage(check, makeAnswer([makeItem(1, 'only.com', { type: 'featured_snippet' })])) });
  assert.deepEqual(
    (await world.positions(projectId)).map((row) => [row['domain'], row['position'], row['previousPosition'], row['isFeaturedSnippet']]),
    [
      ['both.com', null, 6, false],
      ['only.com', 1, null, true],
    ],
  );
});

test('what the engine has no results for is not found, and texts that no store takes are cleaned', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres);
  const empty = await makeTracked(world.postgres, projectId, 'qqqq zzzz');
  const odd = await makeTracked(world.postgres, projectId, 'odd');
  await ingestSerp(world.ctx, { check: empty, page: world.toPage(empty, makeAnswer([], { items: [], checkedDepth: 0 })) });
  const title = 'nul \0 and half \uD83D of a face';
  await ingestSerp(world.ctx, { check: odd, page: world.toPage(odd, makeAnswer([makeItem(1, 'mine.com', { title })])) });
  const { rows } = await world.postgres.query<{ status: string; title: string | null }>(
    'select status, title from current_rankings order by normalized_text',
  );
  assert.deepEqual(rows, [
    { status: 'ranked', title: 'nul  and half \uFFFD of a face' },
    { status: 'not_found', title: null },
  ]);
  await world.outbox.flush();
  assert.equal(await world.outbox.countPending(), 0);
  assert.deepEqual(await world.clickhouse.query(selectResults, { keyword: odd.keywordId }), [
    { position: 1, domain: 'mine.com', title: 'nul  and half \uFFFD of a face', previous_position: null },
  ]);
});
