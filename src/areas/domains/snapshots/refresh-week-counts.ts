import type { AppContext } from '#context';
import { toSnapshotLine } from './snapshot-line.ts';
import { isKnownWeek } from './snapshot.ts';
import { countClassifiedLinks, findWeek, hasUnclassifiedLinks, lockWeeks, updateWeekClassified } from './store/weeks.ts';
import { toWeek } from './weeks.ts';

/**
 * Writes what the links of the present week are by our classifier, once all domains that link to a domain are classified. The week itself is
 * written by an onboarding or the weekly run: without it there is nothing to count into.
 * @returns whether the week has its counts now
 */
export async function refreshWeekCounts(
  { postgres, clock, outbox }: Pick<AppContext, 'postgres' | 'clock' | 'outbox'>,
  domainId: number,
): Promise<boolean> {
  return await postgres.transaction(async (tx) => {
    const domain = await lockWeeks(tx, domainId);
    const now = clock.now();
    const week = await findWeek(tx, domainId, toWeek(now));
    if (domain === undefined || week === undefined || !isKnownWeek(week) || (await hasUnclassifiedLinks(tx, domainId))) return false;
    const classified = await countClassifiedLinks(tx, domainId);
    if (classified === null) return false;
    // The analytics store keeps the later of two rows for a week.
    const capturedAt = new Date(Math.max(now.getTime(), week.capturedAt.getTime() + 1));
    await updateWeekClassified(tx, { domainId, yearWeek: week.yearWeek, classified, capturedAt });
    await outbox.append(tx, 'backlink_snapshots', [toSnapshotLine(domain, { ...week, classified, capturedAt })]);
    return true;
  });
}
