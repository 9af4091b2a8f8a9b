import type { Sql } from '#stores/postgres/types.ts';

/** The store's time, in epoch milliseconds, as the SDK writes instants. */
export const NOW_MS = '(extract(epoch from now()) * 1000)::bigint';

/** The store's time, in epoch milliseconds. */
export async function readNowMs(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ now: number }>(`select ${NOW_MS} as now`);
  return rows[0]?.now ?? 0;
}
