import { useNavigate } from '@tanstack/react-router';
import type { ResearchRun } from '#client';
import { formatCount, formatInstant } from '#data/format.ts';
import type { WholeList } from '#data/answers/whole-list.ts';
import { Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { RunStatus } from './run/run-status.tsx';
import { STATUS_WORDS, toInstant } from './words.ts';

interface RunsProps {
  readonly projectId: string;
  readonly runs: readonly ResearchRun[];
  readonly isFiltered: boolean;
  readonly whole: WholeList | undefined;
}

/** The research runs of a project as a list; a row opens its run. */
export function Runs({ projectId, runs, isFiltered, whole }: RunsProps) {
  const navigate = useNavigate();
  const place = useGridPlace();
  const open = ({ run_id: researchId }: ResearchRun): void =>
    void navigate({ to: '/p/$projectId/research/$researchId', params: { projectId, researchId } } as never);
  return (
    <RowsGrid
      label="Research runs"
      rows={runs}
      columns={COLUMNS}
      rowKey={({ run_id: runId }) => runId}
      place={place}
      fileName="research-runs"
      whole={whole}
      onOpen={open}
      empty={
        isFiltered ? (
          <Empty title="No runs in this state" />
        ) : (
          <Empty title="No research yet">
            A run reads a website, describes what it is about, and harvests matching keywords once you confirm.
          </Empty>
        )
      }
    />
  );
}

const COLUMNS: readonly RowColumn<ResearchRun>[] = [
  { id: 'url', title: 'Website', kind: 'text', width: 300, value: ({ host }) => host, isOnPhone: true },
  {
    id: 'status',
    title: 'State',
    kind: 'text',
    width: 150,
    value: ({ status }) => STATUS_WORDS[status],
    render: ({ status }) => <RunStatus status={status} />,
    isOnPhone: true,
  },
  {
    id: 'keywords',
    title: 'Keywords',
    kind: 'number',
    width: 110,
    value: ({ total_keywords: total }) => total,
    render: ({ total_keywords: total }) => formatCount(total),
    reading: (run) => ({ computedFrom: 'the keywords that the run found', checkedAt: toInstant(run.completed_at) }),
    isOnPhone: true,
  },
  {
    id: 'began',
    title: 'Started (UTC)',
    kind: 'text',
    width: 170,
    isDescendingFirst: true,
    value: ({ created_at: at }) => toInstant(at),
    render: ({ created_at: at }) => formatInstant(toInstant(at)),
  },
  {
    id: 'ended',
    title: 'Ended (UTC)',
    kind: 'text',
    width: 170,
    isDescendingFirst: true,
    value: ({ completed_at: at }) => toInstant(at),
    render: ({ completed_at: at }) => formatInstant(toInstant(at)),
  },
  {
    id: 'errors',
    title: 'Problems',
    kind: 'text',
    width: 320,
    value: ({ error, errors }) => error ?? (errors.map(({ step, message }) => `${step}: ${message}`).join('; ') || null),
  },
];
