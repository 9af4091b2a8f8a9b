import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestStores } from '../../../test/support/index.ts';

test('columns arrive in camel case, from the pool and in a transaction, and what is in a value stays as it is', async (t) => {
  const { postgres } = await openTestStores(t);
  const text = `select $1::integer as cost_usd, array[1] as page_1_rows, 2 as is_ok, '{"a_b": 1}'::jsonb as more_json, null as at`;
  const expected = [{ costUsd: 7, page1Rows: [1], isOk: 2, moreJson: { a_b: 1 }, at: null }];
  assert.deepEqual((await postgres.query(text, [7])).rows, expected);
  assert.deepEqual((await postgres.query(text, [7], 'named')).rows, expected);
  assert.deepEqual((await postgres.query(text, [7], 'named')).rows, expected, 'and when it is planned already');
  await postgres.transaction(async (tx) => assert.deepEqual((await tx.query(text, [7])).rows, expected));
  const { rows, rowCount } = await postgres.query('insert into settings (name, value) values ($1, $2) returning updated_at', ['a', '1']);
  assert.deepEqual([Object.keys(rows[0] ?? {}), rowCount], [['updatedAt'], 1]);
});

test('the driver of a connection gives columns as the database names them, to those who share it', async (t) => {
  const { postgres } = await openTestStores(t);
  const { rows } = await postgres.transaction((tx) => tx.client.query('select 1 as cost_usd'));
  assert.deepEqual(rows, [{ cost_usd: 1 }]);
});

test('a refused statement is an error of its caller, and the connection goes on', async (t) => {
  const { postgres } = await openTestStores(t);
  const refused = async function askForNothing() {
    await postgres.query('select no_such_column');
  };
  await assert.rejects(refused(), (error: Error) => 'code' in error && error.code === '42703' && /askForNothing/u.test(error.stack ?? ''));
  assert.deepEqual((await postgres.query('select 1 as is_well')).rows, [{ isWell: 1 }]);
});
