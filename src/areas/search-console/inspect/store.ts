import type { Sql } from '#stores/postgres/types.ts';

interface QuotaDay {
  readonly propertyId: string;
  readonly day: string;
  readonly count: number;
}

export async function countUsed(sql: Sql, propertyId: string, day: string): Promise<number> {
  const { rows } = await sql.query<{ used: number }>('select used from search_console_inspections where property_id = $1 and day = $2', [
    propertyId,
    day,
  ]);
  return rows[0]?.used ?? 0;
}

/** Takes room for so many, or nothing. @returns whether there was room */
export async function reserve(sql: Sql, { propertyId, day, count, max }: QuotaDay & { readonly max: number }): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into search_console_inspections as q (property_id, day, used) select $1, $2, $3 where $3::integer <= $4
     on conflict (property_id, day) do update set used = q.used + excluded.used where q.used + excluded.used <= $4`,
    [propertyId, day, count, max],
  );
  return rowCount === 1;
}

/** What was not asked is not used. */
export async function giveBack(sql: Sql, { propertyId, day, count }: QuotaDay): Promise<void> {
  if (count === 0) return;
  await sql.query('update search_console_inspections set used = greatest(0, used - $3) where property_id = $1 and day = $2', [
    propertyId,
    day,
    count,
  ]);
}
