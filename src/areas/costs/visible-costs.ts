import { canSeeProject, type Caller } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { findPayingProject, hasOrganization, listProjectIdsOf, type PayingProject } from './store/projects.ts';

/** What the reads of costs need: the store and the caller. */
export interface CostReader {
  readonly postgres: Postgres;
  readonly caller: Caller;
}

/**
 * Projects whose costs the caller may see; `undefined`: all, and what no project pays for.
 */
export async function listVisibleProjects({ postgres, caller }: CostReader): Promise<readonly string[] | undefined> {
  const { organizationId, projectIds } = caller;
  if (organizationId === undefined) return projectIds;
  const own = await listProjectIdsOf(postgres, organizationId);
  return projectIds === undefined ? own : own.filter((id) => projectIds.includes(id));
}

/** @throws AppError `Project not found`, also for one that the caller may not see */
export async function getPayingProject({ postgres, caller }: CostReader, projectId: string): Promise<PayingProject> {
  const project = await findPayingProject(postgres, projectId);
  if (project === undefined || !canSeeProject(caller, project)) throw notFound('Project');
  return project;
}

/**
 * The same reader, who sees nothing but one organization.
 * @throws AppError `Organization not found`, also for one that the caller may not see
 */
export async function readIn<Reader extends CostReader>(reader: Reader, organizationId: string): Promise<Reader> {
  const { caller, postgres } = reader;
  const isOwn = caller.organizationId === undefined || caller.organizationId === organizationId;
  if (!isOwn || !(await hasOrganization(postgres, organizationId))) throw notFound('Organization');
  return { ...reader, caller: { ...caller, organizationId } };
}

/** The same for a list that may be narrowed to one project. */
export async function listAskedProjects(reader: CostReader, projectId: string | undefined): Promise<readonly string[] | undefined> {
  if (projectId === undefined) return await listVisibleProjects(reader);
  return [(await getPayingProject(reader, projectId)).id];
}
