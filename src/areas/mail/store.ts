import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Mail, MailStatus } from './mail.ts';

const COLUMNS = 'id, kind, organization_id, to_address, status, tries, error, created_at, next_try_at, sent_at';

/** A mail with what only its sending needs. */
export interface WaitingMail extends Mail {
  readonly secretId: string | null;
  readonly giveUpAt: Date | null;
  /** Null: to a person alone, such as an invitation. */
  readonly listId: string | null;
}

export async function insertMail(
  sql: Sql,
  mail: Pick<WaitingMail, 'id' | 'kind' | 'organizationId' | 'toAddress' | 'secretId' | 'createdAt' | 'giveUpAt' | 'listId'>,
): Promise<void> {
  const { id, kind, organizationId, toAddress, secretId, createdAt, giveUpAt, listId } = mail;
  await sql.query(
    `insert into mails (id, kind, organization_id, to_address, status, secret_id, created_at, next_try_at, give_up_at, list_id)
     values ($1, $2, $3, $4, 'queued', $5, $6, $6, $7, $8)`,
    [id, kind, organizationId, toAddress, secretId, createdAt, giveUpAt, listId],
  );
}

export async function findWaiting(sql: Sql, id: string): Promise<WaitingMail | undefined> {
  const { rows } = await sql.query<WaitingMail>(
    `select ${COLUMNS}, secret_id, give_up_at, list_id from mails where id = $1 and status = 'queued'`,
    [id],
  );
  return rows[0];
}

/** Those of these ids that are known. */
export async function selectMails(sql: Sql, ids: readonly string[]): Promise<Mail[]> {
  const { rows } = await sql.query<Mail>(`select ${COLUMNS} from mails where id = any($1) order by created_at, id`, [ids]);
  return rows;
}

/** What one try made of a mail. */
export interface TriedMail {
  readonly id: string;
  readonly status: MailStatus;
  readonly error: string | null;
  readonly nextTryAt: Date | null;
  readonly sentAt: Date | null;
}

/** @returns false when it has ended already */
export async function recordTry(sql: Sql, { id, status, error, nextTryAt, sentAt }: TriedMail): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update mails set tries = tries + 1, status = $2, error = $3, next_try_at = $4, sent_at = $5,
       secret_id = case $2 when 'queued' then secret_id end
     where id = $1 and status = 'queued'`,
    [id, status, error, nextTryAt, sentAt],
  );
  return rowCount === 1;
}

export interface MailFilter {
  readonly status?: MailStatus | undefined;
  readonly kind?: string | undefined;
  readonly to?: string | undefined;
}

/** Newest first. */
export const mailList = defineList<Mail, MailFilter>({
  columns: COLUMNS,
  from: `from mails where ($1::text is null or status = $1) and ($2::text is null or kind = $2) and ($3::text is null or lower(to_address) = lower($3))`,
  order: 'created_at desc, id desc',
  values: ({ status, kind, to }) => [status, kind, to],
});

/** Removes what is old, whatever became of it. @returns the sealed texts that went with nothing sent */
export async function deleteMailsBefore(sql: Sql, before: Date, limit: number): Promise<{ readonly secretId: string | null }[]> {
  const { rows } = await sql.query<{ secretId: string | null }>(
    `delete from mails where id in (select id from mails where created_at < $1 order by created_at, id limit $2) returning secret_id`,
    [before, limit],
  );
  return rows;
}
