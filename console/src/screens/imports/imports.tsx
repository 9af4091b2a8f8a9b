import { getImports, type Import } from '#client';
import { useProjectId } from '#app/project.ts';
import { toImportKind } from '#data/names.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { defineListScreen } from '#ui/list/define-list.tsx';
import { Empty } from '#ui/states/answered.tsx';
import { BringFile } from './bring-file.tsx';
import { sayImports, STATUS_WORDS } from './data/say-import.ts';
import { importsSearch } from './search.ts';

const COLUMNS: readonly RowColumn<Import>[] = [
  column.text('name', 'File', 240, { isOnPhone: true }),
  column.text('kind', 'From', 200, { of: ({ kind }) => toImportKind(kind) }),
  column.text('status', 'State', 120, { of: ({ status }) => STATUS_WORDS[status], isOnPhone: true }),
  column.count('points', 'Points', 110, {
    of: ({ status, points }) => (status === 'committed' || status === 'committing' ? points : null),
  }),
  column.text('by', 'By', 160, { of: 'made_by' }),
  column.instant('began', 'Begun (UTC)', 160, { of: 'created_at' }),
  column.instant('written', 'Written (UTC)', 160, { of: 'committed_at' }),
  column.instant('undone', 'Undone (UTC)', 160, { of: 'undone_at' }),
];

/** Files of other trackers, what became of them, and the way to another one. */
export const View = defineListScreen({
  title: 'Moving in',
  question: 'Bring what another tracker has measured.',
  sayLead: ({ imports, pagination }) => sayImports(imports, pagination.total),
  actions: BringFile,
  search: importsSearch,
  operation: getImports,
  useOptions: () => ({ query: { project_id: useProjectId() } }),
  limit: 100,
  height: 240,
  empty: () => (
    <Empty title="No imports yet">
      A file of SerpBear, Serposcope, OpenSEO, Semrush, Ahrefs, keyword.com, Search Console or the Keyword Planner, or any CSV with
      keywords, days and positions. You see what would become of it before anything is written, and one click undoes it.
    </Empty>
  ),
  label: 'Imports',
  fileName: 'imports',
  rows: ({ imports }) => imports,
  columns: COLUMNS,
  rowKey: ({ id }) => id,
  open: ({ id: importId, project_id: projectId }, { navigate }) =>
    void navigate({ to: '/p/$projectId/imports/$importId', params: { projectId, importId } } as never),
});
