import { addRun } from '#areas/jobs/index.ts';
import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { CrawlConfig } from '../crawl-config.ts';
import { catalogRefresh } from '../job-types.ts';

/** Begins a crawl that no job asked for, and returns the id of its run. */
export async function startCrawl(ctx: Pick<AppContext, 'postgres' | 'clock' | 'workflows'>, config: CrawlConfig): Promise<string> {
  const runId = newId('run_');
  const run = { id: runId, jobId: null, type: catalogRefresh, config: { ...config }, trigger: 'api' } as const;
  await ctx.postgres.transaction((tx) => addRun(ctx, tx, run));
  return runId;
}
