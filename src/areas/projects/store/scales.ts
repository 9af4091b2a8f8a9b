import type { Sql } from '#stores/postgres/types.ts';
import { DEFAULT_POSITION_SCALE, type PositionScale } from '../project.ts';

/** Some of the projects whose past does not have the organic scale yet: by chance, so that one that fails holds up no other. */
export async function listUnscaledProjects(sql: Sql, limit: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>('select id from projects where position_scale is null order by random() limit $1', [
    limit,
  ]);
  return rows.map(({ id }) => id);
}

/** The past of the project is worked out: the scale that is wanted holds. @returns that scale; undefined when it held before */
export async function settlePositionScale(sql: Sql, projectId: string): Promise<PositionScale | undefined> {
  const { rows } = await sql.query<{ positionScale: PositionScale }>(
    `update projects set position_scale = coalesce(settings ->> 'position_scale', $2)
     where id = $1 and position_scale is null
     returning position_scale`,
    [projectId, DEFAULT_POSITION_SCALE],
  );
  return rows[0]?.positionScale;
}
