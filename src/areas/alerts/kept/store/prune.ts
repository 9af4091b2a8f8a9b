import type { Sql } from '#stores/postgres/types.ts';

/** Alerts with their items; one that still fires is kept as long as it does. @returns how many */
export async function deleteAlertsBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from alerts where id in (
       select id from alerts where opened_at < $1 and state = 'resolved' and coalesce(resolved_at, opened_at) < $1 order by opened_at limit $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}

export async function deleteRoundsBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from alert_rounds where id in (
       select id from alert_rounds where day < $1::timestamptz::date and evaluated_at is not null order by day limit $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}

export async function deleteMutesBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from alert_mutes where id in (select id from alert_mutes where ends_at < $1 and told_at is not null order by ends_at limit $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}
