import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { onEnd } from '../../test/support/closers.ts';
import { openTestStores } from '../../test/support/index.ts';
import type { Postgres } from './postgres/types.ts';

const run = promisify(execFile);
const TABLE = 'monthly_keyword_searches';
const ROWS = 50;
const SMALL_DISK_MB = 8;
const DISK_FULL = '53100';

const rows = (first: number): object[] =>
  Array.from({ length: ROWS }, (_none, at) => ({
    keyword_id: `kw_${first + at}`,
    year: 2026,
    month: 1,
    search_volume: at,
    created_at: new Date(0),
  }));

const countArrived = {
  name: 'count-arrived',
  sql: 'select count() as rows, uniqExact(keyword_id) as different from monthly_keyword_searches',
  params: z.object({}),
  row: z.object({ rows: z.number(), different: z.number() }),
};

test('a ClickHouse without room keeps nothing back but its own rows, which are there once when it has room', async (t) => {
  const { postgres, clickhouse, outbox } = await openTestStores(t);
  // More than any disk has free: the engine refuses as it does on a full one.
  await clickhouse.command(`alter table ${TABLE} modify setting min_free_disk_bytes_to_perform_insert = 1000000000000000000`);
  t.after(() => clickhouse.command(`alter table ${TABLE} reset setting min_free_disk_bytes_to_perform_insert`).catch(() => undefined));
  await postgres.transaction((tx) => outbox.append(tx, TABLE, rows(0)));
  await assert.rejects(outbox.flush(), /243|free space/u);
  await postgres.transaction((tx) => outbox.append(tx, TABLE, rows(ROWS)));
  assert.equal(await outbox.countPending(), 2 * ROWS);

  await clickhouse.command(`alter table ${TABLE} reset setting min_free_disk_bytes_to_perform_insert`);
  await outbox.flush();
  assert.deepEqual(await clickhouse.query(countArrived, {}), [{ rows: 2 * ROWS, different: 2 * ROWS }]);
  assert.equal(await outbox.countPending(), 0);
});

test('a full disk under the outbox fails the whole transaction, and the next one goes through when there is room', async (t) => {
  const { postgres, clickhouse, outbox, connectionString } = await openTestStores(t);
  const disk = await mountSmallDisk(t, postgres);
  if (disk === undefined) return t.skip('this user may not mount a small file system');
  const name = `small_${new URL(connectionString).pathname.slice(1)}`;
  await postgres.query(`create tablespace ${name} location '${disk}'`);
  onEnd(t, async () => {
    await postgres.query('alter table outbox set tablespace pg_default');
    await postgres.query(`drop tablespace ${name}`);
  });
  await postgres.query(`alter table outbox set tablespace ${name}`);
  await postgres.query('create table facts (id integer primary key)');
  const record = (id: number): Promise<void> =>
    postgres.transaction(async (tx) => {
      await tx.query('insert into facts values ($1)', [id]);
      await outbox.append(tx, TABLE, rows(id * ROWS));
    });

  await record(0);
  const filler = join(disk, 'filler');
  await writeFile(filler, Buffer.alloc(SMALL_DISK_MB * 1024 * 1024)).catch(() => undefined);
  // What was set aside for the table before is used up first.
  let id = 1;
  const failure = await (async () => {
    for (; id < 10_000; id += 1) {
      const error = await record(id).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error !== undefined) return error;
    }
  })();
  assert.equal((failure as { code?: string } | undefined)?.code, DISK_FULL);
  const facts = async (): Promise<number> => (await postgres.query('select 1 from facts')).rowCount ?? 0;
  assert.equal(await facts(), id, 'what the outbox refused did not happen');
  assert.equal(await outbox.countPending(), id * ROWS);

  await truncate(filler);
  await record(id);
  await outbox.flush();
  assert.deepEqual(await clickhouse.query(countArrived, {}), [{ rows: (id + 1) * ROWS, different: (id + 1) * ROWS }]);
  assert.equal(await facts(), id + 1);
});

/** A file system of a few megabytes that the server may use; `undefined` where mounting is not allowed. */
async function mountSmallDisk(t: TestContext, postgres: Postgres): Promise<string | undefined> {
  const folder = await mkdtemp('/tmp/sightline-small-');
  onEnd(t, () => rm(folder, { recursive: true, force: true }));
  const { rows: found } = await postgres.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const owner = await stat(found[0]?.folder ?? '').catch(() => undefined);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_MB}m,mode=0700`, 'tmpfs', folder]);
  } catch {
    return undefined;
  }
  onEnd(t, () => run('umount', [folder]));
  if (owner) await chown(folder, owner.uid, owner.gid);
  return folder;
}
