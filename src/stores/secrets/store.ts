import type { Sql, Transaction } from '../postgres/types.ts';

/** A row as it lies there. */
export interface SealedRow {
  readonly id: string;
  readonly kind: string;
  readonly keyId: string;
  readonly sealed: Buffer;
}

export interface NewSecret extends SealedRow {
  readonly organizationId: string | null;
}

export async function insertSecret(sql: Sql, { id, kind, organizationId, keyId, sealed }: NewSecret): Promise<void> {
  await sql.query('insert into secrets (id, kind, organization_id, key_id, sealed) values ($1, $2, $3, $4, $5)', [
    id,
    kind,
    organizationId,
    keyId,
    sealed,
  ]);
}

export async function findSealed(sql: Sql, id: string): Promise<SealedRow | undefined> {
  const { rows } = await sql.query<SealedRow>('select id, kind, key_id, sealed from secrets where id = $1', [id]);
  return rows[0];
}

export async function lockSealed(tx: Transaction, id: string): Promise<SealedRow | undefined> {
  const { rows } = await tx.query<SealedRow>('select id, kind, key_id, sealed from secrets where id = $1 for update', [id]);
  return rows[0];
}

export async function updateSealed(sql: Sql, { id, keyId, sealed }: Omit<SealedRow, 'kind'>): Promise<void> {
  await sql.query('update secrets set key_id = $2, sealed = $3 where id = $1', [id, keyId, sealed]);
}

export async function noteChange(sql: Sql, id: string): Promise<void> {
  await sql.query('update secrets set changed_at = now() where id = $1', [id]);
}

export async function deleteSecret(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from secrets where id = $1', [id]);
}

/** Which of these are there. */
export async function selectKnown(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>('select id from secrets where id = any($1)', [ids]);
  return rows.map(({ id }) => id);
}

/** The next rows that lie under another key, to be sealed again. */
export async function lockUnderOthers(
  tx: Transaction,
  { keyId, after, limit }: { keyId: string; after: string; limit: number },
): Promise<SealedRow[]> {
  const { rows } = await tx.query<SealedRow>(
    'select id, kind, key_id, sealed from secrets where key_id <> $1 and id > $2 order by id limit $3 for update',
    [keyId, after, limit],
  );
  return rows;
}

export interface KeyUse {
  readonly keyId: string;
  readonly secrets: number;
}

/** How many secrets lie under which key. */
export async function countByKey(sql: Sql): Promise<KeyUse[]> {
  const { rows } = await sql.query<KeyUse>('select key_id, count(*)::integer as secrets from secrets group by key_id order by key_id');
  return rows;
}
