import type { AppContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { findAppSetting } from '#area/stored-setting.ts';
import { deleteAuditBefore } from './store.ts';

export const AUDIT_RETENTION = 'audit_retention_days';
export const AUDIT_DAYS_DEFAULT = 365;
const BATCH_SIZE = 5_000;

/** For how many days entries stay: the setting `audit_retention_days`, a year unless set. */
export async function readAuditRetention({ postgres }: Pick<AppContext, 'postgres'>): Promise<number> {
  const days = await findAppSetting(postgres, AUDIT_RETENTION);
  return typeof days === 'number' && days > 0 ? days : AUDIT_DAYS_DEFAULT;
}

/** Removes entries that are older than their retention, by real time; returns how many there were. */
export async function pruneAudit(ctx: Pick<AppContext, 'postgres' | 'clock'>): Promise<number> {
  const before = new Date(ctx.clock.realNow() - (await readAuditRetention(ctx)) * DAY_MS);
  let total = 0;
  for (let count = BATCH_SIZE; count === BATCH_SIZE; total += count) count = await deleteAuditBefore(ctx.postgres, before, BATCH_SIZE);
  return total;
}
