import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestStores } from '../../../test/support/index.ts';
import { shareStatement } from './shared-statements.ts';
import type { Transaction } from './types.ts';

test('callers of one transaction share a statement, those of another have their own, and its failure is of all', async (t) => {
  const { postgres } = await openTestStores(t);
  await postgres.query('create table kept (id integer primary key)');
  const statements: (readonly number[])[] = [];
  const insert = shareStatement(async (tx: Transaction, ids: readonly number[]) => {
    statements.push(ids);
    await tx.query('insert into kept select unnest($1::integer[])', [ids]);
  });
  const keep = (ids: readonly number[]) => postgres.transaction((tx) => Promise.allSettled(ids.map((id) => insert(tx, id))));

  await Promise.all([keep([1, 2, 3]), keep([4, 5])]);
  assert.deepEqual(
    statements.splice(0).toSorted((one, other) => (one.length < other.length ? 1 : -1)),
    [
      [1, 2, 3],
      [4, 5],
    ],
  );
  const ends = await keep([6, 1]);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  const { rows } = await postgres.query<{ ids: number[] }>('select array_agg(id order by id) as ids from kept');
  assert.deepEqual(rows[0]?.ids, [1, 2, 3, 4, 5]);
});
