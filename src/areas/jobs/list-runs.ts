import { sumRunCosts } from '#areas/costs/index.ts';
import type { JobRun, ListPage, QueueItem } from './job.ts';
import { getJob, type JobReader } from './get-job.ts';
import { countQueueItems, listQueueItemPage, type ItemFilter } from './store/items.ts';
import { countJobRuns, countRunsOfTypes, findJobRun, listJobRunPage, listRunsOfTypes } from './store/runs.ts';

/** A run with what its outside calls cost. */
export interface PricedRun extends JobRun {
  readonly costUsd: number;
}

/**
 * The runs of a job, newest first.
 * @throws AppError `Job not found`, 403 for a bound key
 */
export async function listJobRuns(ctx: JobReader, jobId: string, page: ListPage): Promise<{ runs: PricedRun[]; total: number }> {
  await getJob(ctx, jobId);
  const [runs, total] = await Promise.all([listJobRunPage(ctx.postgres, jobId, page), countJobRuns(ctx.postgres, jobId)]);
  return { runs: await price(ctx, runs), total };
}

/** Runs of some types, with or without a job, newest first. */
export async function listPricedRuns(
  ctx: Pick<JobReader, 'postgres'>,
  types: readonly string[],
  page: ListPage,
): Promise<{ runs: PricedRun[]; total: number }> {
  const [runs, total] = await Promise.all([listRunsOfTypes(ctx.postgres, types, page), countRunsOfTypes(ctx.postgres, types)]);
  return { runs: await price(ctx, runs), total };
}

export async function findPricedRun(ctx: Pick<JobReader, 'postgres'>, runId: string): Promise<PricedRun | undefined> {
  const run = await findJobRun(ctx.postgres, runId);
  return run && (await price(ctx, [run]))[0];
}

/**
 * The categories that runs of a job have and had to crawl, those of the newest run first.
 * @throws AppError `Job not found`, 403 for a bound key
 */
export async function listQueueItems(ctx: JobReader, filter: ItemFilter): Promise<{ items: QueueItem[]; total: number }> {
  await getJob(ctx, filter.jobId);
  const [items, total] = await Promise.all([listQueueItemPage(ctx.postgres, filter), countQueueItems(ctx.postgres, filter)]);
  return { items, total };
}

async function price({ postgres }: Pick<JobReader, 'postgres'>, runs: readonly JobRun[]): Promise<PricedRun[]> {
  const costs = await sumRunCosts(
    postgres,
    runs.map((run) => run.id),
  );
  return runs.map((run) => ({ ...run, costUsd: costs.get(run.id) ?? 0 }));
}
