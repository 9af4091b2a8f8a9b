import { toNextCheck } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { lockReadRows, updateReadRows } from './store/tracked-apps.ts';
import { toStoreAppKey, type DueApp } from './tracked-app.ts';

export interface ReadApps {
  readonly apps: readonly DueApp[];
  /** They were due then. */
  readonly dueAt: string;
  /** Why apps could not be read, by their keys. */
  readonly failures: Readonly<Record<string, string>>;
  /** Why some charts of an app that was read could not be read, by the keys of the apps. */
  readonly chartFailures: Readonly<Record<string, string>>;
}

/**
 * Ends a reading in every project that waited for it. What could not be read stays due, so that the next run tries it
 * again; a chart that could not be read is only noted, as its positions stay those of the last reading.
 */
export async function finishApps({ postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>, read: ReadApps): Promise<number> {
  const now = clock.now();
  return await postgres.transaction(async (tx) => {
    const rows = await lockReadRows(tx, read.apps, new Date(read.dueAt));
    const ends = rows.map((row) => {
      const failure = read.failures[toStoreAppKey(row)];
      if (failure !== undefined) return { id: row.id, readAt: null, nextRunAt: null, error: failure };
      const error = read.chartFailures[toStoreAppKey(row)] ?? null;
      return { id: row.id, readAt: now, nextRunAt: toNextCheck(now, 'daily', row.timeZone), error };
    });
    await updateReadRows(tx, ends);
    return rows.length;
  });
}
