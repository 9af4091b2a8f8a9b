import type { Sql } from '#stores/postgres/types.ts';

export interface TotpRow {
  readonly id: string;
  readonly secretId: string;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
}

const COLUMNS = 'id, secret_id, created_at, confirmed_at';

export async function insertTotp(
  sql: Sql,
  { id, userId, secretId, now }: { id: string; userId: string; secretId: string; now: Date },
): Promise<void> {
  await sql.query('insert into totp_factors (id, user_id, secret_id, created_at) values ($1, $2, $3, $4)', [id, userId, secretId, now]);
}

/** The one that counts, or the one that waits for its first code. */
export async function findTotp(sql: Sql, userId: string, which: 'confirmed' | 'unconfirmed'): Promise<TotpRow | undefined> {
  const { rows } = await sql.query<TotpRow>(`select ${COLUMNS} from totp_factors where user_id = $1 and (confirmed_at is not null) = $2`, [
    userId,
    which === 'confirmed',
  ]);
  return rows[0];
}

/** Takes the code of a step, once: those of it and of earlier ones are taken no more. @returns whether this was the first to take it */
export async function takeStep(sql: Sql, id: string, step: number): Promise<boolean> {
  const { rowCount } = await sql.query('update totp_factors set last_step = $2 where id = $1 and last_step < $2', [id, step]);
  return rowCount === 1;
}

export async function confirmTotpRow(sql: Sql, id: string, now: Date): Promise<void> {
  await sql.query('update totp_factors set confirmed_at = $2 where id = $1', [id, now]);
}

/** Removes one of them or both. @returns the ids of their secrets */
export async function deleteTotp(sql: Sql, userId: string, which: 'confirmed' | 'unconfirmed' | 'both'): Promise<string[]> {
  const { rows } = await sql.query<{ secretId: string }>(
    `delete from totp_factors where user_id = $1 and ($2::boolean is null or (confirmed_at is not null) = $2) returning secret_id`,
    [userId, which === 'both' ? null : which === 'confirmed'],
  );
  return rows.map(({ secretId }) => secretId);
}
