import type { Config } from '#config';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { dropSegmentsBefore } from '#purchases/index.ts';
import { dropDetailsBefore } from '../results/analytics.ts';
import { deleteClaimsBefore } from '../live/store.ts';
import { deleteEvidenceBefore, dropEvidenceBefore } from '../evidence/store/evidence.ts';
import { ensurePagePartitions } from './store/partitions.ts';
import { dropRunsBefore } from './store/runs.ts';

type RetentionContext = Pick<AppContext, 'postgres' | 'clock'> & {
  readonly config: Pick<Config, 'serpRetentionDays' | 'serpEvidenceDays'>;
};

const BATCH_SIZE = 5_000;

/** Makes the partitions of this month and the next, so that no check has to wait for one. */
export async function makePartitionsAhead({ postgres, clock }: Omit<RetentionContext, 'config'>): Promise<void> {
  const now = clock.now();
  await ensurePagePartitions(postgres, [now, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))]);
}

/**
 * Drops the months of runs and of evidence that lie wholly before the days that each is kept (`SERP_RETENTION_DAYS`,
 * `SERP_EVIDENCE_DAYS`), and claims on pages that terminated workflows left behind a day ago.
 * ClickHouse keeps every result.
 * @returns the names of the dropped tables, oldest first
 * @throws when a reader holds a table for longer than a moment; nothing is lost by trying again
 */
export async function dropOldRuns({ postgres, clock, config }: RetentionContext): Promise<string[]> {
  const now = clock.now().getTime();
  await deleteClaimsBefore(postgres, new Date(clock.realNow() - DAY_MS));
  return [
    ...(await dropRunsBefore(postgres, new Date(now - config.serpRetentionDays * DAY_MS))),
    ...(await dropEvidenceBefore(postgres, new Date(now - config.serpEvidenceDays * DAY_MS))),
  ];
}

/**
 * Evidence that is kept for fewer days than its run goes by the day: what is left of a month is deleted answer by answer.
 * Otherwise it goes with its run, by the month.
 * @returns how many answers were deleted
 */
export async function deleteOldEvidence({ postgres, clock, config }: RetentionContext): Promise<number> {
  if (config.serpEvidenceDays === config.serpRetentionDays) return 0;
  const before = new Date(clock.now().getTime() - config.serpEvidenceDays * DAY_MS);
  let total = 0;
  for (let count = BATCH_SIZE; count === BATCH_SIZE; total += count) count = await deleteEvidenceBefore(postgres, before, BATCH_SIZE);
  return total;
}

/**
 * Removes packed answers of days that no row names any more, after the rows (`dropOldRuns`, `deleteOldEvidence`).
 * @returns of how many days
 */
export async function dropOldSegments({
  clickhouse,
  clock,
  config,
}: Omit<RetentionContext, 'postgres'> & Pick<AppContext, 'clickhouse'>): Promise<number> {
  const before = toDay(new Date(clock.now().getTime() - config.serpEvidenceDays * DAY_MS));
  const goesByMonth = config.serpEvidenceDays === config.serpRetentionDays;
  return await dropSegmentsBefore(clickhouse, goesByMonth ? `${before.slice(0, 7)}-01` : before);
}

/**
 * Removes what ClickHouse keeps of the results of recent runs alone, after the runs (`dropOldRuns`). The results stay.
 * @returns of how many months
 */
export async function dropOldDetails({
  clickhouse,
  clock,
  config,
}: Omit<RetentionContext, 'postgres'> & Pick<AppContext, 'clickhouse'>): Promise<number> {
  return await dropDetailsBefore(clickhouse, toDay(new Date(clock.now().getTime() - config.serpRetentionDays * DAY_MS)));
}
