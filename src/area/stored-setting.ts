import type { Sql } from '#stores/postgres/types.ts';

/** The setting's value; `undefined` when it was never set. */
export async function findAppSetting(sql: Sql, name: string): Promise<unknown> {
  const { rows } = await sql.query<{ value: unknown }>('select value from settings where name = $1', [name]);
  return rows[0]?.value;
}

export async function upsertAppSetting(sql: Sql, name: string, value: unknown): Promise<void> {
  await sql.query(
    'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value, updated_at = now()',
    [name, JSON.stringify(value)],
  );
}
