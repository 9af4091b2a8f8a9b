import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { StoreError } from '#stores/errors.ts';
import { readOutboxLines } from '#stores/outbox-lines.ts';
import { makeCheck } from '../../../../test/support/rankings-world.ts';
import { awayFrom, makeRichItems, openResultsWorld } from '../../../../test/support/results-world.ts';
import { keepAsEarlier } from '../../../../test/support/earlier-results.ts';
import { toRowsOfPage } from './page-line.ts';
import { listResultPages } from './result-pages.ts';

test('a page reads the same before it is shipped, half shipped, and after', async (t) => {
  const world = await openResultsWorld(t);
  const items = makeRichItems();
  const runId = await world.ingest(makeCheck(newId('item_')), items);
  assert.deepEqual(await world.read(runId, { clickhouse: awayFrom(world.clickhouse) }), items, 'nothing is shipped, and nothing is asked');

  for (const last of ['serp_run_details', 'serp_pages']) {
    const { rows } = await world.postgres.query<{ lines: string | null; packed: Buffer | null }>(
      'delete from outbox where table_name <> $1 returning table_name, id, rows_count, lines, packed, plain_bytes, parcel, created_at',
      [last],
    );
    await world.outbox.flush();
    for (const row of rows) {
      const { tableName, id, rowsCount, lines, packed, plainBytes, parcel, createdAt } = row as never as Record<string, unknown>;
      await world.postgres.query(
        `insert into outbox (table_name, id, rows_count, lines, packed, plain_bytes, parcel, created_at) overriding system value
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [tableName, id, rowsCount, lines, packed, plainBytes, parcel, createdAt],
      );
    }
    assert.deepEqual(await world.read(runId), items);
  }
  await world.outbox.flush();
  const { rows: waiting } = await world.postgres.query('select from outbox');
  assert.equal(waiting.length, 0);
  assert.deepEqual(await world.read(runId), items);
});

test('a parcel that an earlier release left waiting is read and shipped as it is', async (t) => {
  const world = await openResultsWorld(t);
  const items = makeRichItems();
  const runId = await world.ingest(makeCheck(newId('item_')), items);
  const { rows } = await world.postgres.query<{ id: number; lines: string | null; packed: Buffer | null }>(
    `select id, lines, packed from outbox where table_name = 'serp_pages'`,
  );
  const [row] = rows;
  assert.ok(row);
  const lines = toRowsOfPage(readOutboxLines(row)).map((one) => JSON.stringify(one));
  await world.postgres.query(`update outbox set table_name = 'serp_runs', lines = $2, packed = null where id = $1`, [
    row.id,
    lines.join('\n'),
  ]);
  assert.deepEqual(await world.read(runId, { clickhouse: awayFrom(world.clickhouse) }), items);
  await world.outbox.flush();
  assert.deepEqual(await world.read(runId), items);
});

test('pages of both places and of an earlier release are read together, each its own', async (t) => {
  const world = await openResultsWorld(t);
  const rich = makeRichItems();
  const pages = [rich, rich.slice(0, 3), rich.slice(2, 9), rich.slice(50), []];
  const runs: string[] = [];
  for (const [at, items] of pages.entries()) {
    runs.push(await world.ingest(makeCheck(`page ${at} ${newId('item_')}`), items));
    if (at === 2) await world.outbox.flush();
  }
  await keepAsEarlier(world.postgres, runs[1] ?? '', pages[1] ?? []);
  const found = await listResultPages(world, [...runs, newId('run_')]);
  assert.deepEqual(
    runs.map((runId) => found.get(runId)?.items),
    pages,
  );
  assert.equal(found.size, pages.length);
});

test('while ClickHouse is away a page that it has is refused, never empty', async (t) => {
  const world = await openResultsWorld(t);
  const runId = await world.ingest(makeCheck(newId('item_')), makeRichItems());
  await world.outbox.flush();
  await assert.rejects(world.read(runId, { clickhouse: awayFrom(world.clickhouse) }), (error) => error instanceof StoreError);
  const empty = await world.ingest(makeCheck(newId('item_')), []);
  await world.outbox.flush();
  assert.deepEqual(await world.read(empty, { clickhouse: awayFrom(world.clickhouse) }), [], 'nothing was found, and nothing is asked');
});

test('a page of which ClickHouse lacks a part is refused, and one that it has twice is shown once', async (t) => {
  const world = await openResultsWorld(t);
  const items = makeRichItems();
  const [whole, cut] = [await world.ingest(makeCheck(newId('item_')), items), await world.ingest(makeCheck(newId('item_')), items)];
  await world.outbox.flush();
  await world.clickhouse.command(`insert into serp_runs select * from serp_runs where run_id = '${whole}'`);
  await world.clickhouse.command(`alter table serp_runs delete where run_id = '${cut}' and rank_absolute = 9 settings mutations_sync = 1`);
  assert.equal(await world.countStored(whole), 2 * items.length);
  assert.deepEqual(await world.read(whole), items);
  await assert.rejects(world.read(cut), (error) => error instanceof AppError && error.status === 503 && error.retryAfterMs !== undefined);
});
