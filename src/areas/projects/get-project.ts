import { canSeeProject, type Caller } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Project, ProjectStats } from './project.ts';
import { findProject, listProjectsById, getProjectStats } from './store/projects.ts';

/** What the reads of this area need: the store and the caller. */
export interface ProjectReader {
  readonly postgres: Sql;
  readonly caller: Caller;
}

/**
 * The project, if the caller may see it.
 * @throws AppError `Project not found`, also for another organization's project
 */
export async function getProject(ctx: ProjectReader, projectId: string): Promise<Project> {
  const project = await findProject(ctx.postgres, projectId);
  if (project === undefined || !canSeeProject(ctx.caller, project)) throw notFound('Project');
  return project;
}

/**
 * All the projects, by id.
 * @throws AppError `Project not found` when the caller may not see one of them
 */
export async function getProjects(ctx: ProjectReader, projectIds: readonly string[]): Promise<ReadonlyMap<string, Project>> {
  const wanted = [...new Set(projectIds)];
  const projects = await listProjectsById(ctx.postgres, wanted);
  if (projects.length < wanted.length || !projects.every((project) => canSeeProject(ctx.caller, project))) throw notFound('Project');
  return new Map(projects.map((project) => [project.id, project]));
}

/** The project and how much it holds: keywords and apps that are tracked, assets of every type. */
export async function getProjectWithStats(ctx: ProjectReader, projectId: string): Promise<{ project: Project; stats: ProjectStats }> {
  const project = await getProject(ctx, projectId);
  return { project, stats: await getProjectStats(ctx.postgres, projectId) };
}
