import type { Sql } from '#stores/postgres/types.ts';

/** A passkey of a person. */
export interface Passkey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** As the authenticator names it, in base64url. */
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** How often the authenticator has signed; 0 where it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** Whether it is kept by an account of the person and so on several devices. */
  readonly isSynced: boolean;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

const COLUMNS = 'id, user_id, name, credential_id, public_key, counter, transports, is_synced, created_at, used_at';

/** The oldest first; a person has few. */
export async function listPasskeyRows(sql: Sql, userId: string): Promise<Passkey[]> {
  const { rows } = await sql.query<Passkey>(`select ${COLUMNS} from passkeys where user_id = $1 order by created_at, id limit 1000`, [
    userId,
  ]);
  return rows;
}

export async function findPasskey(sql: Sql, credentialId: string): Promise<Passkey | undefined> {
  const { rows } = await sql.query<Passkey>(`select ${COLUMNS} from passkeys where credential_id = $1`, [credentialId]);
  return rows[0];
}

/** @returns whether it is new */
export async function insertPasskey(sql: Sql, passkey: Passkey): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, is_synced, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      passkey.id,
      passkey.userId,
      passkey.name,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.isSynced,
      passkey.createdAt,
    ],
  );
  return rowCount === 1;
}

/** Notes a use. @returns whether the counter went on, or is none */
export async function usePasskey(sql: Sql, { id, counter, now }: { id: string; counter: number; now: Date }): Promise<boolean> {
  const { rowCount } = await sql.query(
    'update passkeys set counter = $2, used_at = $3 where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))',
    [id, counter, now],
  );
  return rowCount === 1;
}

export async function renamePasskeyRow(sql: Sql, { userId, id, name }: { userId: string; id: string; name: string }): Promise<boolean> {
  const { rowCount } = await sql.query('update passkeys set name = $3 where user_id = $1 and id = $2', [userId, id, name]);
  return rowCount === 1;
}

export async function deletePasskey(sql: Sql, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await sql.query('delete from passkeys where user_id = $1 and id = $2', [userId, id]);
  return rowCount === 1;
}

/** @returns how many there were */
export async function deletePasskeys(sql: Sql, userId: string): Promise<number> {
  const { rowCount } = await sql.query('delete from passkeys where user_id = $1', [userId]);
  return rowCount ?? 0;
}
