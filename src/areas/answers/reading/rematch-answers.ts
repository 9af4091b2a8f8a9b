import { assertNotArchived, getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { bumpBrands } from '../store/plans.ts';

/** Starts to read the kept answers of a project again. @returns the workflow. @throws AppError `Project not found`, 409 when it is archived */
export async function rematchAnswers(
  ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'workflows'>,
  projectId: string,
): Promise<string> {
  assertNotArchived(await getProject(ctx, projectId));
  return await ctx.postgres.transaction(async (tx) => {
    const version = await bumpBrands(tx, projectId, ctx.clock.now());
    return await ctx.workflows.enqueue(tx, 'answers-rematch', { project_id: projectId, brands_version: version });
  });
}
