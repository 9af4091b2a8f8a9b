import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { purchases } from '#purchases/index.ts';
import { openTestStores } from '../support/index.ts';

test('who buys what stands in the tables of the engine that buys, and in no other', async (t) => {
  const { postgres } = await openTestStores(t);
  const { rows } = await postgres.query<{ tableName: string }>(
    `select distinct table_name::text from information_schema.columns
     where table_schema = 'public' and column_name in ('held_by', 'held_until', 'claimed_by') order by table_name`,
  );
  const owned = Object.keys(purchases.tables.leftOut ?? {});
  assert.ok(rows.length > 0);
  assert.deepEqual(
    rows.map(({ tableName }) => tableName).filter((name) => !owned.includes(name)),
    [],
  );
});

/** By the object of another library that it is about: nothing of ours owns it. */
const ABOUT_FOREIGN_OBJECTS = ['src/http/to-body.ts', 'src/stores/postgres/watch-pool.ts'];

test('what a process remembers belongs to what it is about, not to a module', async () => {
  const found: string[] = [];
  for await (const path of glob('src/**/*.ts')) {
    if (/^(?:export )?(?:const|let) \w+.* = new WeakMap\b/mu.test(await readFile(path, 'utf8'))) found.push(path);
  }
  assert.deepEqual(found.toSorted(), ABOUT_FOREIGN_OBJECTS);
});
