import type { Sql } from '#stores/postgres/types.ts';

export interface KnownSchedule {
  readonly name: string;
  readonly cron: string;
  readonly lastFiredAt: Date | undefined;
}

/** The schedules that the workers keep, whichever process asks; none before the first worker has started. */
export async function listSchedules(sql: Sql): Promise<KnownSchedule[]> {
  const { rows } = await sql.query<{ name: string; cron: string; lastFiredAt: string | null }>(
    'select schedule_name as name, schedule as cron, last_fired_at from dbos.workflow_schedules order by schedule_name limit 1000',
  );
  return rows.map(({ name, cron, lastFiredAt: firedAt }) => ({
    name,
    cron,
    lastFiredAt: firedAt === null ? undefined : new Date(firedAt),
  }));
}
