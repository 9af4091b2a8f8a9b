import { findProject, getProject, type ProjectReader } from '#areas/projects/index.ts';
import { canSeeProject } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { Import, ImportStatus } from './import.ts';
import { findImport, importList } from './store/imports.ts';

/**
 * The import, if the caller may see its project.
 * @throws AppError `Import not found`
 */
export async function getImport(ctx: ProjectReader, importId: string): Promise<Import> {
  const found = await findImport(ctx.postgres, importId);
  const project = found && (await findProject(ctx.postgres, found.projectId));
  if (found === undefined || project === undefined || !canSeeProject(ctx.caller, project)) throw notFound('Import');
  return found;
}

/**
 * The imports of a project, newest first.
 * @throws AppError `Project not found`
 */
export async function listImports(
  ctx: ProjectReader,
  filter: { readonly projectId: string; readonly status?: ImportStatus | undefined },
  page: Page,
): Promise<{ imports: Import[]; total: number }> {
  await getProject(ctx, filter.projectId);
  const { rows: imports, total } = await importList.read(ctx.postgres, filter, page);
  return { imports, total };
}
