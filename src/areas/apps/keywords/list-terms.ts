import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { Page } from '#http/paging.ts';
import { countTerms, listTermPage as listTermRows, type TermFilter } from './store/terms.ts';
import type { TrackedTerm } from './term.ts';

/**
 * The terms that a project tracks for its apps, with the outcome of their newest check.
 * @throws AppError `Project not found`
 */
export async function listTerms(ctx: ProjectReader, filter: TermFilter, page: Page): Promise<{ terms: TrackedTerm[]; total: number }> {
  await getProject(ctx, filter.projectId);
  const [terms, total] = await Promise.all([listTermRows(ctx.postgres, filter, page), countTerms(ctx.postgres, filter)]);
  return { terms, total };
}
