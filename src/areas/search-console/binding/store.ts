import type { Sql } from '#stores/postgres/types.ts';
import type { Binding, SourceKey } from './binding.ts';

export async function findBinding(sql: Sql, projectId: string): Promise<Binding | undefined> {
  const { rows } = await sql.query<Binding>(
    'select project_id, property_id, type, made_by, created_at from search_console_bindings where project_id = $1',
    [projectId],
  );
  return rows[0];
}

export async function upsertBinding(sql: Sql, { projectId, propertyId, type, madeBy, createdAt }: Binding): Promise<void> {
  await sql.query(
    `insert into search_console_bindings (project_id, property_id, type, made_by, created_at) values ($1, $2, $3, $4, $5)
     on conflict (project_id) do update
     set property_id = excluded.property_id, type = excluded.type, made_by = excluded.made_by, created_at = excluded.created_at`,
    [projectId, propertyId, type, madeBy, createdAt],
  );
}

export async function deleteBinding(sql: Sql, projectId: string): Promise<void> {
  await sql.query('delete from search_console_bindings where project_id = $1', [projectId]);
}

/** Whether a project reads this. */
export async function isBound(sql: Sql, { propertyId, type }: SourceKey): Promise<boolean> {
  const { rows } = await sql.query('select from search_console_bindings where property_id = $1 and type = $2 limit 1', [propertyId, type]);
  return rows.length > 0;
}

/** What projects read by a connection. */
export async function listBoundOf(sql: Sql, connectionId: string): Promise<SourceKey[]> {
  const { rows } = await sql.query<SourceKey>(
    `select distinct b.property_id, b.type from search_console_bindings b join search_console_properties p on p.id = b.property_id
     where p.connection_id = $1 order by b.property_id, b.type limit 1000`,
    [connectionId],
  );
  return rows;
}
