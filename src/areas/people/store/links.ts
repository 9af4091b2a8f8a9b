import type { Sql } from '#stores/postgres/types.ts';

/** Puts the token of the first owner in the place of the one before. */
export async function replaceSetupToken(sql: Sql, tokenHash: Uint8Array, now: Date): Promise<void> {
  await sql.query(
    `insert into setup_tokens (token_hash, created_at) values ($1, $2)
     on conflict (is_only) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`,
    [tokenHash, now],
  );
}

export async function hasSetupToken(sql: Sql, tokenHash: Uint8Array): Promise<boolean> {
  const { rowCount } = await sql.query('select from setup_tokens where token_hash = $1', [tokenHash]);
  return rowCount === 1;
}

/** @returns whether it was there; of several at a time only one finds it */
export async function deleteSetupToken(sql: Sql, tokenHash: Uint8Array): Promise<boolean> {
  const { rowCount } = await sql.query('delete from setup_tokens where token_hash = $1', [tokenHash]);
  return rowCount === 1;
}

export async function deleteSetupTokens(sql: Sql): Promise<void> {
  await sql.query('delete from setup_tokens');
}

export interface SignInLink {
  readonly tokenHash: Uint8Array;
  readonly userId: string;
  readonly endsAt: Date;
}

/** Adds a link, and removes those that have ended. */
export async function insertSignInLink(sql: Sql, { tokenHash, userId, endsAt }: SignInLink, now: Date): Promise<void> {
  await sql.query('delete from sign_in_links where ends_at <= $1', [now]);
  await sql.query('insert into sign_in_links (token_hash, user_id, ends_at) values ($1, $2, $3)', [tokenHash, userId, endsAt]);
}

/** Takes a link: it is good for one time. @returns whom it signs in */
export async function takeSignInLink(sql: Sql, tokenHash: Uint8Array, now: Date): Promise<string | undefined> {
  const { rows } = await sql.query<{ userId: string }>(
    'delete from sign_in_links where token_hash = $1 and ends_at > $2 returning user_id',
    [tokenHash, now],
  );
  return rows[0]?.userId;
}

export async function deleteSignInLinksOf(sql: Sql, userId: string): Promise<void> {
  await sql.query('delete from sign_in_links where user_id = $1', [userId]);
}
