import type { AppContext } from '#context';

const TABLES = ['gsc_totals', 'gsc_queries', 'gsc_pages'];
const ID = /^gpr_[0-9a-z]+$/u;

/** Removes everything that was read of a property; the server has done it when this returns. */
export async function removeProperty({ clickhouse }: Pick<AppContext, 'clickhouse'>, propertyId: string): Promise<void> {
  if (!ID.test(propertyId)) throw new Error(`${propertyId} is no id of a property`);
  for (const table of TABLES)
    await clickhouse.command(`alter table ${table} delete where property_id = '${propertyId}' settings mutations_sync = 1`);
}
