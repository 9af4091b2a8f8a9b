import { useNavigate } from '@tanstack/react-router';
import type { ResearchRun } from '#client';
import type { WholeList } from '#data/answers/whole-list.ts';
import { Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
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
  column.text('url', 'Website', 300, { of: 'host', isOnPhone: true }),
  column.text('status', 'State', 150, {
    of: ({ status }) => STATUS_WORDS[status],
    isOnPhone: true,
    render: ({ status }) => <RunStatus status={status} />,
  }),
  column.count('keywords', 'Keywords', 110, {
    of: 'total_keywords',
    isOnPhone: true,
    reading: (run) => ({ computedFrom: 'the keywords that the run found', checkedAt: toInstant(run.completed_at) }),
  }),
  column.instant('began', 'Started (UTC)', 170, { of: ({ created_at: at }) => toInstant(at) }),
  column.instant('ended', 'Ended (UTC)', 170, { of: ({ completed_at: at }) => toInstant(at) }),
  column.text('errors', 'Problems', 320, {
    of: ({ error, errors }) => error ?? (errors.map(({ step, message }) => `${step}: ${message}`).join('; ') || null),
  }),
];
