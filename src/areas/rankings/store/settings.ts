import type { Sql } from '#stores/postgres/types.ts';

/** The secret of a name: the one that is kept, else `fresh`, which then is. One for all processes. */
export async function findOrCreateSecret(sql: Sql, name: string, fresh: string): Promise<string> {
  await sql.query('insert into settings (name, value) values ($1, $2) on conflict (name) do nothing', [name, JSON.stringify(fresh)]);
  const { rows } = await sql.query<{ value: string }>('select value from settings where name = $1', [name]);
  const [row] = rows;
  if (row === undefined) throw new Error(`the secret ${name} was removed while it was read`);
  return row.value;
}

/** A setting as it is kept; `undefined` when it never was set. */
export async function findSetting(sql: Sql, name: string): Promise<unknown> {
  const { rows } = await sql.query<{ value: unknown }>('select value from settings where name = $1', [name]);
  return rows[0]?.value;
}

export async function saveSetting(sql: Sql, name: string, value: string): Promise<void> {
  await sql.query(
    'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value, updated_at = now()',
    [name, JSON.stringify(value)],
  );
}
