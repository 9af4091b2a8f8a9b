import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { newId } from '#kernel/ids.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { makeCheck } from '../../../../../test/support/rankings-world.ts';
import { makeRichItems, openResultsWorld } from '../../../../../test/support/results-world.ts';
import { keepAsEarlier } from '../../../../../test/support/earlier-results.ts';
import { moveResults } from './move-results.ts';
import { BEGINNING, type Cursor } from './store.ts';

async function openWorld(t: TestContext) {
  const world = await openResultsWorld(t);
  const rich = makeRichItems();
  return {
    ...world,
    rich,
    /** A run of an earlier release. @param isShipped whether its rows are in ClickHouse, or wait */
    addEarlier: async (items = rich, isShipped = true): Promise<string> => {
      const runId = await world.ingest(makeCheck(newId('item_')), items);
      await world.postgres.query(`delete from outbox where table_name = 'serp_run_details'`);
      if (isShipped) await world.outbox.flush();
      await keepAsEarlier(world.postgres, runId, items);
      return runId;
    },
    countKept: async (): Promise<number> => (await world.postgres.query('select from serp_runs where results is not null')).rowCount ?? 0,
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

async function moveAll(world: Pick<World, 'postgres' | 'clickhouse' | 'outbox'>): Promise<number> {
  let moved = 0;
  for (let after: Cursor | undefined = BEGINNING; after !== undefined;) {
    const round: Awaited<ReturnType<typeof moveResults>> = await moveResults(world, after);
    moved += round.moved;
    after = round.last;
  }
  return moved;
}

test('results of an earlier release read the same before and after they are moved, shipped or not', async (t) => {
  const world = await openWorld(t);
  const pages = [world.rich, world.rich.slice(0, 4), []];
  const runs: string[] = [];
  for (const items of pages) runs.push(await world.addEarlier(items), await world.addEarlier(items, false));
  const before = await Promise.all(runs.map((runId) => world.read(runId)));
  assert.deepEqual(before[1], world.rich);
  assert.equal(await moveAll(world), runs.length);
  assert.equal(await world.countKept(), 0);
  assert.deepEqual(await Promise.all(runs.map((runId) => world.read(runId))), before);
  assert.equal(await world.countStored(runs[1] ?? ''), world.rich.length, 'no row is there twice');
  assert.equal(await moveAll(world), 0);
});

test('rows that ClickHouse lost are written again before the results leave PostgreSQL', async (t) => {
  const world = await openWorld(t);
  const [gone, cut] = [await world.addEarlier(), await world.addEarlier()];
  await world.clickhouse.command(`alter table serp_runs delete where run_id = '${gone}' settings mutations_sync = 1`);
  await world.clickhouse.command(`alter table serp_runs delete where run_id = '${cut}' and rank_absolute > 7 settings mutations_sync = 1`);
  assert.equal(await moveAll(world), 2);
  for (const runId of [gone, cut]) {
    assert.deepEqual(await world.read(runId), world.rich);
    assert.equal(await world.countStored(runId), world.rich.length);
  }
});

test('a page that ClickHouse says otherwise stays, and the others leave', async (t) => {
  const world = await openWorld(t);
  const [other, same] = [await world.addEarlier(), await world.addEarlier()];
  await world.clickhouse.command(
    `alter table serp_runs update title = 'x' where run_id = '${other}' and rank_absolute = 1 settings mutations_sync = 1`,
  );
  assert.equal(await moveAll(world), 1);
  assert.equal(await world.countKept(), 1);
  for (const runId of [other, same]) assert.deepEqual(await world.read(runId), world.rich);
});

/** The stores, as they are for a process that dies at its n-th write. */
function dyingAt(world: World, nth: number, moment: 'before' | 'after'): Pick<World, 'postgres' | 'clickhouse' | 'outbox'> {
  let writes = 0;
  const write = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    writes += 1;
    if (writes !== nth) return await work();
    if (moment === 'after') await work();
    throw new Error('died');
  };
  const clickhouse: ClickHouse = { ...world.clickhouse, insertLines: (...row) => write(() => world.clickhouse.insertLines(...row)) };
  const query = world.postgres.query.bind(world.postgres) as Postgres['query'];
  const postgres = {
    ...world.postgres,
    query: (text: string, ...rest: never[]) => (/^\s*update/u.test(text) ? write(() => query(text, ...rest)) : query(text, ...rest)),
  } as Postgres;
  return { postgres, clickhouse, outbox: world.outbox };
}

test('a process that dies while it moves loses nothing and writes nothing twice, and the next one goes on', async (t) => {
  const world = await openWorld(t);
  const runs = [await world.addEarlier(), await world.addEarlier()];
  const [gone] = runs;
  await world.clickhouse.command(`alter table serp_runs delete where run_id = '${gone}' settings mutations_sync = 1`);
  // The writes of a round: details, lost rows, and what leaves PostgreSQL.
  for (const [nth, moment] of [
    [1, 'before'],
    [1, 'after'],
    [2, 'before'],
    [2, 'after'],
    [2, 'before'],
  ] as const) {
    await assert.rejects(moveAll(dyingAt(world, nth, moment)), /died/u);
    assert.equal(await world.countKept(), 2, `at write ${nth}, ${moment} it`);
    for (const runId of runs) assert.deepEqual(await world.read(runId), world.rich);
  }
  await assert.rejects(moveAll(dyingAt(world, 2, 'after')), /died/u, 'the rows are there by now: the second write takes the results away');
  assert.equal(await world.countKept(), 0);
  assert.equal(await moveAll(world), 0);
  for (const runId of runs) {
    assert.deepEqual(await world.read(runId), world.rich);
    assert.equal(await world.countStored(runId), world.rich.length);
  }
});

test('two processes that move at once keep every result once', async (t) => {
  const world = await openWorld(t);
  const runs: string[] = [];
  for (let at = 0; at < 12; at += 1) runs.push(await world.addEarlier());
  await world.clickhouse.command(`alter table serp_runs delete where run_id = '${runs[0]}' settings mutations_sync = 1`);
  await Promise.all([moveAll(world), moveAll(world)]);
  assert.equal(await world.countKept(), 0);
  for (const runId of runs) {
    assert.deepEqual(await world.read(runId), world.rich);
    assert.equal(await world.countStored(runId), world.rich.length);
  }
});
