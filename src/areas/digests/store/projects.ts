import type { Sql } from '#stores/postgres/types.ts';
import type { Digest } from '../digest.ts';

/** Of an organization with more of them, the digest shows the first by name, and says so. */
export const SHOWN_PROJECTS_MAX = 200;

/** The projects that a digest is about, by name; archived ones are left out. */
export async function listProjectsOfDigest(
  sql: Sql,
  { organizationId, projectIds }: Pick<Digest, 'organizationId' | 'projectIds'>,
): Promise<{ readonly id: string }[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from projects where organization_id = $1 and ($2::text[] is null or id = any ($2)) and status <> 'archived'
     order by name, id limit ${SHOWN_PROJECTS_MAX}`,
    [organizationId, projectIds],
  );
  return rows;
}
