import type { Config } from '#config';
import type { AppContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { deleteClaimsBefore } from '../live/store.ts';
import { dropEvidenceBefore, ensureEvidencePartition } from './store/evidence.ts';
import { dropRunsBefore, ensureRunPartition } from './store/runs.ts';

type RetentionContext = Pick<AppContext, 'postgres' | 'clock'> & { readonly config: Pick<Config, 'serpRetentionDays'> };

/** Makes the partitions of this month and the next, so that no check has to wait for one. */
export async function makePartitionsAhead({ postgres, clock }: Omit<RetentionContext, 'config'>): Promise<void> {
  const now = clock.now();
  for (const instant of [now, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))]) {
    await ensureRunPartition(postgres, instant);
    await ensureEvidencePartition(postgres, instant);
  }
}

/**
 * Drops the months of runs and evidence that lie wholly before the days that are kept (35 unless
 * `SERP_RETENTION_DAYS` says otherwise), and claims on pages that terminated workflows left behind a day ago.
 * ClickHouse keeps every result.
 * @returns the names of the dropped tables, oldest first
 * @throws when a reader holds a table for longer than a moment; nothing is lost by trying again
 */
export async function dropOldRuns({ postgres, clock, config }: RetentionContext): Promise<string[]> {
  const before = new Date(clock.now().getTime() - config.serpRetentionDays * DAY_MS);
  await deleteClaimsBefore(postgres, new Date(clock.realNow() - DAY_MS));
  return [...(await dropRunsBefore(postgres, before)), ...(await dropEvidenceBefore(postgres, before))];
}
