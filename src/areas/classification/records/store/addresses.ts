import type { Sql } from '#stores/postgres/types.ts';

/** Addresses by their ids; unknown ones are left out. */
export async function listUrlsById(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql.query<{ id: number; url: string }>('select id, url from urls where id = any ($1) order by id', [ids]);
  return new Map(rows.map(({ id, url }) => [id, url]));
}
