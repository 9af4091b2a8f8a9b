import type { AuditEntry } from '#http/audit.ts';
import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** An action of an administrator, as it was written down. */
export interface AuditRecord extends AuditEntry {
  readonly id: string;
  readonly at: Date;
  /** The key's name, or the person's e-mail address, at that time. */
  readonly actorName: string | null;
}

export interface AuditFilter {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Id or name of a key, id or e-mail address of a person, or subject of a token. */
  readonly actor?: string | undefined;
  /** Part of the method and path, such as `POST /api/admin/api-keys` or `api-keys`. */
  readonly action?: string | undefined;
}

export async function insertAudit(sql: Sql, { id, at, ...entry }: AuditEntry & { readonly id: string; readonly at: Date }): Promise<void> {
  await sql.query(
    `insert into audit_log (id, at, actor_kind, actor_id, actor_name, method, path, subject, status, address, request_id)
     values ($1, $2, $3, $4, coalesce((select name from api_keys where id = $4 and $3 = 'key'), (select email from users where id = $4 and $3 = 'user')), $5, $6, $7, $8, $9, $10)`,
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
    ],
    'audit-insert',
  );
}

const WHERE = `($1::timestamptz is null or at >= $1) and ($2::timestamptz is null or at < $2)
  and ($3::text is null or actor_id = $3 or actor_name = $3)
  and ($4::text is null or position(lower($4) in lower(method || ' ' || path)) > 0)`;

/** Newest first. */
export const auditEntries = defineList<AuditRecord, AuditFilter>({
  columns: 'id, at, actor_kind, actor_id, actor_name, method, path, subject, status, address, request_id',
  from: `from audit_log where ${WHERE}`,
  order: 'at desc, id desc',
  values: ({ since, until, actor, action }) => [since, until, actor, action],
});

/** Removes what is older, at most `limit` rows; returns how many there were. */
export async function deleteAuditBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.query('delete from audit_log where id in (select id from audit_log where at < $1 order by at limit $2)', [
    before,
    limit,
  ]);
  return rowCount ?? 0;
}
