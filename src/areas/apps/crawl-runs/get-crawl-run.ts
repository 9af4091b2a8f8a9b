import { endRun, findPricedRun, listPricedRuns, type JobReader, type PricedRun } from '#areas/jobs/index.ts';
import type { RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { findCrawlProgress, type CrawlProgress } from '../crawl/get-crawl-progress.ts';

type CrawlReader = JobReader & Pick<RequestContext, 'jobTypes'>;

export interface CrawlRun {
  readonly run: PricedRun;
  /** Undefined: it has not begun, or is no crawl of categories. */
  readonly progress: CrawlProgress | undefined;
}

/** @throws AppError `Crawl not found`, 403 for a bound key */
export async function getCrawlRun(ctx: CrawlReader, runId: string): Promise<CrawlRun> {
  requireUnbound(ctx.caller);
  const [run, progress] = await Promise.all([findPricedRun(ctx, runId), findCrawlProgress(ctx.postgres, runId)]);
  if (run === undefined || ctx.jobTypes.get(run.type).isCrawl !== true) throw notFound('Crawl');
  return { run, progress };
}

/** All crawls, with or without a job, newest first. */
export async function listCrawlRuns(ctx: CrawlReader, page: Page): Promise<{ runs: PricedRun[]; total: number }> {
  requireUnbound(ctx.caller);
  const names = ctx.jobTypes.list.filter(({ isCrawl }) => isCrawl === true).map(({ name }) => name);
  return await listPricedRuns(ctx, names, page);
}

/**
 * Ends a crawl with the workflows of its categories at once.
 * @throws AppError `Crawl not found`, 409 when it has ended, 403 for a bound key
 */
export async function cancelCrawl(ctx: CrawlReader & Pick<RequestContext, 'workflows' | 'clock'>, runId: string): Promise<void> {
  const { run } = await getCrawlRun(ctx, runId);
  if (run.status !== 'queued' && run.status !== 'running')
    throw new AppError('conflict', 'Crawl has ended', { details: { run_id: runId, status: run.status } });
  await ctx.workflows.terminate(runId);
  await endRun(ctx, runId, { status: 'failed', reason: 'The run was terminated.' });
}
