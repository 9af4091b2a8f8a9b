import type { Sql } from '#stores/postgres/types.ts';

interface Fired {
  readonly name: string;
  readonly instant: Date;
  /** The date now: what lies after it was noted before the date was set back. */
  readonly now: Date;
}

/** Notes the instant that a schedule has begun last, unless a later one is noted. */
export async function updateLastFired(sql: Sql, { name, instant, now }: Fired): Promise<void> {
  await sql.query(
    `update dbos.workflow_schedules set last_fired_at = $2
     where schedule_name = $1 and (last_fired_at is null or last_fired_at < $2 or last_fired_at > $3)`,
    [name, instant.toISOString(), now.toISOString()],
  );
}
