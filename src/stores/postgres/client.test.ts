import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { openTestStores } from '../../../test/support/index.ts';
import { makePostgres } from './client.ts';
import type { Sql } from './types.ts';

test('a transaction that throws leaves nothing, one that returns leaves all', async (t) => {
  const { postgres } = await openTestStores(t);
  const save = (sql: Sql, name: string) => sql.query(`insert into settings (name, value) values ($1, '1')`, [name]);
  await assert.rejects(
    postgres.transaction(async (tx) => {
      await save(tx, 'lost');
      throw new Error('no');
    }),
    /no/u,
  );
  await postgres.transaction(async (tx) => {
    await save(tx, 'kept');
    await tx.client.query(`insert into settings (name, value) values ('client', '3')`);
  });
  const { rows } = await postgres.query('select name from settings order by name');
  assert.deepEqual(rows, [{ name: 'client' }, { name: 'kept' }]);
});

test('transactions that deadlock are tried again until both are done', async (t) => {
  const { postgres } = await openTestStores(t);
  await postgres.query(`insert into settings (name, value) values ('a', '0'), ('b', '0')`);
  const barrier = Promise.withResolvers<void>();
  let arrived = 0;
  const increment = (names: readonly string[]) =>
    postgres.transaction(async (tx) => {
      await tx.query(`update settings set value = to_jsonb(value::integer + 1) where name = $1`, [names[0]]);
      arrived += 1;
      if (arrived >= 2) barrier.resolve();
      await barrier.promise;
      await tx.query(`update settings set value = to_jsonb(value::integer + 1) where name = $1`, [names[1]]);
    });
  await Promise.all([increment(['a', 'b']), increment(['b', 'a'])]);
  const { rows } = await postgres.query('select value from settings order by name');
  assert.deepEqual(rows, [{ value: 2 }, { value: 2 }]);
});

test('a lost serialization race is tried again three times and then reported', async (t) => {
  const { postgres } = await openTestStores(t);
  let tries = 0;
  const lose = (times: number) =>
    postgres.transaction(async (tx) => {
      tries += 1;
      if (tries <= times) await tx.query(`do $$ begin raise exception 'race' using errcode = '40001'; end $$`);
      return tries;
    });
  assert.equal(await lose(3), 4);
  tries = 0;
  await assert.rejects(lose(9), { code: '40001' });
  assert.equal(tries, 4);
});

test('a connection that the server ends during a transaction is not used again', async (t) => {
  const { postgres } = await openTestStores(t);
  await assert.rejects(
    postgres.transaction(async (tx) => {
      await tx.query('select pg_terminate_backend(pg_backend_pid())');
    }),
  );
  for (let round = 0; round < 5; round += 1) assert.equal((await postgres.query('select 1 as one')).rows.length, 1);
});

test('a connection that breaks while it is held and rests ends nothing but itself', async (t) => {
  const { postgres } = await openTestStores(t);
  const held = await postgres.pool.connect();
  const broken = new Promise((resolve) => void held.once('end', resolve));
  const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid');
  await postgres.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await broken;
  await assert.rejects(held.query('select 1'), /not queryable/u);
  held.release();
  assert.equal((await postgres.query('select 1')).rowCount, 1);
});

test('values arrive as the types that the columns promise', async (t) => {
  const { postgres } = await openTestStores(t);
  const { rows } = await postgres.query(
    `select 9007199254740991::int8 as big, 12.345678::numeric(14, 6) as money, '2026-02-28'::date as day,
       '2026-02-28T23:59:59.123Z'::timestamptz as instant, '{1,null,3}'::int8[] as bigs, '{}'::int8[] as none,
       '{"a": [1]}'::jsonb as json, '{1.5,2}'::numeric[] as moneys, '{2026-01-01}'::date[] as days`,
  );
  assert.deepEqual(rows, [
    {
      big: 9_007_199_254_740_991,
      money: 12.345678,
      day: '2026-02-28',
      instant: new Date('2026-02-28T23:59:59.123Z'),
      bigs: [1, null, 3],
      none: [],
      json: { a: [1] },
      moneys: [1.5, 2],
      days: ['2026-01-01'],
    },
  ]);
});

test('a named statement is planned once and answers for each value', async (t) => {
  const { postgres } = await openTestStores(t);
  const ask = (value: number) => postgres.query<{ double: number }>('select $1::integer * 2 as double', [value], 'double');
  assert.deepEqual(
    (await Promise.all([1, 2, 3].map(ask))).map((result) => result.rows[0]?.double),
    [2, 4, 6],
  );
});

test('a transaction that rests for too long is ended, and what it had locked is free', async (t) => {
  const stores = await openTestStores(t);
  const hasty = makePostgres({ connectionString: stores.connectionString, logger: pino({ level: 'silent' }), idleInTransactionMs: 500 });
  stores.onClose(() => hasty.close());
  await hasty.query(`insert into settings (name, value) values ('held', '0')`);
  const ended = hasty.transaction(async (tx) => {
    await tx.query(`update settings set value = '1' where name = 'held'`);
    // Waits for the row until the other transaction was ended.
    await stores.postgres.query(`update settings set value = '2' where name = 'held'`);
    await tx.query('select 1');
  });
  await assert.rejects(ended, /idle-in-transaction|connection error|terminated/u);
  const { rows } = await hasty.query(`select value from settings where name = 'held'`);
  assert.deepEqual(rows, [{ value: 2 }]);
});
