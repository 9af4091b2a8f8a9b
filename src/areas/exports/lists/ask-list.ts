import type { AppContext } from '#context';
import type { RequestScope } from '#http/endpoint.ts';
import type { ListAsk } from '#http/reading/list-reader.ts';
import { invalid, type FieldProblem } from '#kernel/errors.ts';
import type { Selection } from '../export.ts';
import type { ExportList, ExportLists } from './export-lists.ts';

/** @throws AppError 400 for a list that is none, and for parameters that its path does not have */
export function getExportList(lists: ExportLists, { list: path, params }: Pick<Selection, 'list' | 'params'>): ExportList {
  const list = lists.get(path);
  if (list === undefined) throw invalid([{ path: 'list', message: 'must be one of those of GET /api/export-lists' }]);
  const { params: names } = list.reader;
  const problems: FieldProblem[] = Object.keys(params)
    .filter((name) => !names.includes(name))
    .map((name) => ({ path: `params.${name}`, message: 'is no parameter of this list' }));
  if (problems.length > 0) throw invalid(problems);
  return list;
}

export function toListAsk({ params, query, fields }: Pick<Selection, 'params' | 'query' | 'fields'>): ListAsk {
  return { params, query, fields: fields ?? undefined };
}

/**
 * Reads one row of what is asked for, so that what cannot be read is refused when it is asked for.
 * @throws AppError 400 with all faults of the selection; 403 and 404 as the list itself
 */
export async function assertReadable(ctx: AppContext & RequestScope, list: ExportList, selection: Selection): Promise<void> {
  await list.reader.readPage(ctx, toListAsk(selection), { offset: 0, rows: 1 });
}
