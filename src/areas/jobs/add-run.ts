import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { JobConfig, JobType } from '#area/job-type.ts';
import type { RunTrigger } from './job.ts';
import { insertQueueItems } from './store/items.ts';
import { insertJobRun } from './store/runs.ts';

export interface NewRun {
  /** Null: a crawl that no job asked for. */
  readonly jobId: string | null;
  readonly type: JobType;
  readonly config: JobConfig;
  readonly trigger: RunTrigger;
  /** A new one unless given. */
  readonly id?: string;
}

/**
 * Queues a run with an item for each category, in the caller's transaction.
 * @returns its id; `undefined` when the job has a run under way, or the id exists
 */
export async function addRun(
  ctx: Pick<AppContext, 'clock' | 'workflows'>,
  tx: Transaction,
  { id = newId('run_'), ...run }: NewRun,
): Promise<string | undefined> {
  if (!(await insertRunWithItems(ctx, tx, { ...run, id }))) return undefined;
  await ctx.workflows.enqueue(tx, 'job-run', { run_id: id }, { id });
  return id;
}

/** The same without its workflow, which the caller begins within a minute (`settleLostRuns`). */
export async function insertRunWithItems(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Transaction,
  { id, type, ...run }: NewRun & { readonly id: string },
): Promise<boolean> {
  const categories = type.listCategories?.(run.config) ?? [];
  const createdAt = clock.now();
  if (!(await insertJobRun(tx, { ...run, type: type.name, id, createdAt, categoriesQueued: categories.length }))) return false;
  await insertQueueItems(
    tx,
    categories.map((category, index) => ({
      run_id: id,
      place: index,
      id: newId('item_'),
      category_id: category.id,
      created_at: createdAt,
    })),
  );
  return true;
}
