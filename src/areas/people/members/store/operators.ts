import type { Sql } from '#stores/postgres/types.ts';

export async function selectOperatorAddresses(sql: Sql, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ email: string }>(
    `select lower(email) as email from users where role = 'owner' and lower(email) = any($1) order by 1`,
    [addresses.map((address) => address.toLowerCase())],
  );
  return rows.map(({ email }) => email);
}
