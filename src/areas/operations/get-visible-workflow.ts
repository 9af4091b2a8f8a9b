import { z } from 'zod';
import { isDomainVisible } from '#areas/domains/index.ts';
import { findProject, type ProjectReader } from '#areas/projects/index.ts';
import { findSerpTask } from '#areas/rankings/index.ts';
import type { AppContext } from '#context';
import { canSeeProject, isBound } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import type { WorkflowFamily, WorkflowInstance } from '#workflows/types.ts';

type ReadContext = ProjectReader & Pick<AppContext, 'config' | 'workflows'>;

/** The fields of a workflow's input by which it belongs to a project. */
const Subject = z.object({
  project_id: z.string().optional(),
  task_id: z.string().optional(),
  /** The domain that is worked on, for all projects that have the site. */
  domain: z.string().optional(),
});

/**
 * A workflow, if the caller may see it: any one, or for a bound caller those of its own projects.
 * @throws AppError `Workflow not found`, also for one of another type
 */
export async function getVisibleWorkflow(
  ctx: ReadContext,
  { type, workflow_id: id }: { readonly type: string; readonly workflow_id: string },
): Promise<WorkflowInstance> {
  const instance = await ctx.workflows.find(id);
  if (instance?.type !== type || !(await isVisible(ctx, instance))) throw notFound('Workflow');
  return instance;
}

/** The parent and the children of a workflow. A parent of another organization is left out. */
export async function findVisibleFamily(ctx: ReadContext, id: string): Promise<WorkflowFamily> {
  const family = await ctx.workflows.findFamily(id);
  const parent = family.parent && (await ctx.workflows.find(family.parent.id));
  return parent === undefined || (await isVisible(ctx, parent)) ? family : { ...family, parent: undefined };
}

async function isVisible(ctx: ReadContext, { input }: WorkflowInstance): Promise<boolean> {
  if (!isBound(ctx.caller)) return true;
  const { project_id: projectId, task_id: taskId, domain } = Subject.safeParse(input).data ?? {};
  const ownerId = projectId ?? (taskId === undefined ? undefined : (await findSerpTask(ctx.postgres, taskId))?.projectId);
  const owner = ownerId === undefined ? undefined : await findProject(ctx.postgres, ownerId);
  if (owner !== undefined && canSeeProject(ctx.caller, owner)) return true;
  return domain !== undefined && (await isDomainVisible(ctx, domain));
}
