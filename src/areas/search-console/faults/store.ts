import { lockName } from '#stores/postgres/lock-name.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { SourceKey } from '../binding/binding.ts';

/** What cannot be read: a connection, or a property that its connection may not read. */
export type Subject = { readonly connectionId: string } | SourceKey;

/** What was said of it, and is not over. */
export interface ToldFault {
  readonly fault: string;
  readonly noticeId: string;
}

export function toSubjectId(subject: Subject): string {
  return 'connectionId' in subject ? subject.connectionId : `${subject.propertyId} ${subject.type}`;
}

/** What was said; who says something of the same waits until the transaction ends. */
export async function lockToldFault(tx: Sql, subject: Subject): Promise<ToldFault | undefined> {
  const id = toSubjectId(subject);
  await lockName(tx, 'search_console_faults', id);
  const { rows } = await tx.query<ToldFault>('select fault, notice_id from search_console_faults where subject = $1', [id]);
  return rows[0];
}

export async function upsertToldFault(
  tx: Sql,
  subject: Subject,
  { fault, noticeId, at }: ToldFault & { readonly at: Date },
): Promise<void> {
  const [connectionId, propertyId] = 'connectionId' in subject ? [subject.connectionId, null] : [null, subject.propertyId];
  await tx.query(
    `insert into search_console_faults (subject, connection_id, property_id, fault, notice_id, at) values ($1, $2, $3, $4, $5, $6)
     on conflict (subject) do update set fault = excluded.fault, notice_id = excluded.notice_id, at = excluded.at`,
    [toSubjectId(subject), connectionId, propertyId, fault, noticeId, at],
  );
}

export async function deleteToldFault(tx: Sql, subject: Subject): Promise<void> {
  await tx.query('delete from search_console_faults where subject = $1', [toSubjectId(subject)]);
}

/** Forgets what was said of a connection that goes, and of its properties that go with it. @returns the notices */
export async function deleteToldFaultsOf(
  tx: Sql,
  { connectionId, propertyIds }: { readonly connectionId: string; readonly propertyIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await tx.query<{ noticeId: string }>(
    'delete from search_console_faults where connection_id = $1 or property_id = any($2) returning notice_id',
    [connectionId, propertyIds],
  );
  return rows.map(({ noticeId }) => noticeId);
}

/** A connection or the property fails, or that it did is not over: an answer to a call is news. */
export async function isThoughtFailing(sql: Sql, connectionId: string, key: SourceKey): Promise<boolean> {
  const { rows } = await sql.query(
    `select from search_console_connections c where id = $1
       and (status = 'failing' or exists (select from search_console_faults f where f.subject in (c.id, $2)))`,
    [connectionId, toSubjectId(key)],
  );
  return rows.length > 0;
}

/** Whose it is, what people call it, and which projects read by it, the first one first. */
export interface Reading {
  readonly organizationId: string;
  readonly name: string;
  readonly projectIds: readonly string[];
}

export async function findReading(sql: Sql, subject: Subject): Promise<Reading | undefined> {
  return 'connectionId' in subject ? await findConnectionReading(sql, subject.connectionId) : await findPropertyReading(sql, subject);
}

async function findConnectionReading(sql: Sql, connectionId: string): Promise<Reading | undefined> {
  const { rows } = await sql.query<Reading>(
    `select c.organization_id, c.account_name as name, coalesce(array_agg(b.project_id order by b.created_at, b.project_id)
       filter (where b.project_id is not null), '{}') as project_ids
     from search_console_connections c left join search_console_properties p on p.connection_id = c.id
       left join search_console_bindings b on b.property_id = p.id
     where c.id = $1 group by c.id limit 1`,
    [connectionId],
  );
  return rows[0];
}

async function findPropertyReading(sql: Sql, { propertyId, type }: SourceKey): Promise<Reading | undefined> {
  const { rows } = await sql.query<Reading>(
    `select p.organization_id, p.site_url as name, coalesce(array_agg(b.project_id order by b.created_at, b.project_id)
       filter (where b.project_id is not null), '{}') as project_ids
     from search_console_properties p left join search_console_bindings b on b.property_id = p.id and b.type = $2
     where p.id = $1 group by p.id limit 1`,
    [propertyId, type],
  );
  return rows[0];
}
