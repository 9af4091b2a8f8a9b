import { findCrawlProgress, type CrawlProgress } from '#areas/apps/index.ts';
import { sumRunCosts } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import type { JobTypes } from '#area/job-type.ts';
import { requireUnbound } from '#http/auth.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { endRun } from './end-run.ts';
import type { JobReader } from './get-job.ts';
import type { PricedRun } from './list-runs.ts';
import { findRun } from './store/runs.ts';

export interface CrawlRun {
  readonly run: PricedRun;
  /** Undefined: it has not begun, or is no crawl of categories. */
  readonly progress: CrawlProgress | undefined;
}

/** @throws AppError `Crawl not found`, 403 for a bound key */
export async function getCrawlRun({ postgres, caller }: JobReader, types: JobTypes, runId: string): Promise<CrawlRun> {
  requireUnbound(caller);
  const run = await findRun(postgres, runId);
  if (run === undefined || types.get(run.type).isCrawl !== true) throw notFound('Crawl');
  const [costs, progress] = await Promise.all([sumRunCosts(postgres, [runId]), findCrawlProgress(postgres, runId)]);
  return { run: { ...run, costUsd: costs.get(runId) ?? 0 }, progress };
}

/**
 * Ends a crawl with the workflows of its categories at once.
 * @throws AppError `Crawl not found`, 409 when it has ended, 403 for a bound key
 */
export async function cancelCrawl(
  ctx: JobReader & Pick<RequestContext, 'workflows' | 'clock'>,
  types: JobTypes,
  runId: string,
): Promise<void> {
  const { run } = await getCrawlRun(ctx, types, runId);
  if (run.status !== 'queued' && run.status !== 'running')
    throw new AppError('conflict', 'Crawl has ended', { details: { run_id: runId, status: run.status } });
  await ctx.workflows.terminate(runId);
  await endRun(ctx, types, runId, { status: 'failed', reason: 'The run was terminated.' });
}
