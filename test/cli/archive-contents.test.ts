import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { listColumns } from '#stores/archive/table-rows.ts';
import { areas } from '#areas/index.ts';
import { toArchiveContents } from '../../src/cli/archive/contents.ts';
import { openTestStores } from '../support/index.ts';

const { relational, analytics: analyticsTables, leftOut, analyticsLeftOut } = toArchiveContents(areas);

/**
 * They name a project and are those of a service: keys open it, its log names people and where they came from, a binding leads to a
 * property of its organization, and an export reads with the rights of who made it.
 */
const OF_THE_SERVICE = ['api_keys', 'audit_log', 'exports', 'export_runs', 'search_console_bindings'];

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
  const listed = [...relational.map(({ table }) => table), ...Object.keys(leftOut)];
  assert.deepEqual(listed.toSorted(), rows.map(({ name }) => name).toSorted(), 'name it in the tables.ts of its area');
  for (const reason of Object.values({ ...leftOut, ...analyticsLeftOut })) assert.ok(reason.length > 5);
  const analytics = await clickhouse.query(listAnalytics, {});
  const listedAnalytics = [...analyticsTables.map(({ table }) => table), ...Object.keys(analyticsLeftOut)];
  assert.deepEqual(listedAnalytics.toSorted(), analytics.map(({ name }) => name).toSorted());
});

test('rows come after those that they refer to', async (t) => {
  const { postgres } = await openTestStores(t);
  const { rows } = await postgres.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const order = relational.map(({ table }) => table);
  assert.ok(rows.length > 10);
  for (const { child, parent } of rows) {
    if (!order.includes(child)) continue;
    assert.ok(order.indexOf(parent) >= 0 && order.indexOf(parent) <= order.indexOf(child), `${child} comes before ${parent}`);
  }
});

test('every table that names a project has a condition for it, and partitioned ones their month', async (t) => {
  const { postgres } = await openTestStores(t);
  const { rows } = await postgres.query<{ name: string }>('select partrelid::regclass::text as name from pg_partitioned_table');
  for (const { name } of rows) assert.ok(relational.find(({ table }) => table === name)?.monthOf, `${name} is partitioned`);
  for (const { table, project } of relational) {
    const hasProject = (await listColumns(postgres, table)).includes('project_id');
    if (hasProject && !OF_THE_SERVICE.includes(table)) assert.notEqual(project, 'none', table);
  }
});
