import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { getExports, type Export } from '#client';
import { useProjectId } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { sayWhen } from '#screens/schedules/say-when.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { defineListScreen } from '#ui/list/define-list.tsx';
import { Empty } from '#ui/states/answered.tsx';
import { later } from '#ui/states/later.tsx';
import { sayExports, sayRun, sayWhere } from './say-export.ts';
import { exportsSearch } from './search.ts';

const NewExport = later(async () => (await import('./new-export.tsx')).NewExport);

const COLUMNS: readonly RowColumn<Export>[] = [
  column.text('name', 'Name', 200, { isOnPhone: true }),
  column.text('list', 'List', 200),
  column.text('when', 'When', 220, { of: sayWhen }),
  column.text('to', 'To', 180, { of: ({ destination }) => sayWhere(destination) }),
  column.instant('next', 'Next (UTC)', 160, { of: 'next_run_at' }),
  column.text('last', 'Last', 260, { of: ({ last_run: run }) => (run === null ? 'none yet' : sayRun(run)), isOnPhone: true }),
  column.instant('last_at', 'Last (UTC)', 160, { of: ({ last_run: run }) => run?.ended_at ?? null }),
];

/** Lists that are taken away as files: which, when, where to, and how the last time went. */
export const View = defineListScreen({
  title: 'Exports',
  question: 'Lists as files, by a schedule or by hand.',
  sayLead: ({ exports, pagination }) => sayExports(exports, pagination.total),
  actions: AddExport,
  search: exportsSearch,
  operation: getExports,
  useOptions: () => ({ query: { project_id: useProjectId() } }),
  limit: 100,
  height: 240,
  empty: () => (
    <Empty title="No exports yet">
      An export takes a list with its filters as CSV or lines of JSON, each day, week or month: for a link, into a folder or a bucket, or to
      a receiver of yours.
    </Empty>
  ),
  label: 'Exports',
  fileName: 'exports',
  rows: ({ exports }) => exports,
  columns: COLUMNS,
  rowKey: ({ id }) => id,
  open: ({ id: exportId, project_id: projectId }, { navigate }) =>
    void navigate({ to: '/p/$projectId/exports/$exportId', params: { projectId, exportId } } as never),
});

function AddExport() {
  const { search, setSearch } = useScreenSearch(exportsSearch);
  const projectId = useProjectId();
  const navigate = useNavigate();
  return (
    <>
      <Button leftSection={<Icon name="plus" size={15} />} onClick={() => setSearch({ add: true })}>
        New export
      </Button>
      {search.add && (
        <NewExport
          list={search.list}
          filters={search.filters}
          onMade={(exportId) => void navigate({ to: '/p/$projectId/exports/$exportId', params: { projectId, exportId } } as never)}
          onClose={() => setSearch({ add: undefined, list: undefined, filters: undefined })}
        />
      )}
    </>
  );
}
