import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { makeLogger } from '#kernel/logger.ts';
import { onEnd } from '../../test/support/closers.ts';
import { openTestStores, type TestStores } from '../../test/support/index.ts';
import type { ClickHouse } from './clickhouse/types.ts';
import { makeOutbox, type OutboxLimits } from './outbox.ts';
import type { Outbox } from './outbox-types.ts';
import { waitUntil } from '../../test/support/wait-until.ts';

const logger = makeLogger('fatal');
const TABLE = 'monthly_keyword_searches';

const row = (index: number): object => ({
  keyword_id: `kw_${index}`,
  year: 2026,
  month: 1,
  search_volume: index,
  created_at: new Date('2026-01-01T00:00:00Z'),
});
const rows = (count: number, first = 0): object[] => Array.from({ length: count }, (_, index) => row(first + index));

const countArrived = {
  name: 'count-arrived',
  sql: 'select count() as rows, uniqExact(keyword_id) as different from monthly_keyword_searches',
  params: z.object({}),
  row: z.object({ rows: z.number(), different: z.number() }),
};

async function arrived(clickhouse: ClickHouse): Promise<{ rows: number; different: number } | undefined> {
  return (await clickhouse.query(countArrived, {}))[0];
}

function outboxOf(t: TestContext, { postgres }: TestStores, clickhouse: ClickHouse, limits: OutboxLimits = {}): Outbox {
  const outbox = makeOutbox({ postgres, clickhouse, logger, ...limits });
  onEnd(t, () => outbox.stop());
  return outbox;
}

/** A ClickHouse whose next writes can be made to fail; it records what was sent. */
function makeFaulty(real: ClickHouse) {
  const sent: { table: string; token: string; lines: string }[] = [];
  let faults: ('before' | 'after')[] = [];
  const clickhouse: ClickHouse = {
    ...real,
    insertLines: async (table, lines, token) => {
      const fault = faults.shift();
      if (fault === 'before') throw new Error('refused');
      await real.insertLines(table, lines, token);
      sent.push({ table, token, lines });
      if (fault === 'after') throw new Error('the answer was lost');
    },
  };
  return { clickhouse, sent, failNext: (...next: typeof faults) => void (faults = next) };
}

test('rows of a transaction that rolled back are never shipped', async (t) => {
  const stores = await openTestStores(t);
  const { postgres, outbox, clickhouse } = stores;
  await postgres.transaction((tx) => outbox.append(tx, TABLE, rows(3)));
  await assert.rejects(
    postgres.transaction(async (tx) => {
      await outbox.append(tx, TABLE, rows(5, 100));
      throw new Error('no');
    }),
  );
  assert.equal(await outbox.countPending(), 3);
  await outbox.flush();
  assert.deepEqual(await arrived(clickhouse), { rows: 3, different: 3 });
  assert.equal(await outbox.countPending(), 0);
});

test('nothing to append is nothing to ship', async (t) => {
  const { postgres, outbox } = await openTestStores(t);
  await outbox.append(postgres, TABLE, []);
  assert.equal(await outbox.countPending(), 0);
  await outbox.flush();
});

test('when the answer of ClickHouse was lost the same batch goes again and counts once', async (t) => {
  const stores = await openTestStores(t);
  const faulty = makeFaulty(stores.clickhouse);
  const outbox = outboxOf(t, stores, faulty.clickhouse);
  await outbox.append(stores.postgres, TABLE, rows(10));
  faulty.failNext('after');
  await assert.rejects(outbox.flush(), /the answer was lost/u);
  // What came since waits for the next batch: a repeated one never grows.
  await outbox.append(stores.postgres, TABLE, rows(10, 10));
  await outbox.flush();
  assert.equal(faulty.sent.length, 3);
  assert.deepEqual(faulty.sent[0], faulty.sent[1]);
  assert.notEqual(faulty.sent[1]?.token, faulty.sent[2]?.token);
  assert.deepEqual(await arrived(stores.clickhouse), { rows: 20, different: 20 });
});

test('who goes on without ClickHouse ships what it takes and is not stopped when it is down', async (t) => {
  const stores = await openTestStores(t);
  const { clickhouse, failNext } = makeFaulty(stores.clickhouse);
  const outbox = outboxOf(t, stores, clickhouse);
  await outbox.append(stores.postgres, TABLE, rows(2));
  failNext('before', 'before');
  await assert.rejects(outbox.flush(), /refused/u);
  await outbox.tryFlush();
  assert.equal(await outbox.countPending(), 2);
  await outbox.tryFlush();
  assert.deepEqual(await arrived(stores.clickhouse), { rows: 2, different: 2 });
});

test('a process that dies between shipping and forgetting loses nothing and doubles nothing', async (t) => {
  const stores = await openTestStores(t);
  const faulty = makeFaulty(stores.clickhouse);
  for (let crash = 0; crash < 5; crash += 1) {
    const dying = makeOutbox({ ...stores, clickhouse: faulty.clickhouse, logger });
    await dying.append(stores.postgres, TABLE, rows(10, crash * 10));
    faulty.failNext(crash % 2 === 0 ? 'after' : 'before');
    await assert.rejects(dying.flush());
  }
  await outboxOf(t, stores, stores.clickhouse).flush();
  assert.deepEqual(await arrived(stores.clickhouse), { rows: 50, different: 50 });
  assert.equal(await stores.outbox.countPending(), 0);
});

test('several processes that ship at once double nothing', async (t) => {
  const stores = await openTestStores(t);
  const outboxes = [1, 2, 3].map(() => outboxOf(t, stores, stores.clickhouse, { batchRowsMax: 50 }));
  await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      await stores.postgres.transaction((tx) => stores.outbox.append(tx, TABLE, rows(20, index * 20)));
      await outboxes[index % 3]?.flush();
    }),
  );
  assert.deepEqual(await arrived(stores.clickhouse), { rows: 600, different: 600 });
  assert.equal(await stores.outbox.countPending(), 0);
});

test('batches stay within their limits, and a row above them goes alone', async (t) => {
  const stores = await openTestStores(t);
  const faulty = makeFaulty(stores.clickhouse);
  const outbox = outboxOf(t, stores, faulty.clickhouse, { batchRowsMax: 25, batchBytesMax: 4_000 });
  for (let index = 0; index < 10; index += 1) await outbox.append(stores.postgres, TABLE, rows(10, index * 10));
  await outbox.append(stores.postgres, TABLE, rows(100, 100));
  await outbox.flush();
  const sizes = faulty.sent.map((batch) => batch.lines.split('\n').length);
  assert.deepEqual(sizes, [20, 20, 20, 20, 20, 100]);
  assert.deepEqual(await arrived(stores.clickhouse), { rows: 200, different: 200 });
});

test('a large append is kept in pieces and arrives whole', async (t) => {
  const { postgres, outbox, clickhouse } = await openTestStores(t);
  await postgres.transaction((tx) => outbox.append(tx, TABLE, rows(25_000)));
  const { rows: kept } = await postgres.query('select rows_count from outbox order by id');
  assert.deepEqual(
    kept.map((piece) => piece['rowsCount']),
    [10_000, 10_000, 5_000],
  );
  await outbox.flush();
  assert.deepEqual(await arrived(clickhouse), { rows: 25_000, different: 25_000 });
});

test('a hundred waiting rows are shipped soon, fewer wait for the interval', async (t) => {
  const stores = await openTestStores(t);
  const outbox = outboxOf(t, stores, stores.clickhouse, { lingerMs: 1, intervalMs: 3_600_000 });
  outbox.start();
  // What an earlier process left is shipped at the start, whatever its number.
  await sleep(50);
  await outbox.append(stores.postgres, TABLE, rows(99));
  await sleep(50);
  assert.equal(await outbox.countPending(), 99);
  await outbox.append(stores.postgres, TABLE, rows(1, 99));
  await waitUntil(async () => (await outbox.countPending()) === 0, 'all rows to leave');
  assert.deepEqual(await arrived(stores.clickhouse), { rows: 100, different: 100 });
});

test('few rows leave at the interval, and what waits at the end leaves with stop', async (t) => {
  const stores = await openTestStores(t);
  const outbox = outboxOf(t, stores, stores.clickhouse, { intervalMs: 20 });
  outbox.start();
  await outbox.append(stores.postgres, TABLE, rows(1));
  await waitUntil(async () => (await outbox.countPending()) === 0, 'all rows to leave');
  await outbox.stop();
  const last = outboxOf(t, stores, stores.clickhouse, { intervalMs: 3_600_000 });
  last.start();
  await last.append(stores.postgres, TABLE, rows(1, 1));
  await last.stop();
  assert.deepEqual(await arrived(stores.clickhouse), { rows: 2, different: 2 });
});

test('a table that ClickHouse refuses holds back only itself and is tried again', async (t) => {
  const stores = await openTestStores(t);
  const outbox = outboxOf(t, stores, stores.clickhouse, { lingerMs: 1, intervalMs: 20, rowsToShip: 1 });
  outbox.start();
  await outbox.append(stores.postgres, 'aaa_created_later', [{ value: 1 }]);
  await outbox.append(stores.postgres, TABLE, rows(2));
  await waitUntil(async () => (await outbox.countPending()) === 1, 'one row to be left');
  assert.deepEqual(await arrived(stores.clickhouse), { rows: 2, different: 2 });
  await stores.clickhouse.command('create table aaa_created_later (value Int32) engine = MergeTree order by value');
  onEnd(t, () => stores.clickhouse.command('drop table aaa_created_later'));
  await waitUntil(async () => (await outbox.countPending()) === 0, 'all rows to leave');
});

test('there is no room while too much waits, and there is again when it was shipped', async (t) => {
  const stores = await openTestStores(t);
  const outbox = outboxOf(t, stores, stores.clickhouse, { highWaterRows: 100 });
  await outbox.append(stores.postgres, TABLE, rows(99));
  assert.equal(await outbox.findRoom(), true);
  await outbox.append(stores.postgres, TABLE, rows(1, 99));
  assert.equal(await outbox.findRoom(), undefined);
  await outbox.flush();
  assert.equal(await outbox.findRoom(), true);
});

test('odd characters arrive as they were', async (t) => {
  const { postgres, outbox, clickhouse } = await openTestStores(t);
  const text = 'line\nbreak \t tab "quotes" \\ \u0001 \u2028 😀 \ud800 null\u0000end';
  await outbox.append(postgres, 'ranking_history', [{ title: text, check_ts: new Date('2026-01-01T00:00:00Z'), check_date: '2026-01-01' }]);
  await outbox.flush();
  const read = { name: 'read', sql: 'select title from ranking_history', params: z.object({}), row: z.object({ title: z.string() }) };
  assert.deepEqual(await clickhouse.query(read, {}), [{ title: text.toWellFormed() }]);
});
