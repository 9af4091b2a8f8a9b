import { getView } from '#areas/views/index.ts';
import type { AppContext } from '#context';
import type { RequestScope } from '#http/endpoint.ts';
import { invalid } from '#kernel/errors.ts';
import type { Selection } from '../export.ts';
import type { ExportList } from './export-lists.ts';
import { toViewQuery } from './view-filters.ts';

/**
 * What is asked for, with the filters of its saved view as they are now.
 * @throws AppError `View not found`; 400 for a view with filters that the list does not have
 */
export async function toFullSelection(ctx: AppContext & RequestScope, list: ExportList, selection: Selection): Promise<Selection> {
  if (selection.viewId === null) return selection;
  const view = await getView(ctx, selection.viewId);
  const { query, problems } = toViewQuery({ path: list.list, filters: list.reader.filters }, view.params);
  if (problems.length > 0) throw invalid(problems);
  const hasProject = view.projectId !== null && list.reader.filters.includes('project_id');
  return { ...selection, query: { ...(hasProject ? { project_id: view.projectId } : {}), ...query, ...selection.query } };
}
