import type { Sql } from '#stores/postgres/types.ts';

export interface PasswordReset {
  readonly tokenHash: Buffer;
  readonly userId: string;
  readonly endsAt: Date;
}

/** Adds a link, and removes those that have ended. */
export async function insertPasswordReset(sql: Sql, { tokenHash, userId, endsAt }: PasswordReset, now: Date): Promise<void> {
  await sql.query('delete from password_resets where ends_at <= $1', [now]);
  await sql.query('insert into password_resets (token_hash, user_id, ends_at) values ($1, $2, $3)', [tokenHash, userId, endsAt]);
}

/** Links of a person that are still good. */
export async function countPasswordResets(sql: Sql, userId: string, now: Date): Promise<number> {
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from password_resets where user_id = $1 and ends_at > $2', [
    userId,
    now,
  ]);
  return rows[0]?.total ?? 0;
}

export async function hasPasswordReset(sql: Sql, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await sql.query('select from password_resets where token_hash = $1 and ends_at > $2', [tokenHash, now]);
  return rowCount === 1;
}

/** Uses a link up. @returns whose it is; of several at a time only one finds it */
export async function takePasswordReset(sql: Sql, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const { rows } = await sql.query<{ userId: string }>(
    'delete from password_resets where token_hash = $1 and ends_at > $2 returning user_id',
    [tokenHash, now],
  );
  return rows[0]?.userId;
}

export async function deletePasswordResetsOf(sql: Sql, userId: string): Promise<void> {
  await sql.query('delete from password_resets where user_id = $1', [userId]);
}
