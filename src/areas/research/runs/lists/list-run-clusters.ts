import type { Page } from '#http/paging.ts';
import { getResearchRun, type RunReader } from '../get-run.ts';
import { countClusters, listClusterPage, type RunCluster } from '../store/run-parts.ts';

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
  const [clusters, total] = await Promise.all([listClusterPage(ctx.postgres, runId, page), countClusters(ctx.postgres, runId)]);
  return { clusters, total };
}
