import { findProject, getProject, listVisibleProjectIds, type ProjectReader } from '#areas/projects/index.ts';
import { canSeeProject } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { Annotation } from './annotation.ts';
import { listKnownAnnotations } from './known-annotations.ts';
import { findAnnotation, annotationList, readsSearchConsole, type AnnotationFilter } from './store.ts';

/**
 * The annotation, if it is of the whole service or of a project that the caller may see. One of Search Console that comes with the release is seen
 * by who sees a project that reads it.
 * @throws AppError `Annotation not found`
 */
export async function getAnnotation(ctx: ProjectReader, annotationId: string): Promise<Annotation> {
  const known = listKnownAnnotations().find(({ id }) => id === annotationId);
  const annotation = known ?? (await findAnnotation(ctx.postgres, annotationId));
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
  const { rows: annotations, total } = await annotationList.read(ctx.postgres, filter, page);
  return { annotations, total };
}

async function canSee(ctx: ProjectReader, { projectId, source }: Annotation): Promise<boolean> {
  const { postgres, caller } = ctx;
  if (projectId === null) return source === null || (await readsSearchConsole(postgres, await listVisibleProjectIds(ctx)));
  const project = await findProject(postgres, projectId);
  return project !== undefined && canSeeProject(caller, project);
}
