import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Connection } from '../connection.ts';

const COLUMNS = `id, organization_id, kind, account_name, secret_id, status, fault, cause, next_step, made_by, created_at, tested_at, ends_at`;

export async function insertConnection(sql: Sql, made: Connection): Promise<void> {
  await sql.query(
    `insert into search_console_connections (id, organization_id, kind, account_name, secret_id, status, made_by, created_at, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [made.id, made.organizationId, made.kind, made.accountName, made.secretId, made.status, made.madeBy, made.createdAt, made.endsAt],
  );
}

export async function findConnection(sql: Sql, id: string): Promise<Connection | undefined> {
  const { rows } = await sql.query<Connection>(`select ${COLUMNS} from search_console_connections where id = $1`, [id]);
  return rows[0];
}

/** Newest first. */
export const connectionList = defineList<Connection, { readonly organizationId: string | undefined }>({
  columns: COLUMNS,
  from: 'from search_console_connections where $1::text is null or organization_id = $1',
  order: 'created_at desc, id desc',
  values: ({ organizationId }) => [organizationId ?? null],
});

export async function countConnections(sql: Sql, organizationId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    'select count(*) as total from search_console_connections where organization_id = $1',
    [organizationId],
  );
  return rows[0]?.total ?? 0;
}

/** Access was given again: what was wrong before is over. */
export async function renewConnection(
  sql: Sql,
  { id, accountName, secretId, endsAt }: Pick<Connection, 'id' | 'accountName' | 'secretId' | 'endsAt'>,
): Promise<void> {
  await sql.query(
    `update search_console_connections
     set account_name = $2, secret_id = $3, ends_at = $4, status = 'ok', fault = null, cause = null, next_step = null where id = $1`,
    [id, accountName, secretId, endsAt],
  );
}

/** What the last call to Google said: nulls when it was answered. */
export async function updateState(
  sql: Sql,
  { id, status, fault, cause, nextStep, testedAt }: Pick<Connection, 'id' | 'status' | 'fault' | 'cause' | 'nextStep' | 'testedAt'>,
): Promise<void> {
  await sql.query(
    'update search_console_connections set status = $2, fault = $3, cause = $4, next_step = $5, tested_at = $6 where id = $1',
    [id, status, fault, cause, nextStep, testedAt],
  );
}

export async function deleteConnectionRow(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from search_console_connections where id = $1', [id]);
}
