import type { Sql } from '#stores/postgres/types.ts';

/** Puts these in the place of all codes of a person. */
export async function replaceRecoveryCodes(sql: Sql, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await sql.query('delete from recovery_codes where user_id = $1', [userId]);
  await sql.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [userId, hashes]);
}

/** Uses a code up. @returns whether it was there and unused; of several at a time only one finds it */
export async function useRecoveryCode(sql: Sql, { userId, hash, now }: { userId: string; hash: Buffer; now: Date }): Promise<boolean> {
  const { rowCount } = await sql.query('update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null', [
    userId,
    hash,
    now,
  ]);
  return rowCount === 1;
}

/** Codes that are still to be used. */
export async function countRecoveryCodes(sql: Sql, userId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    'select count(*) as total from recovery_codes where user_id = $1 and used_at is null',
    [userId],
  );
  return rows[0]?.total ?? 0;
}

export async function deleteRecoveryCodes(sql: Sql, userId: string): Promise<void> {
  await sql.query('delete from recovery_codes where user_id = $1', [userId]);
}
