import { z } from 'zod';
import type { AnalyticsQuery } from '#stores/clickhouse/types.ts';

/** The tables of the analytics store and how many rows each holds. */
export const listTables: AnalyticsQuery<Record<string, never>, { name: string; rows: number }> = {
  name: 'list-tables',
  sql: `select name, toUInt64(ifNull(total_rows, 0)) as rows from system.tables
        where database = currentDatabase() and engine like '%MergeTree' order by name limit 1000`,
  params: z.object({}),
  row: z.object({ name: z.string(), rows: z.coerce.number() }),
};

/** The tables of the analytics store, how many columns each has, and how many rows. */
export const countColumns: AnalyticsQuery<Record<string, never>, { name: string; columns: number; rows: number }> = {
  name: 'count-columns',
  sql: `select t.name as name, toUInt64(c.columns) as columns, toUInt64(ifNull(t.total_rows, 0)) as rows
        from system.tables t
        inner join (select table, count() as columns from system.columns where database = currentDatabase() group by table) c on c.table = t.name
        where t.database = currentDatabase() and t.engine like '%MergeTree' order by name limit 1000`,
  params: z.object({}),
  row: z.object({ name: z.string(), columns: z.coerce.number(), rows: z.coerce.number() }),
};
