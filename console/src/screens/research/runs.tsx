import { toInstant } from '#data/time/instant.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { getRun, type ResearchRun } from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { laterDialog } from '#ui/states/later.tsx';
import { Choice } from './run/choice.tsx';
import { RUN_STATUSES, runsSearch } from './search.ts';
import { STATUS_WORDS, sayRuns, toStepName } from './words.ts';
import { Empty } from '#ui/states/answered.tsx';
import { defineListScreen } from '#ui/list/define-list.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { RunStatus } from './run/run-status.tsx';

const StartDialog = laterDialog(async () => (await import('./start-dialog.tsx')).StartDialog);

const STATUSES = RUN_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }));

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
    of: ({ error, errors }) => error ?? (errors.map(({ step, message }) => `${toStepName(step)}: ${message}`).join('; ') || null),
  }),
];

/** The research runs of a project. */
export const View = defineListScreen({
  title: 'Research',
  sayLead: ({ runs, pagination }) => sayRuns(runs, pagination.total),
  question: 'From a website to keywords worth tracking.',
  actions: StartRun,
  search: runsSearch,
  operation: getRun,
  useOptions: ({ search: { status } }) => ({ query: { project_id: useProjectId(), ...(status && { status }) } }),
  // While runs go on, the list is read again.
  useEveryMs: () => 5_000,
  limit: 100,
  height: 480,
  filters: ({ search: { status }, setSearch }) => (
    <Choice
      label="State"
      all="Any state"
      options={STATUSES}
      value={status}
      width={170}
      onChange={(value) => setSearch({ status: value, offset: undefined })}
    />
  ),
  empty: ({ search: { status } }) =>
    status ? (
      <Empty title="No runs in this state" />
    ) : (
      <Empty title="No research yet">
        A run reads a website, describes what it is about, and harvests matching keywords once you confirm.
      </Empty>
    ),
  label: 'Research runs',
  fileName: 'research-runs',
  rows: ({ runs }) => runs,
  columns: COLUMNS,
  rowKey: ({ run_id: id }) => id,
  open: ({ run_id: researchId }, { navigate }) =>
    void navigate({ to: '/p/$projectId/research/$researchId', params: (before: object) => ({ ...before, researchId }) } as never),
});

/** A button that begins a run. */
function StartRun() {
  const projectId = useProjectId();
  const { rights } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!rights.has('edit')) return null;
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
        Research a website
      </Button>
      <StartDialog isOpen={isOpen} onClose={() => setOpen(false)} projectId={projectId} />
    </>
  );
}
