import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { toArrays, unnest, type ColumnTypes } from '#stores/postgres/unnest.ts';

/** Pages that link to a domain, and known pages of it. */
export interface UrlSelection {
  readonly domain: { readonly id: number; readonly domain: string };
  /** Only pages of this type; null: those without a type; `undefined`: all. */
  readonly pageType: string | null | undefined;
}

const SELECTED = `from urls u
  where (u.domain = $2 or u.url_hash in (select url_hash from backlinks where domain_id = $1))
    and case $3 when 'all' then true when 'none' then u.page_type is null else u.page_type = $4 end`;

/** Holds, until the transaction ends, the right to decide which pages to send: two deciders would send the same. */
export async function lockClassifyMessages(tx: Transaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('urls.classify_message_id'))`);
}

/** The messages that such pages were last sent to classification with. */
export async function listClassifyMessages(sql: Sql, selection: UrlSelection): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select distinct u.classify_message_id as id ${SELECTED} and u.classify_message_id is not null order by id`,
    toValues(selection),
  );
  return rows.map(({ id }) => id);
}

/** Pages that wait with one of the messages. */
export async function countWaitingUrls(sql: Sql, selection: UrlSelection, messageIds: readonly string[]): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(`select count(*) as total ${SELECTED} and u.classify_message_id = any ($5)`, [
    ...toValues(selection),
    messageIds,
  ]);
  return rows[0]?.total ?? 0;
}

/** Ids of such pages that wait with none of the messages, those first that were not classified for the longest time; locked. */
export async function lockUrls(
  tx: Transaction,
  selection: UrlSelection,
  { waitingIds, limit }: { readonly waitingIds: readonly string[]; readonly limit: number },
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select u.id ${SELECTED} and not coalesce(u.classify_message_id = any ($5), false)
     order by u.last_classified_at nulls first, u.id limit $6 for update of u`,
    [...toValues(selection), waitingIds, limit],
  );
  return rows.map(({ id }) => id);
}

/** How many such pages wait with none of the messages, up to a limit. */
export async function countSendableUrls(
  sql: Sql,
  selection: UrlSelection,
  { waitingIds, limit }: { readonly waitingIds: readonly string[]; readonly limit: number },
): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total from (select u.id ${SELECTED} and not coalesce(u.classify_message_id = any ($5), false) limit $6) sendable`,
    [...toValues(selection), waitingIds, limit],
  );
  return rows[0]?.total ?? 0;
}

/** A domain's referring pages that were neither classified nor sent to it, in order of their ids; locked. */
export async function lockUnsentUrlIds(tx: Transaction, domainId: number, limit: number): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select urls.id from urls
     where urls.url_hash in (select url_hash from backlinks where domain_id = $1)
       and urls.last_classified_at is null and urls.classify_message_id is null
     order by urls.id limit $2 for update of urls`,
    [domainId, limit],
  );
  return rows.map(({ id }) => id);
}

export interface SentUrl {
  readonly id: number;
  readonly message_id: string;
}

const SENT: ColumnTypes<SentUrl> = { id: 'bigint', message_id: 'text' };

export async function updateClassifyMessages(sql: Sql, urls: readonly SentUrl[]): Promise<void> {
  await sql.query(`update urls u set classify_message_id = t.message_id from ${unnest(SENT)} where u.id = t.id`, toArrays(SENT, urls));
}

function toValues({ domain, pageType }: UrlSelection): unknown[] {
  const kind = pageType === undefined ? 'all' : pageType === null ? 'none' : 'one';
  return [domain.id, domain.domain, kind, pageType ?? null];
}
