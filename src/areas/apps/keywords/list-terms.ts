import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { Page } from '#kernel/lists.ts';
import { termList, type TermFilter } from './store/terms.ts';
import type { TrackedTerm } from './term.ts';

/**
 * The terms that a project tracks for its apps, with the outcome of their newest check.
 * @throws AppError `Project not found`
 */
export async function listTerms(ctx: ProjectReader, filter: TermFilter, page: Page): Promise<{ terms: TrackedTerm[]; total: number }> {
  await getProject(ctx, filter.projectId);
  const { rows: terms, total } = await termList.read(ctx.postgres, filter, page);
  return { terms, total };
}
