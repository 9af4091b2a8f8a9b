import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import { addRun } from './add-run.ts';
import type { CrawlConfig } from '#areas/apps/index.ts';
import type { JobTypes } from '#area/job-type.ts';
import type { RunTrigger } from './job.ts';

/**
 * Begins a crawl that no job asked for, and returns the id of its run. The same id
 * again begins nothing.
 */
export async function startCrawl(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'workflows'>,
  types: JobTypes,
  config: CrawlConfig,
  { trigger = 'api', runId = newId('run_') }: { trigger?: RunTrigger; runId?: string } = {},
): Promise<string> {
  const run = { id: runId, jobId: null, type: types.get('admin_catalog_refresh'), config: { ...config }, trigger };
  await ctx.postgres.transaction((tx) => addRun(ctx, tx, run));
  return runId;
}
