import type { AuditEntry } from '#http/audit.ts';
import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** What a call changed in a table, as the trigger of 0116 wrote it: one row, or many with their number. */
export interface AuditChange {
  /** `project.changed`. */
  readonly action: string;
  readonly table: string;
  readonly id?: string;
  readonly name?: string | null;
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
  readonly rows?: number;
  readonly ids?: readonly string[];
}

/** Whose an entry is. */
export interface AuditPlace {
  readonly organizationId: string | null;
  readonly projectId: string | null;
}

/** A call, or what one transaction of it changed in a project, as it was written down. */
export interface AuditRecord
  extends Pick<AuditEntry, 'actorKind' | 'actorId' | 'method' | 'path' | 'subject' | 'address' | 'requestId'>, AuditPlace {
  readonly id: string;
  readonly at: Date;
  /** The key's name, or the person's e-mail address, at that time. */
  readonly actorName: string | null;
  /** Null: the process ended before the answer was recorded. */
  readonly status: number | null;
  readonly sessionId: string | null;
  readonly changes: readonly AuditChange[];
  readonly rowsChanged: number;
}

export interface AuditFilter {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Id or name of a key, id or e-mail address of a person, or subject of a token. */
  readonly actor?: string | undefined;
  /** Part of the method and path, such as `POST /api/admin/api-keys` or `api-keys`, or of a change: `project.changed`. */
  readonly action?: string | undefined;
  /** Id or name of what was changed, or a value of the call's own subject. */
  readonly subject?: string | undefined;
  /** Only entries of this organization. */
  readonly organizationId?: string | undefined;
  /** Only entries of these projects. */
  readonly projectIds?: readonly string[] | undefined;
}

/** Of a person's key: the key's name, and whose it is. */
const ACTOR_NAME = `coalesce((select concat_ws(' of ', api_keys.name, users.email) from api_keys left join users on users.id = api_keys.user_id where api_keys.id = $4 and $3 = 'key'), (select email from users where id = $4 and $3 = 'user'))`;

export async function insertAudit(sql: Sql, { id, at, ...entry }: AuditEntry & { readonly id: string; readonly at: Date }): Promise<void> {
  await sql.query(
    `insert into audit_log (id, at, actor_kind, actor_id, actor_name, method, path, subject, status, address, request_id, organization_id, session_id, call_id)
     values ($1, $2, $3, $4, ${ACTOR_NAME}, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      id,
      at,
      entry.actorKind,
      entry.actorId,
      entry.method,
      entry.path,
      JSON.stringify(entry.subject),
      entry.status,
      entry.address,
      entry.requestId,
      entry.organizationId,
      entry.sessionId,
      entry.callId,
    ],
    'audit-insert',
  );
}

/** Adds to what the transactions of a call wrote how it ended, and who it was when it began without a name. @returns whose these entries are */
export async function updateAudit(sql: Sql, { callId, status, subject, actorKind, actorId }: AuditEntry): Promise<AuditPlace[]> {
  const { rows } = await sql.query<AuditPlace>(
    `update audit_log set status = $1, subject = subject || $2::jsonb,
       actor_kind = case when actor_kind = 'anonymous' then $3 else actor_kind end,
       actor_id = case when actor_kind = 'anonymous' then $4 else actor_id end,
       actor_name = case when actor_kind = 'anonymous' then ${ACTOR_NAME} else actor_name end
     where call_id = $5
     returning organization_id, project_id`,
    [status, JSON.stringify(subject), actorKind, actorId, callId],
    'audit-update',
  );
  return rows;
}

const WHERE = `($1::timestamptz is null or at >= $1) and ($2::timestamptz is null or at < $2)
  and ($3::text is null or actor_id = $3 or actor_name = $3)
  and ($4::text is null or position(lower($4) in lower(method || ' ' || path)) > 0
    or exists (select from jsonb_array_elements(changes) as change where position(lower($4) in change ->> 'action') > 0))
  and ($5::text is null or changes @> jsonb_build_array(jsonb_build_object('id', $5)) or changes @> jsonb_build_array(jsonb_build_object('name', $5))
    or exists (select from jsonb_each_text(subject) where value = $5))
  and ($6::text is null or organization_id = $6)
  and ($7::text[] is null or project_id = any ($7))`;

/** Newest first. */
export const auditEntries = defineList<AuditRecord, AuditFilter>({
  columns: `id, at, actor_kind, actor_id, actor_name, method, path, subject, status, address, request_id, organization_id, project_id,
    session_id, changes, rows_changed`,
  from: `from audit_log where ${WHERE}`,
  order: 'at desc, id desc',
  values: ({ since, until, actor, action, subject, organizationId, projectIds }) => [
    since,
    until,
    actor,
    action,
    subject,
    organizationId,
    projectIds,
  ],
});

/** Removes what is older, at most `limit` rows; returns how many there were. */
export async function deleteAuditBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.query('delete from audit_log where id in (select id from audit_log where at < $1 order by at limit $2)', [
    before,
    limit,
  ]);
  return rowCount ?? 0;
}

export async function hasOrganization(sql: Sql, organizationId: string): Promise<boolean> {
  const { rows } = await sql.query('select 1 from organizations where id = $1', [organizationId]);
  return rows.length > 0;
}
