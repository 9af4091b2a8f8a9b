import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import { notFound } from '#kernel/errors.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { endTerms, termList, type TermFilter } from './store/terms.ts';

/**
 * Ends the tracking of an app's terms, in every storefront and language unless they are named; all of them without
 * `keywords`. What was measured stays. Untracking twice is the same as once.
 * @returns the terms that were tracked until now
 * @throws AppError `Project not found`; `Keyword not found` when the project has never tracked any of them
 */
export async function untrackTerms(ctx: ProjectReader, given: TermFilter): Promise<string[]> {
  await getProject(ctx, given.projectId);
  const filter = { ...given, keywords: given.keywords?.map(normalizeKeyword) };
  if ((await termList.count(ctx.postgres, { ...filter, isWhole: true })) === 0) throw notFound('Keyword');
  return await endTerms(ctx.postgres, filter);
}
