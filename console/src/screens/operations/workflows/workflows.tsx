import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { getAdminWorkflowsFailures, getAdminWorkflowsHistory, getAdminWorkflowsRunning, type GetAdminWorkflowsRunningData } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';
import { useLive } from '#data/live.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { RetryLetters } from '../dead-letters/retry-letters.tsx';
import { useDeadLetters } from '../dead-letters/use-dead-letters.ts';
import { sayWorkflows } from '../leads.ts';
import { WORKFLOW_COLUMNS } from './columns.tsx';
import { STATES, workflowsSearch, type State } from './search.ts';
import { StartWorkflow } from './start-workflow.tsx';
import { useWorkflowForms } from './use-workflow-forms.ts';
import { Select } from '#ui/forms/select.tsx';
import { Segments } from '#ui/charts/segments.tsx';

type Query = NonNullable<GetAdminWorkflowsRunningData['query']>;

const READS = { running: getAdminWorkflowsRunning, ended: getAdminWorkflowsHistory, failed: getAdminWorkflowsFailures } as const;
const LABELS = { running: 'Open', ended: 'Ended', failed: 'Failed' } as const;
const LIMIT = 100;

/** What runs, what ran, what failed. */
export function View() {
  const { search, setSearch } = useScreenSearch(workflowsSearch);
  const { state, type, offset, start } = search;
  const read = READS[state];
  const everyMs = useLive({ topics: ['workflow'], answers: [answerKey(read)], isBusy: state === 'running' });
  // The service says which types there are, and refuses others.
  const options = { query: { limit: LIMIT, offset: offset ?? 0, ...(type && { type: type as NonNullable<Query['type']> }) } };
  const answer = useAnswer(read, options, { everyMs });
  const place = useGridPlace();
  return (
    <>
      <PageHeader
        title="Workflows"
        lead={answer.data && sayWorkflows(state, answer.data.pagination.total, type)}
        description="Durable work in recorded steps: each step is done once, even if a process dies."
        actions={
          <Button leftSection={<Icon name="play" size={15} />} onClick={() => setSearch({ start: 'choose' })}>
            Start a workflow
          </Button>
        }
      />
      <Group mb="md">
        <Segments
          aria-label="State"
          value={state}
          onChange={(value) => setSearch({ state: value as State, offset: undefined })}
          data={STATES.map((value) => ({ value, label: LABELS[value] }))}
        />
        <TypeFilter type={type} onType={(value) => setSearch({ type: value, offset: undefined })} />
      </Group>
      <Answered answer={answer} height={400}>
        {({ workflows, pagination }) => (
          <>
            <RowsGrid
              label={`Workflows: ${LABELS[state]}`}
              rows={workflows}
              columns={WORKFLOW_COLUMNS}
              rowKey={toKey}
              place={place}
              fileName="workflows"
              bulk={state === 'failed' ? (keys) => <RetryFailed workflowIds={keys} /> : undefined}
              whole={toWholeList(read, options, pagination)}
              source={toListSource(read, options)}
              empty={<Nothing state={state} type={type} onClear={() => setSearch({ type: undefined })} />}
            />
            <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next })} />
          </>
        )}
      </Answered>
      <StartWorkflow type={start} onType={(next) => setSearch({ start: next })} />
    </>
  );
}

const toKey = ({ id }: { readonly id: string }): string => id;

/** The types are read when one is to be chosen. */
function TypeFilter({ type, onType }: { readonly type: string | undefined; readonly onType: (type: string | undefined) => void }) {
  const [isWanted, setWanted] = useState(false);
  const { data } = useWorkflowForms(isWanted);
  const types = data?.types ?? (type === undefined ? [] : [type]);
  return (
    <Select
      aria-label="Type"
      placeholder="All types"
      clearable
      data={[...types]}
      value={type ?? null}
      onPointerEnter={() => setWanted(true)}
      onFocus={() => setWanted(true)}
      onChange={(value) => onType(value ?? undefined)}
    />
  );
}

const NOTHING = {
  running: { title: 'Nothing running or waiting', text: 'Schedules and requests start workflows; they appear here automatically.' },
  ended: { title: 'No ended workflows', text: 'Ended workflows are kept for a few days.' },
  failed: { title: 'No failed workflows', text: 'Workflows that failed after all retries appear here.' },
};

interface NothingProps {
  readonly state: State;
  readonly type: string | undefined;
  readonly onClear: () => void;
}

function Nothing({ state, type, onClear }: NothingProps) {
  if (type === undefined) return <Empty title={NOTHING[state].title}>{NOTHING[state].text}</Empty>;
  return (
    <Empty
      title={`${NOTHING[state].title}: ${type}`}
      action={
        <Button variant="default" onClick={onClear}>
          Show all types
        </Button>
      }
    />
  );
}

/** Sends the messages of chosen failed workflows again: each left a dead letter, which goes back once. */
function RetryFailed({ workflowIds }: { readonly workflowIds: readonly string[] }) {
  const { data } = useDeadLetters(undefined);
  const [isOpen, setOpen] = useState(false);
  const letters = (data?.letters ?? []).filter(({ workflow_id: id, retried_at: at }) => at === null && workflowIds.includes(id));
  if (data && letters.length === 0)
    return (
      <Text size="sm" span>
        Nothing of these waits to be sent again.
      </Text>
    );
  return (
    <>
      <Button size="compact-sm" disabled={letters.length === 0} onClick={() => setOpen(true)}>
        Send {formatPlural(letters.length, 'message')} again
      </Button>
      {isOpen && <RetryLetters letters={letters} onClose={() => setOpen(false)} />}
    </>
  );
}
