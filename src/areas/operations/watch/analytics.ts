import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

const disks = {
  name: 'operations-list-disks',
  sql: `select name, 1 - free_space / total_space as usedShare from system.disks where total_space > 0 order by name limit 100`,
  params: z.object({}),
  row: z.object({ name: z.string(), usedShare: z.number() }),
};

/** How full the disks of a ClickHouse server are, from 0 to 1. */
export async function listAnalyticsDisks(clickhouse: ClickHouse): Promise<{ readonly name: string; readonly usedShare: number }[]> {
  return await clickhouse.query(disks, {});
}
