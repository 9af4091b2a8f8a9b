import { lockName } from '#stores/postgres/lock-name.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';

export async function hasOrganization(sql: Sql, organizationId: string): Promise<boolean> {
  const { rows } = await sql.query('select 1 from organizations where id = $1', [organizationId]);
  return rows.length > 0;
}

/** Adds the organization unless it is there. @returns whether it was not */
export async function createOrganization(sql: Sql, organizationId: string, now: Date, name = organizationId): Promise<boolean> {
  const { rowCount } = await sql.query('insert into organizations (id, name, created_at) values ($1, $3, $2) on conflict (id) do nothing', [
    organizationId,
    now,
    name,
  ]);
  return rowCount === 1;
}

/** Held until the transaction ends. */
export async function lockOrganization(tx: Sql, organizationId: string): Promise<void> {
  await tx.query('select 1 from organizations where id = $1 for no key update', [organizationId]);
}

/** Projects of the organization, archived ones too. */
export async function countProjectsOf(sql: Sql, organizationId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from projects where organization_id = $1', [
    organizationId,
  ]);
  return rows[0]?.total ?? 0;
}

/** Holds what an owner has of some things until the transaction ends: those who add at once are counted one after the other. */
export async function lockRoom(tx: Transaction, things: string, ownerId: string): Promise<void> {
  await lockName(tx, things, ownerId);
}
