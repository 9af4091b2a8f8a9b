import type { AppContext } from '#context';
import { toUtcText } from '#kernel/clock.ts';
import type { SourceKey } from '../binding/binding.ts';
import { listReadings } from './store/days.ts';

const TABLES = ['gsc_totals', 'gsc_queries', 'gsc_pages'];
const ID = /^gpr_[0-9a-z]+$/u;

type TidyContext = Pick<AppContext, 'postgres' | 'clickhouse'>;

/** Removes the readings before the newest one of days that were read again; readers pass over them already. */
export async function removeOlder({ postgres, clickhouse }: TidyContext, key: SourceKey, days: readonly string[]): Promise<void> {
  const again = await listReadings(postgres, key, days);
  if (again.length === 0) return;
  const older = again.map(({ day, fetchedAt }) => `(day = '${day}' and fetched_at < '${toUtcText(fetchedAt)}')`);
  for (const table of TABLES)
    await clickhouse.command(
      `alter table ${table} delete where ${ofProperty(key.propertyId)} and type = '${key.type}' and (${older.join(' or ')})`,
    );
}

/** Removes everything that was read of a property; the server has done it when this returns. */
export async function removeProperty({ clickhouse }: Pick<AppContext, 'clickhouse'>, propertyId: string): Promise<void> {
  for (const table of TABLES)
    await clickhouse.command(`alter table ${table} delete where ${ofProperty(propertyId)} settings mutations_sync = 1`);
}

function ofProperty(propertyId: string): string {
  if (!ID.test(propertyId)) throw new Error(`${propertyId} is no id of a property`);
  return `property_id = '${propertyId}'`;
}
