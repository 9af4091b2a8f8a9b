import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** Some projects by name, and how many there are of them. */
export async function listProjectNames(
  sql: Sql,
  projectIds: readonly string[],
  { limit, offset }: Page,
): Promise<{ projects: { readonly id: string; readonly name: string }[]; total: number }> {
  const { rows } = await sql.query<{ id: string; name: string }>(
    'select id, name from projects where id = any($1) order by name, id limit $2 offset $3',
    [projectIds, limit, offset],
  );
  return { projects: rows, total: projectIds.length };
}

/** Sets what organizations allow projects, in one statement. @param setBy id of the person or key */
export async function setOwnLimits(
  tx: Sql,
  limits: readonly { readonly projectId: string; readonly monthlyUsd: number }[],
  setBy: string,
): Promise<void> {
  if (limits.length === 0) return;
  await tx.query(
    `insert into project_limits (project_id, monthly_usd, set_by)
     select project_id, monthly_usd, $3 from unnest($1::text[], $2::float8[]) as a (project_id, monthly_usd) order by project_id
     on conflict (project_id) do update set monthly_usd = excluded.monthly_usd, set_by = excluded.set_by, updated_at = now()`,
    [limits.map(({ projectId }) => projectId), limits.map(({ monthlyUsd }) => monthlyUsd), setBy],
  );
}

export async function removeOwnLimits(tx: Sql, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length > 0) await tx.query('delete from project_limits where project_id = any($1)', [projectIds]);
}
