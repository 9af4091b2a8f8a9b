import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { listColumns } from '#stores/archive/table-rows.ts';
import { ANALYTICS, LEFT_OUT, RELATIONAL } from '../../src/cli/archive/contents.ts';
import { openTestStores } from '../support/index.ts';

const listAnalytics = {
  name: 'list-tables',
  sql: `select name from system.tables where database = currentDatabase() and engine like '%MergeTree'`,
  params: z.object({}),
  row: z.object({ name: z.string() }),
};

test('every table of both stores is in the archive, or named as left out with its reason', async (t) => {
  const { postgres, clickhouse } = await openTestStores(t);
  const { rows } = await postgres.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  );
  const listed = [...RELATIONAL.map(({ table }) => table), ...Object.keys(LEFT_OUT)];
  assert.deepEqual(listed.toSorted(), rows.map(({ name }) => name).toSorted(), 'see src/cli/archive/contents.ts');
  for (const reason of Object.values(LEFT_OUT)) assert.ok(reason.length > 5);
  const analytics = await clickhouse.query(listAnalytics, {});
  assert.deepEqual(ANALYTICS.map(({ table }) => table).toSorted(), analytics.map(({ name }) => name).toSorted());
});

test('rows come after those that they refer to', async (t) => {
  const { postgres } = await openTestStores(t);
  const { rows } = await postgres.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const order = RELATIONAL.map(({ table }) => table);
  assert.ok(rows.length > 10);
  for (const { child, parent } of rows) {
    if (!order.includes(child)) continue;
    assert.ok(order.indexOf(parent) >= 0 && order.indexOf(parent) <= order.indexOf(child), `${child} comes before ${parent}`);
  }
});

test('every table that names a project has a condition for it, and partitioned ones their month', async (t) => {
  const { postgres } = await openTestStores(t);
  const { rows } = await postgres.query<{ name: string }>('select partrelid::regclass::text as name from pg_partitioned_table');
  for (const { name } of rows) assert.ok(RELATIONAL.find(({ table }) => table === name)?.monthOf, `${name} is partitioned`);
  for (const { table, project } of RELATIONAL) {
    const hasProject = (await listColumns(postgres, table)).includes('project_id');
    if (hasProject && table !== 'api_keys') assert.notEqual(project, 'none', table);
  }
});
