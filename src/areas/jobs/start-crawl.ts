import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import { addRun } from './add-run.ts';
import type { CrawlConfig } from '#areas/apps/index.ts';
import type { JobTypes } from '#area/job-type.ts';

/** Begins a crawl that no job asked for, and returns the id of its run. */
export async function startCrawl(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'workflows'>,
  types: JobTypes,
  config: CrawlConfig,
): Promise<string> {
  const runId = newId('run_');
  const run = { id: runId, jobId: null, type: types.get('admin_catalog_refresh'), config: { ...config }, trigger: 'api' } as const;
  await ctx.postgres.transaction((tx) => addRun(ctx, tx, run));
  return runId;
}
