import type { Page } from '#kernel/lists.ts';
import { getResearchRun, type RunReader } from '../get-run.ts';
import { runClusters, type RunCluster } from '../store/run-parts.ts';

/**
 * The clusters of a run, the most searched first.
 * @throws AppError `Run not found`
 */
export async function listRunClusters(
  ctx: RunReader,
  runId: string,
  page: Page,
): Promise<{ readonly clusters: RunCluster[]; readonly total: number }> {
  await getResearchRun(ctx, runId);
  const { rows: clusters, total } = await runClusters.read(ctx.postgres, runId, page);
  return { clusters, total };
}
