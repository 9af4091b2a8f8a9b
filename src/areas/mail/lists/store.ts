import type { Sql } from '#stores/postgres/types.ts';
import type { ListedAddress, MailList } from './mail-list.ts';

/** Of `mail_addresses` as `a`. */
export const LISTED_COLUMNS =
  'a.id, a.list_id, a.list_name, a.organization_id, a.address, a.asked_at, a.confirmed_at, a.unsubscribed_at, a.bounced_at, a.bounce';

/** Those of these addresses that a list knows. */
export async function selectListed(sql: Sql, listId: string, addresses: readonly string[]): Promise<ListedAddress[]> {
  const { rows } = await sql.query<ListedAddress>(
    `select ${LISTED_COLUMNS} from mail_addresses a where a.list_id = $1 and lower(a.address) = any($2) order by a.id`,
    [listId, addresses.map((address) => address.toLowerCase())],
  );
  return rows;
}

/** Makes the address known to the list, which may have another name since. */
export async function upsertListed(
  sql: Sql,
  { id, list, address, now }: { readonly id: string; readonly list: MailList; readonly address: string; readonly now: Date },
): Promise<ListedAddress> {
  const { rows } = await sql.query<ListedAddress>(
    `insert into mail_addresses as a (id, list_id, list_name, organization_id, project_id, address, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (list_id, lower(address)) do update set list_name = excluded.list_name
     returning ${LISTED_COLUMNS}`,
    [id, list.id, list.name, list.organizationId, list.projectId, address, now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an address of a list was not written');
  return row;
}

export async function setAsked(sql: Sql, id: string, now: Date): Promise<void> {
  await sql.query('update mail_addresses set asked_at = $2 where id = $1', [id, now]);
}

export async function setConfirmed(sql: Sql, id: string, now: Date): Promise<void> {
  await sql.query('update mail_addresses set confirmed_at = $2, bounced_at = null, bounce = null where id = $1', [id, now]);
}

export async function setUnsubscribed(sql: Sql, id: string, now: Date): Promise<void> {
  await sql.query('update mail_addresses set unsubscribed_at = $2 where id = $1', [id, now]);
}

/** The mail server refused the address for good. */
export async function setBounced(
  sql: Sql,
  { listId, address, bounce, now }: { readonly listId: string; readonly address: string; readonly bounce: string; readonly now: Date },
): Promise<void> {
  await sql.query('update mail_addresses set bounced_at = $3, bounce = $4 where list_id = $1 and lower(address) = lower($2)', [
    listId,
    address,
    now,
    bounce,
  ]);
}

/** Who owns the list says that these addresses are right. */
export async function clearBounces(sql: Sql, listId: string, addresses: readonly string[]): Promise<void> {
  await sql.query('update mail_addresses set bounced_at = null, bounce = null where list_id = $1 and lower(address) = any($2)', [
    listId,
    addresses.map((address) => address.toLowerCase()),
  ]);
}

/** Addresses that are not in the list any more and whose owners never decided anything. */
export async function deleteUndecided(sql: Sql, listId: string, kept: readonly string[]): Promise<void> {
  await sql.query(
    `delete from mail_addresses where list_id = $1 and not lower(address) = any($2)
       and confirmed_at is null and unsubscribed_at is null`,
    [listId, kept.map((address) => address.toLowerCase())],
  );
}

export async function deleteListed(sql: Sql, listId: string): Promise<void> {
  await sql.query('delete from mail_addresses where list_id = $1', [listId]);
}

/** How many mails of a kind an organization, and an address, got since. */
export async function countMailsSince(
  sql: Sql,
  {
    kind,
    organizationId,
    address,
    since,
  }: Pick<ListedAddress, 'organizationId' | 'address'> & { readonly kind: string; readonly since: Date },
): Promise<{ readonly ofOrganization: number; readonly ofAddress: number }> {
  const { rows } = await sql.query<{ ofOrganization: number; ofAddress: number }>(
    `select (count(*) filter (where organization_id is not distinct from $3))::int as of_organization,
       (count(*) filter (where lower(to_address) = lower($4)))::int as of_address
     from mails where kind = $1 and created_at > $2`,
    [kind, since, organizationId, address],
  );
  return rows[0] ?? { ofOrganization: 0, ofAddress: 0 };
}
