import type { Sql } from '#stores/postgres/types.ts';

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
