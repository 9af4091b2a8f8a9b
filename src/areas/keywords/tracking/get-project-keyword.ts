import type { ProjectReader } from '#areas/projects/index.ts';
import { notFound } from '#kernel/errors.ts';
import type { MonthlySearches } from '#providers/search-data/index.ts';
import { CHANNELS, TRACKING_STATUSES } from '../keyword.ts';
import { listProjectKeywords, type ProjectKeyword } from './list-project-keywords.ts';
import { PAGES_MAX } from '../organize/edit-keywords.ts';
import { findMonthlySearches } from '../metrics/store/metrics.ts';

/**
 * A keyword in each engine and channel in which a project tracks or tracked it, and its searches by month, newest
 * first: none until enrichment has found them. Calls nothing outside.
 * @throws AppError `Project not found`, `Keyword not found`
 */
export async function getProjectKeyword(
  ctx: ProjectReader,
  { projectId, keywordId }: { readonly projectId: string; readonly keywordId: string },
): Promise<{ readonly pages: readonly ProjectKeyword[]; readonly monthlySearches: readonly MonthlySearches[] }> {
  const { keywords: pages } = await listProjectKeywords(ctx, {
    projectId,
    keywordIds: [keywordId],
    channels: CHANNELS,
    statuses: TRACKING_STATUSES,
    limit: PAGES_MAX,
    offset: 0,
  });
  if (pages.length === 0) throw notFound('Keyword');
  return { pages, monthlySearches: await findMonthlySearches(ctx.postgres, keywordId) };
}
