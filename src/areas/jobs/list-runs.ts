import { sumRunCosts } from '#areas/costs/index.ts';
import type { Page } from '#kernel/lists.ts';
import type { JobRun, QueueItem } from './job.ts';
import { getJob, type JobReader } from './get-job.ts';
import { queueItems, type ItemFilter } from './store/items.ts';
import { findJobRun, runsOfJob, runsOfTypes } from './store/runs.ts';

/** A run with what its outside calls cost. */
export interface PricedRun extends JobRun {
  readonly costUsd: number;
}

/**
 * The runs of a job, newest first.
 * @throws AppError `Job not found`, 403 for a bound key
 */
export async function listJobRuns(ctx: JobReader, jobId: string, page: Page): Promise<{ runs: PricedRun[]; total: number }> {
  await getJob(ctx, jobId);
  const { rows: runs, total } = await runsOfJob.read(ctx.postgres, jobId, page);
  return { runs: await price(ctx, runs), total };
}

/** Runs of some types, with or without a job, newest first. */
export async function listPricedRuns(
  ctx: Pick<JobReader, 'postgres'>,
  types: readonly string[],
  page: Page,
): Promise<{ runs: PricedRun[]; total: number }> {
  const { rows: runs, total } = await runsOfTypes.read(ctx.postgres, types, page);
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
export async function listQueueItems(ctx: JobReader, filter: ItemFilter & Page): Promise<{ items: QueueItem[]; total: number }> {
  await getJob(ctx, filter.jobId);
  const { rows: items, total } = await queueItems.read(ctx.postgres, filter, filter);
  return { items, total };
}

async function price({ postgres }: Pick<JobReader, 'postgres'>, runs: readonly JobRun[]): Promise<PricedRun[]> {
  const costs = await sumRunCosts(
    postgres,
    runs.map((run) => run.id),
  );
  return runs.map((run) => ({ ...run, costUsd: costs.get(run.id) ?? 0 }));
}
