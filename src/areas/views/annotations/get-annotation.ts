import { findProject, getProject, listVisibleProjectIds, type ProjectReader } from '#areas/projects/index.ts';
import { canSeeProject } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#http/paging.ts';
import type { Annotation } from './annotation.ts';
import { countAnnotations, findAnnotation, listAnnotationPage, type AnnotationFilter } from './store.ts';

/**
 * The annotation, if it is of the whole service or of a project that the caller may see.
 * @throws AppError `Annotation not found`
 */
export async function getAnnotation(ctx: ProjectReader, annotationId: string): Promise<Annotation> {
  const annotation = await findAnnotation(ctx.postgres, annotationId);
  if (annotation === undefined || !(await canSee(ctx, annotation))) throw notFound('Annotation');
  return annotation;
}

/** What is asked of annotations: those of one project, or of all that the caller may see. */
export type AnnotationQuestion = Omit<AnnotationFilter, 'projectIds'> & { readonly projectId?: string | undefined };

/**
 * Annotations of the whole service and of the project, newest day first.
 * @throws AppError `Project not found`
 */
export async function listAnnotations(
  ctx: ProjectReader,
  { projectId, ...asked }: AnnotationQuestion,
  page: Page,
): Promise<{ annotations: Annotation[]; total: number }> {
  if (projectId !== undefined) await getProject(ctx, projectId);
  const projectIds = projectId === undefined ? await listVisibleProjectIds(ctx) : [projectId];
  const filter = { ...asked, projectIds };
  const [annotations, total] = await Promise.all([listAnnotationPage(ctx.postgres, filter, page), countAnnotations(ctx.postgres, filter)]);
  return { annotations, total };
}

async function canSee({ postgres, caller }: ProjectReader, { projectId }: Annotation): Promise<boolean> {
  if (projectId === null) return true;
  const project = await findProject(postgres, projectId);
  return project !== undefined && canSeeProject(caller, project);
}
