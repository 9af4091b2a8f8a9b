import type { Sql, Transaction } from '../postgres/types.ts';

/** Names the key that every process seals with. Its name keeps it out of archives, as all names with `secret`. */
const SETTING = 'secrets_key';

/** The key that every process seals with; undefined before the first start. */
export async function findCurrentKeyId(sql: Sql): Promise<string | undefined> {
  const { rows } = await sql.query<{ keyId: string }>(`select value->>'key_id' as key_id from settings where name = $1`, [SETTING]);
  return rows[0]?.keyId;
}

/** The same, and it stays so until the transaction ends: a rotation waits for who seals. */
export async function holdCurrentKeyId(tx: Transaction): Promise<string | undefined> {
  const { rows } = await tx.query<{ keyId: string }>(
    `select value->>'key_id' as key_id from settings where name = $1 for share`,
    [SETTING],
    'hold-secrets-key',
  );
  return rows[0]?.keyId;
}

/** Makes it the current one if there is none. */
export async function claimCurrentKeyId(sql: Sql, keyId: string): Promise<void> {
  await sql.query(`insert into settings (name, value) values ($1, jsonb_build_object('key_id', $2::text)) on conflict (name) do nothing`, [
    SETTING,
    keyId,
  ]);
}

export async function setCurrentKeyId(sql: Sql, keyId: string): Promise<void> {
  await sql.query(
    `insert into settings (name, value) values ($1, jsonb_build_object('key_id', $2::text))
     on conflict (name) do update set value = excluded.value, updated_at = now()`,
    [SETTING, keyId],
  );
}

/** Makes it the current one if no secret is stored: nothing is lost by it. */
export async function adoptCurrentKeyId(tx: Transaction, keyId: string): Promise<void> {
  await tx.query('select from settings where name = $1 for update', [SETTING]);
  await tx.query(
    `update settings set value = jsonb_build_object('key_id', $2::text), updated_at = now()
     where name = $1 and not exists (select from secrets)`,
    [SETTING, keyId],
  );
}
