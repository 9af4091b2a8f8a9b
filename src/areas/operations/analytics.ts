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
