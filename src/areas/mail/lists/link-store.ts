import type { Sql } from '#stores/postgres/types.ts';
import type { LinkPurpose, ListedAddress } from './mail-list.ts';
import { LISTED_COLUMNS } from './store.ts';

export interface LinkToken {
  readonly tokenHash: Buffer;
  readonly mailAddressId: string;
  readonly purpose: LinkPurpose;
  readonly createdAt: Date;
  readonly endsAt: Date;
}

export async function insertLink(sql: Sql, { tokenHash, mailAddressId, purpose, createdAt, endsAt }: LinkToken): Promise<void> {
  await sql.query('insert into mail_tokens (token_hash, mail_address_id, purpose, created_at, ends_at) values ($1, $2, $3, $4, $5)', [
    tokenHash,
    mailAddressId,
    purpose,
    createdAt,
    endsAt,
  ]);
}

export type LinkedAddress = ListedAddress & Pick<LinkToken, 'purpose'>;

/** What a link that is still good decides about. */
export async function findLinked(sql: Sql, tokenHash: Buffer, now: Date): Promise<LinkedAddress | undefined> {
  const { rows } = await sql.query<LinkedAddress>(
    `select ${LISTED_COLUMNS}, t.purpose from mail_tokens t join mail_addresses a on a.id = t.mail_address_id
     where t.token_hash = $1 and t.ends_at > $2`,
    [tokenHash, now],
  );
  return rows[0];
}

/** Uses a link up; false: another call did so before. */
export async function deleteLink(sql: Sql, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await sql.query('delete from mail_tokens where token_hash = $1', [tokenHash]);
  return rowCount === 1;
}

/** All links of one address and purpose. */
export async function deleteLinks(sql: Sql, mailAddressId: string, purpose: LinkPurpose): Promise<void> {
  await sql.query('delete from mail_tokens where mail_address_id = $1 and purpose = $2', [mailAddressId, purpose]);
}

export async function deleteLinksBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.query(
    'delete from mail_tokens where token_hash in (select token_hash from mail_tokens where ends_at < $1 order by ends_at, token_hash limit $2)',
    [before, limit],
  );
  return rowCount ?? 0;
}
