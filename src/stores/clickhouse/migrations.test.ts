import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { makeLogger } from '#kernel/logger.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { migrateClickHouse } from './index.ts';
import { toStatements } from './migrations.ts';
import type { AnalyticsQuery, ClickHouse } from './types.ts';

const logger = makeLogger('fatal');

test('a file is split at its statements, not inside texts, names or comments', () => {
  const sql = `-- first; one
    create table a (x String default 'it''s; \\'so\\'; --no comment') engine = Memory; /* a; b */
    select \`odd;name\`, "other;name", 3 - 1, 6 / 2;;
    -- the end;
  `;
  assert.deepEqual(toStatements(sql, undefined), [
    `create table a (x String default 'it''s; \\'so\\'; --no comment') engine = Memory`,
    'select `odd;name`, "other;name", 3 - 1, 6 / 2',
  ]);
});

test('a cluster gets replicated engines on all its servers, a single server plain ones', () => {
  const sql = 'create table a {on_cluster} (x Int8) engine = {engine:ReplacingMergeTree(x)} order by x';
  assert.deepEqual(toStatements(sql, undefined), ['create table a  (x Int8) engine = ReplacingMergeTree(x) order by x']);
  assert.deepEqual(toStatements(sql, 'main'), [
    'create table a ON CLUSTER `main` (x Int8) engine = ReplicatedReplacingMergeTree(x) order by x',
  ]);
});

test('migrating twice applies nothing the second time', async (t) => {
  const { clickhouse, postgres } = await openTestStores(t);
  assert.deepEqual(await migrateClickHouse({ clickhouse, postgres, cluster: undefined, logger }), []);
});

test('two starters at once apply every file once', async (t) => {
  const { clickhouse, postgres } = await openTestStores(t);
  await postgres.query('delete from clickhouse_migrations');
  const applied = await Promise.all([1, 2, 3].map(() => migrateClickHouse({ clickhouse, postgres, cluster: undefined, logger })));
  assert.deepEqual(applied.flat(), [...new Set(applied.flat())]);
  assert(applied.flat().length > 0);
});

test('applying every file again keeps every row as it is', async (t) => {
  const { clickhouse, postgres } = await openTestStores(t);
  const row = {
    project_id: 'proj_kept',
    keyword_id: 'kw_kept',
    check_date: '2025-11-20',
    check_ts: '2025-11-20 10:00:00.000',
    run_id: 'run_kept',
  };
  const rows = [
    { ...row, status: 'ranked', position: 3, serp_features: ['organic'] },
    {
      ...row,
      check_date: '2024-02-29',
      status: 'failed',
      error: 'why',
      stands_days: 38,
      recomputed: 1,
      recomputed_at: '2025-11-21 00:00:00.123',
    },
  ];
  await clickhouse.insertLines('ranking_history', rows.map((one) => JSON.stringify(one)).join('\n'), 'kept');
  const before = await clickhouse.query(listKept, {});
  assert.equal(before.length, 2);
  await postgres.query('delete from clickhouse_migrations');
  await migrateClickHouse({ clickhouse, postgres, cluster: undefined, logger });
  assert.deepEqual(await clickhouse.query(listKept, {}), before);
});

const listKept = {
  name: 'list-kept',
  sql: `select * from ranking_history where project_id = 'proj_kept' order by check_date`,
  params: z.object({}),
  row: z.looseObject({ check_date: z.string() }),
};

test('a file that was changed after it was applied is refused', async (t) => {
  const { clickhouse, postgres } = await openTestStores(t);
  await postgres.query(`update clickhouse_migrations set checksum = 'other' where number = 1`);
  await assert.rejects(migrateClickHouse({ clickhouse, postgres, cluster: undefined, logger }), {
    message: /of ClickHouse was changed after it was applied/u,
  });
});

test('an analytics store that was emptied beside an old PostgreSQL is made complete', async (t) => {
  const { clickhouse, postgres } = await openTestStores(t);
  const seen: string[] = [];
  const empty: ClickHouse = {
    ...clickhouse,
    query: async <Params, Row>(question: AnalyticsQuery<Params, Row>) => [question.row.parse({ tables: 0 })],
    command: async (sql) => void seen.push(sql),
  };
  const applied = await migrateClickHouse({ clickhouse: empty, postgres, cluster: undefined, logger });
  assert(applied.includes('0001_rankings'));
  assert(seen.some((sql) => sql.startsWith('CREATE TABLE IF NOT EXISTS serp_runs')));
});

test('every table takes no row twice', async (t) => {
  const { clickhouse } = await openTestStores(t);
  const listTables = {
    name: 'list-tables',
    sql: `select name from system.tables where database = currentDatabase() and engine like '%MergeTree' and create_table_query not like '%non_replicated_deduplication_window = 10000%'`,
    params: z.object({}),
    row: z.object({ name: z.string() }),
  };
  assert.deepEqual(await clickhouse.query(listTables, {}), []);
});
