import type { Sql } from '#stores/postgres/types.ts';
import type { AnswerBrand } from '../brands/brand.ts';

const COLUMNS = 'id, project_id, name, aliases, excluded, domains, role, is_generic, created_at';

/** All of a project, in the order in which they were written. */
export async function listBrands(sql: Sql, projectId: string): Promise<AnswerBrand[]> {
  const { rows } = await sql.query<AnswerBrand>(`select ${COLUMNS} from answer_brands where project_id = $1 order by place, id limit 200`, [
    projectId,
  ]);
  return rows;
}

/** Writes the brands of a project, in place of those that it has. */
export async function replaceBrands(tx: Sql, projectId: string, brands: readonly AnswerBrand[]): Promise<void> {
  await tx.query('delete from answer_brands where project_id = $1 and not (id = any ($2))', [projectId, brands.map(({ id }) => id)]);
  for (const [place, { id, name, aliases, excluded, domains, role, isGeneric, createdAt }] of brands.entries())
    await tx.query(
      `insert into answer_brands (id, project_id, name, aliases, excluded, domains, role, is_generic, created_at, place)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (id) do update set name = excluded.name, aliases = excluded.aliases, excluded = excluded.excluded, domains = excluded.domains,
         role = excluded.role, is_generic = excluded.is_generic, place = excluded.place`,
      [id, projectId, name, aliases, excluded, domains, role, isGeneric, createdAt, place],
    );
}
