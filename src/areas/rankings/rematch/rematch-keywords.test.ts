import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DAY_MS } from '#kernel/durations.ts';
import { newId } from '#kernel/ids.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import { openTestStores, type TestStores } from '../../../../test/support/index.ts';
import {
  makeAnswer,
  makeItem,
  makeProject,
  makeTracked,
  WORLD_NOW,
  type MadeAsset,
  namedSearch,
} from '../../../../test/support/rankings-world.ts';
import { toQueryId, type SerpCheck } from '../check.ts';
import { ingestSerp } from '../ingest/ingest-serp.ts';
import { listRankingHistory } from '../history/list-history.ts';
import { recordFailure } from '../ingest/record-failure.ts';
import { listNewestRankings } from '../newest/store/newest-rankings.ts';
import { rematchKeywords, type RematchBatch } from './rematch-keywords.ts';

const OWN: MadeAsset = { value: 'mine.com' };
const RIVAL: MadeAsset = { value: 'rival.org', role: 'competitor' };
const PLACE: MadeAsset = { value: 'place-1', type: 'local', meta: { cid: '777' } };
/** All keywords are checked. */
const FIRST_PAGE = { limit: 51, offset: 0 };

async function openWorld(t: TestContext) {
  const stores = await openTestStores(t);
  let nowMs = WORLD_NOW.getTime();
  const ctx = { ...stores, searchData: namedSearch, clock: { now: () => new Date(nowMs), realNow: () => Date.now() } };
  return {
    ...stores,
    ctx,
    nextDay: () => {
      nowMs += DAY_MS;
    },
    check: async (check: SerpCheck, items: readonly SerpItem[], checkedDepth = 100) => {
      const { items: all, ...answer } = makeAnswer(items, { checkedDepth });
      const run = { ...answer, id: newId('run_'), queryId: toQueryId(check), projectId: null, workflowId: null, depth: check.depth };
      await ingestSerp(ctx, { check, page: { items: all, run: { ...run, checkTs: new Date(nowMs), fetchedAt: new Date() } } });
    },
    fail: (check: SerpCheck) =>
      recordFailure(ctx, { check, runId: newId('run_'), workflowId: 'wf', projectId: undefined, onlyProjectId: undefined, error: 'down' }),
    rematch: (projectId: string, more: Partial<RematchBatch> = {}) =>
      rematchKeywords(ctx, { projectId, assetId: undefined, isDryRun: false, after: '', limit: 10, ...more }),
    historyOf: async (projectId: string, domain: string) => {
      await stores.outbox.flush();
      const { rankings } = await listRankingHistory(stores, {
        projectId,
        scale: 'organic',
        domain,
        startDate: '2020-01-01',
        limit: 1_000,
        offset: 0,
      });
      return rankings;
    },
  };
}

/** Eight days of a page on which everybody moves, with a failure on one of them and nothing found on another. */
async function liveThrough(world: Awaited<ReturnType<typeof openWorld>>, check: SerpCheck): Promise<void> {
  for (let day = 1; day <= 8; day += 1) {
    world.nextDay();
    if (day === 3) await world.fail(check);
    else
      await world.check(check, [
        makeItem(day, 'mine.com'),
        ...(day === 5 ? [] : [makeItem(20 - day, 'www.rival.org'), makeItem(40 + day, 'rival.org')]),
        makeItem(60, null, { type: 'local_pack', rankGroup: 2, cid: '777' }),
        makeItem(61, 'rival.org', { type: 'paid' }),
      ]);
  }
}

/** What does not depend on whose history it is and how it came about. */
function toComparable(rankings: Awaited<ReturnType<typeof listRankingHistory>>['rankings']) {
  return rankings.map(({ assetId: _id, isRecomputed: _how, assetName: _name, ...ranking }) => ranking);
}

async function addAsset(
  { postgres }: TestStores,
  projectId: string,
  { value, role = 'primary', type = 'website', meta = {} }: MadeAsset,
): Promise<string> {
  const id = newId('ast_');
  await postgres.query(
    `insert into assets (id, project_id, type, value, name, role, meta, created_at, updated_at) values ($1, $2, $3, $4, $4, $5, $6, now(), now())`,
    [id, projectId, type, value, role, JSON.stringify(meta)],
  );
  return id;
}

test('what has its past already gets nothing', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres, [OWN, RIVAL, PLACE]);
  const check = await makeTracked(world.postgres, projectId, 'nothing to do');
  await liveThrough(world, check);
  assert.deepEqual(await world.rematch(projectId), { keywords: 1, checks: 7, recomputed: 0, last: check.keywordId });
});

test('a competitor and a place added later get the past of one who was there from the start, failures left alone', async (t) => {
  const world = await openWorld(t);
  const early = await makeProject(world.postgres, [OWN, RIVAL, PLACE]);
  const late = await makeProject(world.postgres, [OWN]);
  const check = await makeTracked(world.postgres, early, 'a past');
  await makeTracked(world.postgres, late, 'a past');
  await liveThrough(world, check);
  const rivalId = await addAsset(world, late, RIVAL);
  const placeId = await addAsset(world, late, PLACE);
  assert.deepEqual(await world.historyOf(late, 'rival.org'), []);

  assert.equal((await world.rematch(late, { isDryRun: true })).recomputed, 14);
  assert.deepEqual(await world.historyOf(late, 'rival.org'), [], 'a dry run changes nothing');
  assert.equal((await world.rematch(late, { assetId: placeId })).recomputed, 7);
  assert.deepEqual(await world.historyOf(late, 'rival.org'), []);
  assert.equal((await world.rematch(late)).recomputed, 7);

  const rival = await world.historyOf(late, 'rival.org');
  assert.ok(rival.every(({ isRecomputed, assetId }) => isRecomputed && assetId === rivalId));
  const wanted = toComparable(await world.historyOf(early, 'rival.org'));
  assert.deepEqual(
    toComparable(rival),
    wanted.filter(({ status }) => status !== 'failed'),
  );
  assert.deepEqual([wanted.length, wanted.filter(({ status }) => status === 'failed').length], [8, 1]);
  assert.deepEqual(toComparable(await world.historyOf(late, 'place-1')), toComparable(await world.historyOf(early, 'place-1')));
  const own = await world.historyOf(late, 'mine.com');
  assert.deepEqual(toComparable(own), toComparable(await world.historyOf(early, 'mine.com')));
  assert.equal(own.filter(({ isRecomputed }) => isRecomputed).length, 0);

  const newest = async (projectId: string) =>
    (await listNewestRankings(world.postgres, { projectId, relationship: 'COMPETITOR' }, FIRST_PAGE)).rankings.map(
      ({ assetId: _id, isRecomputed: _how, ...ranking }) => ranking,
    );
  assert.deepEqual(await newest(late), await newest(early), 'its newest position and the one before are shown');
  assert.equal((await world.rematch(late)).recomputed, 0, 'once more changes nothing');
});

test('the next check goes on from the past that was given', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres, [OWN]);
  const check = await makeTracked(world.postgres, projectId, 'goes on');
  await world.check(check, [makeItem(12, 'rival.org')]);
  await addAsset(world, projectId, RIVAL);
  await world.rematch(projectId);
  world.nextDay();
  await world.check(check, [makeItem(9, 'rival.org')]);
  const [newest] = (await listNewestRankings(world.postgres, { projectId, domain: 'rival.org' }, FIRST_PAGE)).rankings;
  assert.deepEqual([newest?.rankGroup, newest?.previousRankGroup, newest?.isRecomputed], [9, 12, false]);
});

test('a failure after the last good check stays the newest outcome', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres, [OWN]);
  const check = await makeTracked(world.postgres, projectId, 'failed last');
  await world.check(check, [makeItem(12, 'rival.org')]);
  world.nextDay();
  await addAsset(world, projectId, RIVAL);
  await world.fail(check);
  await world.rematch(projectId);
  const [newest] = (await listNewestRankings(world.postgres, { projectId, domain: 'rival.org' }, FIRST_PAGE)).rankings;
  assert.deepEqual([newest?.status, newest?.error, newest?.rankGroup], ['failed', 'down', 12]);
});

test('a project gets no past from before it tracked the keyword, nor from checks after it stopped', async (t) => {
  const world = await openWorld(t);
  const other = await makeProject(world.postgres, [OWN]);
  const check = await makeTracked(world.postgres, other, 'not mine');
  await world.check(check, [makeItem(1, 'rival.org')]);
  world.nextDay();
  const projectId = await makeProject(world.postgres, []);
  await makeTracked(world.postgres, projectId, 'not mine');
  await world.postgres.query('update tracked_keywords set tracking_since = $2 where project_id = $1', [projectId, world.ctx.clock.now()]);
  await world.check(check, [makeItem(2, 'rival.org')]);
  await addAsset(world, projectId, RIVAL);
  assert.equal((await world.rematch(projectId)).recomputed, 1, 'checks from when nothing was watched count');
  world.nextDay();
  await world.postgres.query(`update tracked_keywords set status = 'untracked' where project_id = $1`, [projectId]);
  await world.check(check, [makeItem(3, 'rival.org')]);
  assert.equal((await world.rematch(projectId)).recomputed, 0);
  assert.deepEqual(
    (await world.historyOf(projectId, 'rival.org')).map(({ rankGroup }) => rankGroup),
    [2],
  );
});

test('aliases and rules for sub-domains that came later hold for the past, there and back', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres, [OWN]);
  const check = await makeTracked(world.postgres, projectId, 'rules');
  await world.check(check, [makeItem(9, 'mine.com'), makeItem(5, 'blog.mine.com'), makeItem(2, 'mine.net')]);
  world.nextDay();
  await world.check(check, [makeItem(8, 'www.mine.com'), makeItem(3, 'shop.mine.net')]);
  const setMeta = (meta: object) =>
    world.postgres.query('update assets set meta = $2 where project_id = $1', [projectId, JSON.stringify(meta)]);
  const positions = async () =>
    (await world.historyOf(projectId, 'mine.com')).map(({ rankGroup, previousRankGroup }) => [rankGroup, previousRankGroup]);
  assert.deepEqual(await positions(), [
    [5, null],
    [8, 5],
  ]);

  const rules: [object, number, (number | null)[][]][] = [
    [
      { aliases: ['mine.net'] },
      2,
      [
        [2, null],
        [3, 2],
      ],
    ],
    [
      { aliases: ['mine.net'], subdomains: false },
      1,
      [
        [2, null],
        [8, 2],
      ],
    ],
    [
      { subdomains: false },
      2,
      [
        [9, null],
        [8, 9],
      ],
    ],
    [
      { aliases: 'no list' },
      2,
      [
        [5, null],
        [8, 5],
      ],
    ],
  ];
  for (const [meta, recomputed, expected] of rules) {
    await setMeta(meta);
    assert.equal((await world.rematch(projectId)).recomputed, recomputed, JSON.stringify(meta));
    assert.deepEqual(await positions(), expected);
    assert.equal((await world.rematch(projectId)).recomputed, 0);
  }
  const [newest] = (await listNewestRankings(world.postgres, { projectId }, FIRST_PAGE)).rankings;
  assert.deepEqual([newest?.rankGroup, newest?.previousRankGroup, newest?.isRecomputed], [8, 5, true]);
});

test('batches go through all keywords once', async (t) => {
  const world = await openWorld(t);
  const projectId = await makeProject(world.postgres, [OWN]);
  for (let at = 0; at < 5; at += 1)
    await world.check(await makeTracked(world.postgres, projectId, `batch ${at}`), [makeItem(4, 'rival.org')]);
  await addAsset(world, projectId, RIVAL);
  const counts: number[] = [];
  for (let after = '', keywords = 2; keywords > 0;) {
    const done = await world.rematch(projectId, { after, limit: 2 });
    counts.push(done.recomputed);
    ({ last: after, keywords } = done);
  }
  assert.deepEqual(counts, [2, 2, 1, 0]);
});
