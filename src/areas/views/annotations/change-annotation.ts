import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, invalid, notFound } from '#kernel/errors.ts';
import type { Annotation } from './annotation.ts';
import { requireOperator } from './create-annotation.ts';
import { getAnnotation } from './get-annotation.ts';
import { deleteAnnotationRow, lockAnnotation, updateAnnotationRow } from './store.ts';

export type AnnotationChanges = Partial<Pick<Annotation, 'startsOn' | 'endsOn' | 'text' | 'kind' | 'tags' | 'showOnShares'>>;

/**
 * Changes what is given and leaves the rest.
 * @throws AppError `Annotation not found`; 403 for one of the whole service by anyone but an operator; 409 for one of the
 *   release; 400 for a range that ends before it begins
 */
export async function updateAnnotation(
  ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock'>,
  annotationId: string,
  changes: AnnotationChanges,
): Promise<Annotation> {
  await getChangeable(ctx, annotationId);
  return await ctx.postgres.transaction(async (tx) => {
    const annotation = await lockAnnotation(tx, annotationId);
    if (annotation === undefined) throw notFound('Annotation');
    const changed: Annotation = { ...annotation, ...changes, updatedAt: ctx.clock.now() };
    if (changed.endsOn !== null && changed.endsOn <= changed.startsOn) throw invalid([{ path: 'end_date', message: 'must be after date' }]);
    await updateAnnotationRow(tx, changed);
    return changed;
  });
}

/**
 * Removes the annotation.
 * @throws AppError `Annotation not found`; 403 for one of the whole service by anyone but an operator; 409 for one of the release
 */
export async function deleteAnnotation(ctx: ProjectReader & Pick<RequestContext, 'postgres'>, annotationId: string): Promise<Annotation> {
  const annotation = await getChangeable(ctx, annotationId);
  await deleteAnnotationRow(ctx.postgres, annotationId);
  return annotation;
}

async function getChangeable(ctx: ProjectReader, annotationId: string): Promise<Annotation> {
  const annotation = await getAnnotation(ctx, annotationId);
  if (annotation.scope === 'instance') requireOperator(ctx);
  if (annotation.source !== null)
    throw new AppError('conflict', 'Annotation of the release', {
      message: 'It came with the service, and is changed by a release alone.',
      hint: 'Write an annotation of your own beside it.',
    });
  return annotation;
}
