import type { RequestContext } from '#context';
import type { Caller } from '#http/caller.ts';
import { invalid } from '#kernel/errors.ts';
import { getProject } from './get-project.ts';
import { assertNotArchived } from './project.ts';

/** The owner of what a caller begins. */
export interface Owner {
  readonly projectId: string | null;
  readonly organizationId: string | null;
}

/**
 * The project that a thing is for and the organization that it belongs to.
 * @param asked the project that the caller names
 * @throws AppError `Project not found`, `Project is archived`; 400 when a caller that is bound to several projects names none
 */
export async function findOwner(ctx: Pick<RequestContext, 'postgres' | 'caller'>, asked: string | undefined): Promise<Owner> {
  const projectId = asked ?? findOnlyProject(ctx.caller);
  if (projectId === undefined) return { projectId: null, organizationId: ctx.caller.organizationId ?? null };
  const project = await getProject(ctx, projectId);
  assertNotArchived(project);
  return { projectId: project.id, organizationId: project.organizationId };
}

/** A caller who sees nothing but projects can only have a thing of one of them. */
function findOnlyProject({ projectIds }: Caller): string | undefined {
  if (projectIds === undefined) return undefined;
  const [only, ...others] = projectIds;
  if (only !== undefined && others.length === 0) return only;
  throw invalid([{ path: 'project_id', message: 'project_id is required' }]);
}
