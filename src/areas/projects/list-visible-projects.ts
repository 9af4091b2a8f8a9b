import { canSeeProject, isBound } from '#http/caller.ts';
import type { ProjectReader } from './get-project.ts';
import { listProjectIds, listProjectsById } from './store/projects.ts';

/** The ids of all projects that the caller is bound to; `undefined` for a caller who may see every one. */
export async function listVisibleProjectIds({ postgres, caller }: ProjectReader): Promise<string[] | undefined> {
  return isBound(caller) ? await listProjectIds(postgres, caller) : undefined;
}

/** The projects, among these, that exist and that the caller may see. */
export async function listSeenProjects({ postgres, caller }: ProjectReader, projectIds: readonly string[]): Promise<string[]> {
  const projects = await listProjectsById(postgres, projectIds);
  return projects.filter((project) => canSeeProject(caller, project)).map(({ id }) => id);
}
