import { invalid, notFound } from '#kernel/errors.ts';
import type { ProjectReader } from './get-project.ts';
import { canActFor, type Project, type ProjectStatus } from './project.ts';
import { hasOrganization } from './store/organizations.ts';
import { projectList } from './store/projects.ts';

export interface ListProjectsInput {
  /** Left out: the organization of the caller's key. */
  readonly organizationId: string | undefined;
  readonly status: ProjectStatus | 'all';
  readonly limit: number;
  readonly offset: number;
}

/**
 * The organization's projects, newest first.
 * @throws AppError 400 when no organization is named or known from the key, 404 for one the caller may not see
 */
export async function listProjects(ctx: ProjectReader, input: ListProjectsInput): Promise<{ projects: Project[]; total: number }> {
  const organizationId = input.organizationId ?? ctx.caller.organizationId;
  if (organizationId === undefined) throw invalid([{ path: 'organization_id', message: 'organization_id is required' }]);
  await requireOrganization(ctx, organizationId);
  const filter = {
    organizationId,
    status: input.status === 'all' ? undefined : input.status,
    projectIds: ctx.caller.projectIds,
  };
  const { rows: projects, total } = await projectList.read(ctx.postgres, filter, input);
  return { projects, total };
}

/** @throws AppError `Organization not found`, also for one that the caller may not see */
export async function requireOrganization(ctx: ProjectReader, organizationId: string): Promise<void> {
  if (!canActFor(ctx.caller, organizationId) || !(await hasOrganization(ctx.postgres, organizationId))) throw notFound('Organization');
}
