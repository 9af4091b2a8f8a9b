import type { Sql } from '#stores/postgres/types.ts';

/** What waits for a short time to be used once: challenges of passkeys, and sign-ins that want a second factor. */

export interface Challenge {
  readonly hash: Buffer;
  readonly purpose: 'register' | 'sign_in' | 'factor' | 'step_up';
  /** Null: who signs in is not known yet. */
  readonly userId: string | null;
}

/** Adds one, and removes those that have ended. */
export async function insertChallenge(sql: Sql, { hash, purpose, userId, endsAt }: Challenge & { endsAt: Date }, now: Date): Promise<void> {
  await sql.query('delete from passkey_challenges where ends_at <= $1', [now]);
  await sql.query('insert into passkey_challenges (challenge_hash, purpose, user_id, ends_at) values ($1, $2, $3, $4)', [
    hash,
    purpose,
    userId,
    endsAt,
  ]);
}

/** Uses one up. @returns whether it was there and is for this; of several at a time only one finds it */
export async function takeChallenge(sql: Sql, { hash, purpose, userId }: Challenge, now: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `delete from passkey_challenges
     where challenge_hash = $1 and purpose = $2 and user_id is not distinct from $3 and ends_at > $4`,
    [hash, purpose, userId, now],
  );
  return rowCount === 1;
}

export interface PendingSignIn {
  readonly userId: string;
  /** With what it began, such as `password`. */
  readonly beganBy: string;
}

/** Adds one, and removes those that have ended. */
export async function insertPending(
  sql: Sql,
  { tokenHash, userId, beganBy, endsAt }: PendingSignIn & { readonly tokenHash: Buffer; readonly endsAt: Date },
  now: Date,
): Promise<void> {
  await sql.query('delete from pending_sign_ins where ends_at <= $1', [now]);
  await sql.query('insert into pending_sign_ins (token_hash, user_id, began_by, ends_at) values ($1, $2, $3, $4)', [
    tokenHash,
    userId,
    beganBy,
    endsAt,
  ]);
}

export async function findPending(sql: Sql, tokenHash: Buffer, now: Date): Promise<PendingSignIn | undefined> {
  const { rows } = await sql.query<PendingSignIn>('select user_id, began_by from pending_sign_ins where token_hash = $1 and ends_at > $2', [
    tokenHash,
    now,
  ]);
  return rows[0];
}

/** Counts a try, before it is made. @returns undefined when there is none, or it had all its tries */
export async function countPendingTry(
  sql: Sql,
  { tokenHash, triesMax, now }: { readonly tokenHash: Buffer; readonly triesMax: number; readonly now: Date },
): Promise<PendingSignIn | undefined> {
  const { rows } = await sql.query<PendingSignIn>(
    `update pending_sign_ins set tries = tries + 1
     where token_hash = $1 and ends_at > $3 and tries < $2 returning user_id, began_by`,
    [tokenHash, triesMax, now],
  );
  return rows[0];
}

/** @returns whether it was there; of several at a time only one finds it */
export async function deletePending(sql: Sql, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await sql.query('delete from pending_sign_ins where token_hash = $1', [tokenHash]);
  return rowCount === 1;
}

export async function deletePendingOf(sql: Sql, userId: string): Promise<void> {
  await sql.query('delete from pending_sign_ins where user_id = $1', [userId]);
}
