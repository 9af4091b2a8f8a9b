import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { pino } from 'pino';
import { makePostgres } from '#stores/postgres/client.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { makeCallSlots, type CallSlots } from './call-slots.ts';

const logger = pino({ level: 'silent' });

/** Two processes, each with a pool of its own over one database. */
async function openTwo(t: TestContext): Promise<{ postgres: Postgres; other: Postgres; here: CallSlots; there: CallSlots }> {
  const stores = await openTestStores(t);
  const { postgres } = stores;
  const other = makePostgres({ connectionString: stores.connectionString, logger });
  stores.onClose(() => other.close());
  return { postgres, other, here: makeCallSlots(postgres.pool, logger), there: makeCallSlots(other.pool, logger) };
}

function giveBackAll(slots: readonly (() => void)[]): void {
  for (const giveBack of slots) giveBack();
}

/** Ends the connections that have slots, as the end of their process would. */
async function cutHolders(postgres: Postgres): Promise<void> {
  const { rowCount } = await postgres.query(
    `select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objsubid = 2 and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database())`,
  );
  assert.ok((rowCount ?? 0) > 0);
}

/** Asks until there are slots, for what is given back a moment later. */
async function takeSoon(slots: CallSlots, key: string, width: number, wanted: number): Promise<readonly (() => void)[]> {
  for (let tries = 0; tries < 200; tries += 1) {
    const taken = await slots.take(key, width, wanted);
    if (taken.length === wanted) return taken;
    // They are given back one by one: some may be free before the others.
    giveBackAll(taken);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return [];
}

test('no slot has two owners, in one process or in several', async (t) => {
  const { here, there } = await openTwo(t);
  const taken = await Promise.all(Array.from({ length: 12 }, (_none, at) => (at % 2 === 0 ? here : there).take('a', 5, 1)));
  const slots = taken.flat();
  assert.equal(slots.length, 5);
  assert.deepEqual([(await here.take('a', 5, 5)).length, (await there.take('a', 5, 5)).length], [0, 0]);
  const ofAnotherKey = await there.take('b', 2, 9);
  assert.equal(ofAnotherKey.length, 2, 'keys count apart');
  slots[0]?.();
  slots[1]?.();
  const again = [...(await takeSoon(here, 'a', 5, 1)), ...(await takeSoon(there, 'a', 5, 1))];
  assert.equal(again.length, 2);
  giveBackAll([...slots.slice(2), ...ofAnotherKey, ...again]);
});

test('the slots of a process that is gone are free', async (t) => {
  const { postgres, here, there } = await openTwo(t);
  const lost = await there.take('a', 3, 3);
  assert.equal(lost.length, 3);
  await cutHolders(postgres);
  const found = await takeSoon(here, 'a', 3, 3);
  assert.equal(found.length, 3);
  giveBackAll(lost);
  assert.deepEqual(await there.take('a', 3, 3), [], 'what was lost is not given back a second time');
  giveBackAll(found);
});

test('a connection that has just broken grants nothing that another process could take too', async (t) => {
  const { postgres, here, there } = await openTwo(t);
  const lost = await there.take('a', 3, 3);
  await cutHolders(postgres);
  const again = await takeSoon(there, 'a', 3, 3);
  assert.deepEqual([again.length, await here.take('a', 3, 3)], [3, []]);
  giveBackAll([...lost, ...again]);
});

test('a connection is kept only while there are slots', async (t) => {
  const { other, there } = await openTwo(t);
  const taken = await there.take('a', 2, 2);
  assert.equal(other.pool.totalCount - other.pool.idleCount, 1);
  giveBackAll(taken);
  for (let tries = 0; tries < 200 && other.pool.idleCount < other.pool.totalCount; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(other.pool.totalCount - other.pool.idleCount, 0);
  const again = await there.take('a', 2, 2);
  assert.equal(again.length, 2);
  giveBackAll(again);
});

test('without its store everything is granted, and the log says so once', async (t) => {
  const stores = await openTestStores(t);
  const away = makePostgres({ connectionString: stores.connectionString, logger });
  await away.close();
  const lines: string[] = [];
  const slots = makeCallSlots(away.pool, pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }));
  for (let call = 0; call < 5; call += 1) giveBackAll(await slots.take('a', 2, 4));
  assert.equal((await slots.take('a', 2, 4)).length, 4);
  assert.equal(lines.filter((line) => /shared call slots do not answer: each process keeps its limits alone/u.test(line)).length, 1);
});

test('slots that come too late are given back', async (t) => {
  const stores = await openTestStores(t);
  const narrow = makePostgres({ connectionString: stores.connectionString, logger, poolSize: 1 });
  stores.onClose(() => narrow.close());
  const slots = makeCallSlots(narrow.pool, logger, 50);
  const busy = narrow.query('select pg_sleep(0.2)');
  assert.equal((await slots.take('a', 2, 2)).length, 2, 'alone for now');
  await busy;
  const other = makeCallSlots(stores.postgres.pool, logger);
  const taken = await takeSoon(other, 'a', 2, 2);
  assert.equal(taken.length, 2);
  giveBackAll(taken);
});
