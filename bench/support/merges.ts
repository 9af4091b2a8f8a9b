import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

const POLL_MS = 2_000;
const WAIT_MS_MAX = 600_000;
const QUIET_POLLS = 2;

const countMerges = {
  name: 'bench-count-merges',
  sql: 'select count() as rows from system.merges',
  params: z.object({}),
  row: z.object({ rows: z.number() }),
};

/** Waits until the parts of tables are merged: a table without recent writes has few. */
export async function awaitMerges(clickhouse: ClickHouse): Promise<void> {
  const end = performance.now() + WAIT_MS_MAX;
  for (let quiet = 0; quiet < QUIET_POLLS && performance.now() < end;) {
    await sleep(POLL_MS);
    const [row] = await clickhouse.query(countMerges, {});
    quiet = row?.rows === 0 ? quiet + 1 : 0;
  }
}
