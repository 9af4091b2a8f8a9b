import { listKnownKeywordIds } from '#areas/keywords/index.ts';
import { getAsset } from '#areas/assets/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { requireRight } from '#http/rights.ts';
import { nameOf } from '#http/caller.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Annotation } from './annotation.ts';
import { insertAnnotation, lockAndCountAnnotations } from './store.ts';

/** Annotations of one project, or of the whole service. */
export const ANNOTATIONS_MAX = 5_000;

export type NewAnnotation = Pick<Annotation, 'startsOn' | 'endsOn' | 'text' | 'kind' | 'tags' | 'showOnShares'> & {
  readonly subject: Subject;
};

/** What an annotation is about. */
export type Subject =
  | { readonly scope: 'instance' }
  | { readonly scope: 'project'; readonly projectId: string }
  | { readonly scope: 'asset'; readonly assetId: string }
  | { readonly scope: 'keyword'; readonly projectId: string; readonly keywordId: string };

/**
 * Writes an annotation.
 * @throws AppError `Project not found`, `Asset not found`, `Keyword not found` where the project does not track it; 403
 *   for one of the whole service by a caller without the scope `admin`, or with a binding; 409 beyond 5,000 of the project
 */
export async function createAnnotation(
  ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock'>,
  { subject, ...said }: NewAnnotation,
): Promise<Annotation> {
  const now = ctx.clock.now();
  const annotation: Annotation = {
    ...said,
    id: newId('ann_'),
    scope: subject.scope,
    ...(await findSubject(ctx, subject)),
    author: nameOf(ctx.caller),
    source: null,
    createdAt: now,
    updatedAt: now,
  };
  await ctx.postgres.transaction(async (tx) => {
    if ((await lockAndCountAnnotations(tx, annotation.projectId)) >= ANNOTATIONS_MAX)
      throw new AppError('conflict', 'Too many annotations', {
        message: `There are ${ANNOTATIONS_MAX} annotations, and no more can be written.`,
        hint: 'Delete one.',
      });
    await insertAnnotation(tx, annotation);
  });
  return annotation;
}

/** What concerns the whole service is written by its operators alone. @throws AppError 403 */
export function requireOperator({ caller }: Pick<ProjectReader, 'caller'>): void {
  requireRight(caller, 'operate');
  requireUnbound(caller);
}

async function findSubject(ctx: ProjectReader, subject: Subject): Promise<Pick<Annotation, 'projectId' | 'assetId' | 'keywordId'>> {
  const nothing = { projectId: null, assetId: null, keywordId: null };
  switch (subject.scope) {
    case 'instance':
      requireOperator(ctx);
      return nothing;
    case 'project':
      return { ...nothing, projectId: (await getProject(ctx, subject.projectId)).id };
    case 'asset': {
      const { asset } = await getAsset(ctx, subject.assetId);
      return { ...nothing, projectId: asset.projectId, assetId: asset.id };
    }
    case 'keyword':
      await getProject(ctx, subject.projectId);
      if ((await listKnownKeywordIds(ctx.postgres, subject.projectId, [subject.keywordId])).length === 0) throw notFound('Keyword');
      return { ...nothing, projectId: subject.projectId, keywordId: subject.keywordId };
  }
}
