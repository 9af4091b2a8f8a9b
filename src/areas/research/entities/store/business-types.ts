import type { Sql } from '#stores/postgres/types.ts';

export interface BusinessType {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly createdAt: Date;
}

/** By name. */
export async function listBusinessTypeRows(sql: Sql): Promise<BusinessType[]> {
  const { rows } = await sql.query<BusinessType>(`select id, name, slug, description, created_at from business_types order by name, id`);
  return rows;
}
