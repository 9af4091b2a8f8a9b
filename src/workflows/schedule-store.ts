import type { Sql } from '#stores/postgres/types.ts';

export interface KnownSchedule {
  readonly name: string;
  readonly cron: string;
  readonly lastFiredAt: Date | undefined;
}

/** The schedules that the workers keep, whichever process asks; none before the first worker has started. */
export async function listSchedules(sql: Sql): Promise<KnownSchedule[]> {
  const { rows } = await sql.query<{ name: string; cron: string; last_fired_at: string | null }>(
    'select schedule_name as name, schedule as cron, last_fired_at from dbos.workflow_schedules order by schedule_name limit 1000',
  );
  return rows.map(({ name, cron, last_fired_at: firedAt }) => ({
    name,
    cron,
    lastFiredAt: firedAt === null ? undefined : new Date(firedAt),
  }));
}

/** Of a release: major, minor, patch. */
export type VersionNumbers = readonly number[];

/** @example toVersionNumbers('1.10.0-rc.1') // [1, 10, 0] */
export function toVersionNumbers(version: string): VersionNumbers {
  return version.split('-', 1).join().split('.').map(Number);
}

/** Notes which release wants these schedules, unless a newer one does. */
export async function upsertScheduleVersions(sql: Sql, names: readonly string[], version: VersionNumbers): Promise<void> {
  await sql.query(
    `insert into schedule_versions (name, version) select name, $2 from unnest($1::text[]) as name
     on conflict (name) do update set version = greatest(schedule_versions.version, excluded.version)`,
    [names, version],
  );
}

/** Schedules that a newer release wants. */
export async function listNewerSchedules(sql: Sql, version: VersionNumbers): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>('select name from schedule_versions where version > $1 order by name limit 1000', [
    version,
  ]);
  return rows.map(({ name }) => name);
}

export async function deleteScheduleVersion(sql: Sql, name: string): Promise<void> {
  await sql.query('delete from schedule_versions where name = $1', [name]);
}
