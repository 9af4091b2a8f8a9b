import type { ProjectReader } from '#areas/projects/index.ts';
import type { Page } from '#kernel/lists.ts';
import { getImport } from '../get-import.ts';
import { keywordList } from '../store/keywords.ts';
import type { ResolvedKeyword } from '../values/resolve-keyword.ts';

/**
 * Keywords of which the file says more than their days, by their text. They are there once the import is committed, and gone when it is undone.
 * @throws AppError `Import not found`
 */
export async function listImportKeywords(
  ctx: ProjectReader,
  importId: string,
  page: Page,
): Promise<{ keywords: ResolvedKeyword[]; total: number }> {
  const { id } = await getImport(ctx, importId);
  const { rows: keywords, total } = await keywordList.read(ctx.postgres, { importId: id }, page);
  return { keywords, total };
}
