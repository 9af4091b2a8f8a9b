import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestStores } from '../../../test/support/index.ts';
import { insertRows, toArrays, unnest } from './index.ts';

interface Row {
  id: string;
  count: number | null;
  tags: string[];
  meta: unknown;
  at: Date;
  ok: boolean;
}

const columns = { id: 'text', count: 'integer', tags: 'text[]', meta: 'jsonb', at: 'timestamptz', ok: 'boolean' } as const;

test('every kind of value comes back as it went in', async (t) => {
  const { postgres } = await openTestStores(t);
  await postgres.query('create table things (id text primary key, count integer, tags text[], meta jsonb, at timestamptz, ok boolean)');
  const at = new Date('2026-02-03T04:05:06.789Z');
  const rows: Row[] = [
    { id: 'a"b\\c,{}', count: 1, tags: ['x', 'a "quoted", {tag} \\', 'NULL', ''], meta: { list: [1, 'two'] }, at, ok: true },
    { id: 'Ünï😀', count: null, tags: [], meta: [1, 2], at, ok: false },
  ];
  const returned = await insertRows<Row, { id: string }>(postgres, { table: 'things', columns, rows, suffix: 'returning id' });
  assert.deepEqual(
    returned.map((row) => row.id),
    rows.map((row) => row.id),
  );
  assert.deepEqual((await postgres.query('select * from things order by id')).rows, rows);
});

test('no rows is no statement, and a conflict is the suffix to settle', async (t) => {
  const { postgres } = await openTestStores(t);
  const settings = { table: 'settings', columns: { name: 'text', value: 'jsonb' }, suffix: 'on conflict (name) do nothing' } as const;
  await insertRows(postgres, { ...settings, table: 'no_such_table', rows: [] });
  const rows = [{ name: 'a', value: 1 }];
  await insertRows(postgres, { ...settings, rows });
  await insertRows(postgres, { ...settings, rows: [...rows, { name: 'b', value: 2 }] });
  assert.deepEqual((await postgres.query('select name, value from settings order by name')).rows, [...rows, { name: 'b', value: 2 }]);
});

test('a batch is a table to update from', async (t) => {
  const { postgres } = await openTestStores(t);
  await postgres.query(`insert into settings (name, value) values ('a', '1'), ('b', '2')`);
  const batch = { name: 'text', next: 'integer' } as const;
  const rows = [
    { name: 'a', next: 10 },
    { name: 'b', next: 20 },
  ];
  await postgres.query(
    `update settings set value = to_jsonb($1 + batch.next) from ${unnest(batch, { alias: 'batch', first: 2 })} where settings.name = batch.name`,
    [1, ...toArrays(batch, rows)],
  );
  assert.deepEqual((await postgres.query('select value from settings order by name')).rows, [{ value: 11 }, { value: 21 }]);
});
