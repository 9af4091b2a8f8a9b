import { lockName } from '#stores/postgres/lock-name.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';

/** Who a person is at an issuer. */
export interface Identity {
  readonly id: string;
  readonly userId: string;
  readonly issuer: string;
  readonly subject: string;
  /** As it was claimed last. */
  readonly email: string | null;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

const COLUMNS = 'id, user_id, issuer, subject, email, created_at, used_at';

/** Held until the transaction ends: two first sign-ins of the same identity come one after the other. */
export async function lockIdentity(tx: Transaction, issuer: string, subject: string): Promise<void> {
  await lockName(tx, 'identity', JSON.stringify([issuer, subject]));
}

/** The same for those of a person, which are counted. */
export async function lockIdentitiesOf(tx: Transaction, userId: string): Promise<void> {
  await lockName(tx, 'identities', userId);
}

export async function findIdentity(sql: Sql, issuer: string, subject: string): Promise<Identity | undefined> {
  const { rows } = await sql.query<Identity>(`select ${COLUMNS} from identities where issuer = $1 and subject = $2`, [issuer, subject]);
  return rows[0];
}

export async function insertIdentity(tx: Sql, { id, userId, issuer, subject, email, createdAt }: Identity): Promise<void> {
  await tx.query('insert into identities (id, user_id, issuer, subject, email, created_at, used_at) values ($1, $2, $3, $4, $5, $6, $6)', [
    id,
    userId,
    issuer,
    subject,
    email,
    createdAt,
  ]);
}

export async function noteIdentityUse(tx: Sql, id: string, email: string | null, now: Date): Promise<void> {
  await tx.query('update identities set used_at = $2, email = coalesce($3, email) where id = $1', [id, now, email]);
}

/** The oldest first. */
export async function listIdentityRows(sql: Sql, userId: string): Promise<Identity[]> {
  const { rows } = await sql.query<Identity>(`select ${COLUMNS} from identities where user_id = $1 order by created_at, id limit 100`, [
    userId,
  ]);
  return rows;
}

/** @returns whether it was the person's */
export async function deleteIdentity(sql: Sql, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await sql.query('delete from identities where user_id = $1 and id = $2', [userId, id]);
  return rowCount === 1;
}
