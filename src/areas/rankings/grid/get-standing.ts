import { getProject } from '#areas/projects/index.ts';
import { listStanding } from './analytics.ts';
import { findOwnSites, type GridContext } from './get-grid.ts';

/**
 * Where the best own site stood for each tracked keyword at the end of a project day, by `toTrackedKey`; null: not
 * found. Those of which nothing was known by then are left out.
 * @throws AppError `Project not found`
 */
export async function getStanding(ctx: GridContext, projectId: string, day: string): Promise<ReadonlyMap<string, number | null>> {
  const project = await getProject(ctx, projectId);
  return await listStanding(ctx.clickhouse, await findOwnSites(ctx, project), day);
}
