import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { NoticeEvent, Severity } from '../notice.ts';

export interface InboxEntry {
  readonly id: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly event: NoticeEvent;
  readonly severity: Severity;
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly at: Date;
}

export interface ListedEntry extends InboxEntry {
  readonly projectName: string | null;
  readonly isRead: boolean;
  /** Since when what it says is over; null: it is not, or it says nothing that ends. */
  readonly endedAt: Date | null;
}

/** @returns false when it was there before */
export async function insertEntry(sql: Sql, entry: InboxEntry): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into inbox_entries (id, organization_id, project_id, event, severity, title, text, path, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [entry.id, entry.organizationId, entry.projectId, entry.event, entry.severity, entry.title, entry.text, entry.path, entry.at],
  );
  return rowCount === 1;
}

/** @returns the entry; undefined where there is none, or it was over before */
export async function endEntry(
  sql: Sql,
  id: string,
  now: Date,
): Promise<Pick<InboxEntry, 'id' | 'organizationId' | 'projectId' | 'event' | 'severity'> | undefined> {
  const { rows } = await sql.query<Pick<InboxEntry, 'id' | 'organizationId' | 'projectId' | 'event' | 'severity'>>(
    `update inbox_entries set ended_at = $2 where id = $1 and ended_at is null returning id, organization_id, project_id, event, severity`,
    [id, now],
  );
  return rows[0];
}

export interface InboxScope {
  readonly organizationId: string | undefined;
  /** Only of these projects. */
  readonly projectIds: readonly string[] | undefined;
  readonly projectId?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly isUnread?: boolean | undefined;
  /** What the service itself says too. */
  readonly withService: boolean;
  /** Whose reading it is; undefined: a key, which reads nothing. */
  readonly userId: string | undefined;
}

const SEEN = `($1::text is null or e.organization_id = $1) and ($2::text[] is null or e.project_id = any($2))
  and ($3::text is null or e.project_id = $3) and ($4 or e.organization_id is not null)`;
const IS_READ = `(exists (select from inbox_marks m where m.user_id = $5 and (e.at, e.id) <= (m.until_at, m.until_id))
  or exists (select from inbox_reads r where r.user_id = $5 and r.entry_id = e.id))`;

function toValues({ organizationId, projectIds, projectId, withService, userId }: InboxScope): unknown[] {
  return [organizationId, projectIds, projectId, withService, userId];
}

/** Newest first. */
export const entryList = defineList<ListedEntry, InboxScope>({
  columns: `e.id, e.organization_id, e.project_id, e.event, e.severity, e.title, e.text, e.path, e.at, e.ended_at,
    (select p.name from projects p where p.id = e.project_id) as project_name, ${IS_READ} as is_read`,
  from: `from inbox_entries e where ${SEEN} and ($5::text is null or true)
    and ($6::text is null or e.severity = $6) and ($7::boolean is not true or not ${IS_READ})`,
  order: 'e.at desc, e.id desc',
  values: (scope) => [...toValues(scope), scope.severity, scope.isUnread],
});

/** How many of them a person has not read, at most `limit`. */
export async function countUnread(sql: Sql, scope: InboxScope, limit: number): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total from (select from inbox_entries e where ${SEEN} and not ${IS_READ} limit $6) unread`,
    [...toValues(scope), limit],
  );
  return rows[0]?.total ?? 0;
}

/** Those of these ids that the caller sees. */
export async function listSeenEntries(sql: Sql, scope: InboxScope, ids: readonly string[]): Promise<Pick<InboxEntry, 'id' | 'at'>[]> {
  const { rows } = await sql.query<Pick<InboxEntry, 'id' | 'at'>>(
    `select e.id, e.at from inbox_entries e where ${SEEN} and ($5::text is null or true) and e.id = any($6) order by e.at, e.id`,
    [...toValues(scope), ids],
  );
  return rows;
}

/** Everything up to this entry is read, and never unread again. */
export async function setMark(sql: Sql, userId: string, { id, at }: Pick<InboxEntry, 'id' | 'at'>): Promise<void> {
  await sql.query(
    `insert into inbox_marks (user_id, until_at, until_id) values ($1, $2, $3)
     on conflict (user_id) do update set until_at = excluded.until_at, until_id = excluded.until_id
       where (inbox_marks.until_at, inbox_marks.until_id) < (excluded.until_at, excluded.until_id)`,
    [userId, at, id],
  );
}

export async function insertReads(sql: Sql, userId: string, ids: readonly string[]): Promise<void> {
  await sql.query(`insert into inbox_reads (user_id, entry_id) select $1, id from unnest($2::text[]) as id on conflict do nothing`, [
    userId,
    ids,
  ]);
}

/** Removes what is old. @returns how many went */
export async function deleteEntriesBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from inbox_entries where id in (select id from inbox_entries where at < $1 order by at, id limit $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}
