import type { Page } from '#kernel/lists.ts';
import { getResearchRun, type RunReader } from '../get-run.ts';
import { countRunKeywords, listRunKeywordPage, type KeywordOrder, type RunKeyword, type RunKeywordFilter } from '../store/run-keywords.ts';

/**
 * The keywords of a run, in the order that was asked for.
 * @throws AppError `Run not found`
 */
export async function listRunKeywords(
  ctx: RunReader,
  filter: RunKeywordFilter,
  page: KeywordOrder & Page,
): Promise<{ readonly keywords: RunKeyword[]; readonly total: number }> {
  await getResearchRun(ctx, filter.runId);
  const [keywords, total] = await Promise.all([listRunKeywordPage(ctx.postgres, filter, page), countRunKeywords(ctx.postgres, filter)]);
  return { keywords, total };
}
