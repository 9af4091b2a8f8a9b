import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeLogger } from '#kernel/logger.ts';
import { onEnd } from '../../../test/support/closers.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { migratePostgres } from './index.ts';
import type { Postgres } from './types.ts';

const logger = makeLogger('fatal');

/** A database that remembers no migration, and a folder of migrations beside the real ones. */
async function prepare(t: TestContext, files: Readonly<Record<string, string>>): Promise<{ postgres: Postgres; folder: string }> {
  const { postgres } = await openTestStores(t);
  await postgres.query('drop table schema_migrations');
  const folder = await mkdtemp(join(tmpdir(), 'sightline-migrations-'));
  onEnd(t, () => rm(folder, { recursive: true, force: true }));
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  return { postgres, folder };
}

test('files are applied once, in order, and remembered', async (t) => {
  const files = { '0002_second.sql': 'insert into numbers values (2);', '0001_first.sql': 'create table numbers (value integer);' };
  const { postgres, folder } = await prepare(t, files);
  assert.deepEqual(await migratePostgres(postgres, logger, folder), ['0001_first', '0002_second']);
  assert.deepEqual(await migratePostgres(postgres, logger, folder), []);
  assert.deepEqual((await postgres.query('select value from numbers')).rows, [{ value: 2 }]);
});

test('two starters at once apply every file once', async (t) => {
  const files = {
    '0001_slow.sql': 'select pg_sleep(0.2); create table numbers (value integer);',
    '0002_more.sql': 'insert into numbers values (2);',
  };
  const { postgres, folder } = await prepare(t, files);
  const applied = await Promise.all([1, 2, 3].map(() => migratePostgres(postgres, logger, folder)));
  assert.deepEqual(applied.flat(), ['0001_slow', '0002_more']);
  assert.deepEqual((await postgres.query('select value from numbers')).rows, [{ value: 2 }]);
});

test('a file that was changed after it was applied is refused', async (t) => {
  const { postgres, folder } = await prepare(t, { '0001_first.sql': 'create table numbers (value integer);' });
  await migratePostgres(postgres, logger, folder);
  await writeFile(join(folder, '0001_first.sql'), 'create table numbers (value bigint);');
  await assert.rejects(migratePostgres(postgres, logger, folder), {
    reason: 'migration',
    message: /0001_first of PostgreSQL was changed after it was applied/u,
  });
  await writeFile(join(folder, '0001_first.sql'), 'create table numbers (value integer);');
  assert.deepEqual(await migratePostgres(postgres, logger, folder), []);
});

test('a database of a newer release is refused', async (t) => {
  const { postgres, folder } = await prepare(t, { '0001_first.sql': 'select 1;', '0002_second.sql': 'select 2;' });
  await migratePostgres(postgres, logger, folder);
  await rm(join(folder, '0002_second.sql'));
  await assert.rejects(migratePostgres(postgres, logger, folder), { message: /newer than this release: it has migration 0002_second/u });
});

test('a failing file leaves nothing of itself, keeps the earlier ones, and can be repaired', async (t) => {
  const files = {
    '0001_first.sql': 'create table numbers (value integer);',
    '0002_second.sql': 'create table others (value integer); select nonsense;',
  };
  const { postgres, folder } = await prepare(t, files);
  await assert.rejects(migratePostgres(postgres, logger, folder), {
    message: /0002_second of PostgreSQL failed, and nothing of it was applied: .*nonsense/u,
  });
  await writeFile(join(folder, '0002_second.sql'), 'create table others (value integer);');
  assert.deepEqual(await migratePostgres(postgres, logger, folder), ['0002_second']);
});

test('a number that is used twice is refused before anything is applied; a gap is not', async (t) => {
  const { postgres, folder } = await prepare(t, {
    '0001_first.sql': 'create table numbers (value integer);',
    '0003_other.sql': 'select 3;',
    '0003_third.sql': 'select 3;',
  });
  await assert.rejects(migratePostgres(postgres, logger, folder), { message: /0003_third\.sql has the wrong number: it must be above 3/u });
  assert.deepEqual((await postgres.query(`select to_regclass('numbers') as found`)).rows, [{ found: null }]);
});
