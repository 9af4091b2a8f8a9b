import type { AppContext } from '#context';
import { getVisibleDomain, type DomainReader } from '../records/get-visible-domain.ts';
import { readWeekChanges, type WeekChanges } from '../links/looked-changes.ts';
import { sumFilledWeeks, type FilledSum } from './store/filled-weeks.ts';
import { knownWeeks } from './store/weeks.ts';
import type { LinkedSnapshot } from './snapshot.ts';
import { toWeek } from './weeks.ts';

type ReadContext = DomainReader & Pick<AppContext, 'clock'>;

export interface CurrentSnapshot {
  /** The present ISO week, `YYYYWW`. */
  readonly currentWeek: string;
  /** The newest week that something is known of; null: nothing yet. */
  readonly snapshot: LinkedSnapshot | null;
  readonly changes: WeekChanges;
}

/** @throws AppError `Domain not found` */
export async function getSnapshot(ctx: ReadContext, target: string): Promise<CurrentSnapshot> {
  const { id: domainId } = await getVisibleDomain(ctx, target);
  const currentWeek = toWeek(ctx.clock.now());
  const [snapshot] = await knownWeeks.page(ctx.postgres, { domainId, last: currentWeek }, { limit: 1, offset: 0 });
  const changes = await readWeekChanges(ctx.postgres, domainId, snapshot === undefined ? [] : [snapshot]);
  return { currentWeek, snapshot: snapshot ?? null, changes };
}

/**
 * The weeks of a domain that something is known of, newest first.
 * @throws AppError `Domain not found`
 */
export async function listSnapshots(
  ctx: ReadContext,
  { target, ...page }: { readonly target: string; readonly limit: number; readonly offset: number },
): Promise<{ currentWeek: string; snapshots: LinkedSnapshot[]; changes: WeekChanges; filled: FilledSum; total: number }> {
  const { id: domainId } = await getVisibleDomain(ctx, target);
  const currentWeek = toWeek(ctx.clock.now());
  const [{ rows: snapshots, total }, filled] = await Promise.all([
    knownWeeks.read(ctx.postgres, { domainId, last: currentWeek }, page),
    sumFilledWeeks(ctx.postgres, domainId),
  ]);
  return { currentWeek, snapshots, changes: await readWeekChanges(ctx.postgres, domainId, snapshots), filled, total };
}
