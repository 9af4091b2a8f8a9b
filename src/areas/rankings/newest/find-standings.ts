import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import { listStandings, type Standing } from './store/standings.ts';

/**
 * Where a project ranks for texts that it tracks, by the newest checks; texts that it does not track are left out.
 * @param texts as `normalizeKeyword` gives them
 * @throws AppError `Project not found`
 */
export async function findStandings(ctx: ProjectReader, projectId: string, texts: readonly string[]): Promise<readonly Standing[]> {
  const { id, positionScale } = await getProject(ctx, projectId);
  return texts.length === 0 ? [] : await listStandings(ctx.postgres, { projectId: id, scale: positionScale, texts });
}
