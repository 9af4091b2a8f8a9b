import type { Sql } from '#stores/postgres/types.ts';

const VISIBLE_MAX = 10_000;

/** The ids of the projects of an organization, or of those that are named, or both. */
export async function listProjectIds(
  sql: Sql,
  { organizationId, projectIds }: { readonly organizationId: string | undefined; readonly projectIds: readonly string[] | undefined },
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from projects
     where ($1::text is null or organization_id = $1) and ($2::text[] is null or id = any ($2))
     order by id
     limit ${VISIBLE_MAX}`,
    [organizationId ?? null, projectIds ?? null],
  );
  return rows.map(({ id }) => id);
}
