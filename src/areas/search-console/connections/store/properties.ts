import type { Property } from '#providers/search-console/index.ts';
import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { StoredProperty } from '../connection.ts';

const COLUMNS = 'id, organization_id, connection_id, site_url, permission, can_read, created_at, listed_at';

export interface Listing {
  readonly connectionId: string;
  readonly organizationId: string;
  readonly now: Date;
}

/**
 * Keeps what a connection lists. A property that the organization has already stays with the connection by which it is read, unless
 * that one fails or may not read it. @param properties each with a new id
 */
export async function upsertProperties(
  sql: Sql,
  { connectionId, organizationId, now }: Listing,
  properties: readonly (Property & { readonly id: string })[],
): Promise<void> {
  await sql.query(
    `insert into search_console_properties as p (id, organization_id, connection_id, site_url, permission, can_read, created_at, listed_at)
     select one.id, $1, $2, one.site_url, one.permission, one.can_read, $3, $3
     from unnest($4::text[], $5::text[], $6::text[], $7::boolean[]) as one (id, site_url, permission, can_read)
     on conflict (organization_id, site_url) do update
     set connection_id = excluded.connection_id, permission = excluded.permission, can_read = excluded.can_read, listed_at = excluded.listed_at
     where p.connection_id is null or p.connection_id = excluded.connection_id or (excluded.can_read and (not p.can_read
       or exists (select from search_console_connections c where c.id = p.connection_id and c.status = 'failing')))`,
    [
      organizationId,
      connectionId,
      now,
      properties.map(({ id }) => id),
      properties.map(({ siteUrl }) => siteUrl),
      properties.map(({ permission }) => permission),
      properties.map(({ canRead }) => canRead),
    ],
  );
}

/** What a connection listed before and lists no more cannot be read by it. */
export async function forgetUnlisted(sql: Sql, { connectionId, now }: Listing): Promise<void> {
  await sql.query(
    `update search_console_properties set can_read = false, permission = 'none' where connection_id = $1 and listed_at < $2 and can_read`,
    [connectionId, now],
  );
}

export async function findProperty(sql: Sql, id: string): Promise<StoredProperty | undefined> {
  const { rows } = await sql.query<StoredProperty>(`select ${COLUMNS} from search_console_properties where id = $1`, [id]);
  return rows[0];
}

/** What can be read first, then by address. */
export const propertyList = defineList<StoredProperty, { readonly connectionId: string }>({
  columns: COLUMNS,
  from: 'from search_console_properties where connection_id = $1',
  order: 'can_read desc, site_url, id',
  values: ({ connectionId }) => [connectionId],
});

/** The properties that are read by a connection. */
export async function listPropertyIds(sql: Sql, connectionId: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from search_console_properties where connection_id = $1 order by id limit 10000',
    [connectionId],
  );
  return rows.map(({ id }) => id);
}

/** Removes properties with their days and bindings. */
export async function deleteProperties(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('delete from search_console_properties where id = any($1)', [ids]);
}

/** Websites of a project, to which a property may belong. */
export async function listWebsites(sql: Sql, projectId: string): Promise<string[]> {
  const { rows } = await sql.query<{ value: string }>(
    `select value from assets where project_id = $1 and type = 'website' and role = 'primary' order by created_at, id limit 500`,
    [projectId],
  );
  return rows.map(({ value }) => value);
}
