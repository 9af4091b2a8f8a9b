import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTestStores } from '../../../test/support/index.ts';
import { dropPartitionsBefore, ensureMonthlyPartition } from './index.ts';
import { listPartitions } from './partitions.ts';
import type { Postgres } from './types.ts';

async function prepare(t: TestContext): Promise<Postgres> {
  const { postgres } = await openTestStores(t);
  await postgres.query(`
    create table events (id text not null, at timestamptz not null, meta jsonb default '{}', primary key (id, at)) partition by range (at);
    create index events_at_idx on events (at);
    create table events_default partition of events default`);
  return postgres;
}

const insert = (postgres: Postgres, id: string, at: string) => postgres.query('insert into events (id, at) values ($1, $2)', [id, at]);
const homesOf = async (postgres: Postgres) =>
  (await postgres.query('select id, tableoid::regclass::text as home from events order by id')).rows;

test('rows of a month lie in its partition, the first and the last moment included', async (t) => {
  const postgres = await prepare(t);
  await ensureMonthlyPartition(postgres, 'events', new Date('2026-02-15T12:00:00Z'));
  await insert(postgres, 'a', '2026-01-31T23:59:59.999Z');
  await insert(postgres, 'b', '2026-02-01T00:00:00Z');
  await insert(postgres, 'c', '2026-02-28T23:59:59.999999Z');
  await insert(postgres, 'd', '2026-03-01T00:00:00Z');
  assert.deepEqual(await homesOf(postgres), [
    { id: 'a', home: 'events_default' },
    { id: 'b', home: 'events_2026_02' },
    { id: 'c', home: 'events_2026_02' },
    { id: 'd', home: 'events_default' },
  ]);
});

test('rows of the month that were in the default partition move', async (t) => {
  const postgres = await prepare(t);
  await insert(postgres, 'a', '2026-02-10T00:00:00Z');
  await insert(postgres, 'b', '2026-05-10T00:00:00Z');
  await ensureMonthlyPartition(postgres, 'events', new Date('2026-02-15T12:00:00Z'));
  assert.deepEqual(await homesOf(postgres), [
    { id: 'a', home: 'events_2026_02' },
    { id: 'b', home: 'events_default' },
  ]);
  await assert.rejects(insert(postgres, 'a', '2026-02-10T00:00:00Z'), { code: '23505' });
});

test('many callers at once, also of other processes, make one partition', async (t) => {
  const postgres = await prepare(t);
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 3)));
  // A copy of the object behaves like another process: it has no cache yet.
  const callers = [postgres, { ...postgres }, { ...postgres }];
  await Promise.all(callers.flatMap((caller) => months.map((month) => ensureMonthlyPartition(caller, 'events', month))));
  assert.equal((await listPartitions(postgres, 'events')).length, 12);
});

test('the real runs table takes a partition with its indexes', async (t) => {
  const { postgres } = await openTestStores(t);
  await ensureMonthlyPartition(postgres, 'serp_runs', new Date('2026-12-31T23:59:59Z'));
  await ensureMonthlyPartition(postgres, 'serp_runs', new Date('2027-01-01T00:00:00Z'));
  assert.deepEqual(await listPartitions(postgres, 'serp_runs'), ['serp_runs_2026_12', 'serp_runs_2027_01']);
  const count = async (table: string) =>
    (await postgres.query<{ indexes: number }>('select count(*) as indexes from pg_indexes where tablename = $1', [table])).rows[0]
      ?.indexes;
  assert.equal(await count('serp_runs_2027_01'), await count('serp_runs'));
});

test('old months are dropped, the month of the bound and newer ones stay', async (t) => {
  const postgres = await prepare(t);
  for (const month of ['2025-12', '2026-01', '2026-02'])
    await ensureMonthlyPartition(postgres, 'events', new Date(`${month}-05T00:00:00Z`));
  await insert(postgres, 'old', '2020-01-01T00:00:00Z');
  await insert(postgres, 'a', '2025-12-20T00:00:00Z');
  await insert(postgres, 'b', '2026-01-20T00:00:00Z');
  assert.deepEqual(await dropPartitionsBefore(postgres, 'events', new Date('2026-01-25T00:00:00Z')), ['events_2025_12']);
  assert.deepEqual(await homesOf(postgres), [{ id: 'b', home: 'events_2026_01' }]);
  await ensureMonthlyPartition(postgres, 'events', new Date('2025-12-05T00:00:00Z'));
  assert.deepEqual(await listPartitions(postgres, 'events'), ['events_2025_12', 'events_2026_01', 'events_2026_02']);
});

test('a table that is not partitioned is refused', async (t) => {
  const { postgres } = await openTestStores(t);
  await assert.rejects(ensureMonthlyPartition(postgres, 'settings', new Date()), { message: 'settings is not a partitioned table.' });
});
