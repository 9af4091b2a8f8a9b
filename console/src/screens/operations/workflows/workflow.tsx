import { Group, Stack, Text } from '@mantine/core';
import {
  getAdminWorkflowByTypeByWorkflowId,
  getAdminWorkflowByTypeByWorkflowIdHistory,
  type GetAdminWorkflowByTypeByWorkflowIdResponse,
  type WorkflowEvent,
} from '#client';
import { useParameter } from '#app/project.ts';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { formatDuration } from '#data/time/duration.ts';
import { formatInstant, formatCount } from '#data/format.ts';
import { useLive } from '#data/live.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Gantt } from '#ui/charts/gantt.tsx';
import { JsonBlock } from '#ui/json-block.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { toTimelineSteps } from '#ui/charts/timeline/steps.ts';
import { Controls } from './controls.tsx';
import { Tree } from './tree.tsx';
import { sayWorkflow } from '../leads.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';

const HISTORY_MAX = 1000;

/** One workflow: where it is, what it tried, what it began, and the means to steer it. */
export function View() {
  const type = useParameter('type');
  const workflowId = useParameter('workflowId');
  const path = { type, workflow_id: workflowId };
  const reads = [getAdminWorkflowByTypeByWorkflowId, getAdminWorkflowByTypeByWorkflowIdHistory] as const;
  const everyMs = useLive({
    topics: ['workflow', 'step'],
    answers: reads.map((read) => answerKey(read)),
    matches: (event) => event['workflow_id'] === workflowId || event['parent_id'] === workflowId,
    isBusy: true,
  });
  const workflow = useAnswer(reads[0], { path }, { everyMs });
  const history = useAnswer(reads[1], { path, query: { limit: HISTORY_MAX } }, { everyMs });
  return (
    <Answered answer={workflow} height={480}>
      {(data) => (
        <>
          <Header workflow={data} />
          {data.error !== null && <ErrorNote error={{ message: 'This workflow failed', hint: data.error, requestId: undefined }} />}
          <Answered answer={history} height={240}>
            {(events) => <Steps workflow={data} history={events.history} />}
          </Answered>
          <Tree workflow={data} />
          {data.output !== null && data.output !== undefined && (
            <Section title="Output">
              <JsonBlock label="Output" value={data.output} />
            </Section>
          )}
          {history.data && <Events events={history.data.history} total={history.data.pagination.total} />}
        </>
      )}
    </Answered>
  );
}

interface WorkflowProps {
  readonly workflow: GetAdminWorkflowByTypeByWorkflowIdResponse;
}

function Header({ workflow }: WorkflowProps) {
  const { type, id, title, status, created_at: created, started_at: started, completed_at: completed, duration_ms: ms } = workflow;
  return (
    <>
      <PageHeader
        title={title}
        lead={sayWorkflow(workflow)}
        description={
          <Group gap={4} wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {type} {id}
            </Text>
            <CopyButton text={id} label="Copy the id" />
          </Group>
        }
        actions={<Controls workflow={workflow} />}
      />
      <Stack mb="md" gap="xs" align="flex-start">
        <StatusBadge status={status} />
        <Facts
          facts={[
            ['Created', `${formatInstant(created)} UTC`],
            ['Started', started === null ? 'not yet' : `${formatInstant(started)} UTC`],
            ['Ended', completed === null ? 'not yet' : `${formatInstant(completed)} UTC`],
            ['Took', formatDuration(ms)],
          ]}
        />
      </Stack>
    </>
  );
}

function Steps({ workflow, history }: WorkflowProps & { readonly history: readonly WorkflowEvent[] }) {
  const now = workflow.completed_at === null ? Date.now() : Date.parse(workflow.completed_at);
  const steps = toTimelineSteps(workflow.steps, history, now);
  return (
    <Section title="Steps">
      {steps.length === 0 ? (
        <Text size="sm">No steps recorded yet.</Text>
      ) : (
        <Gantt
          label={`Steps of ${workflow.type}`}
          steps={steps}
          span={{ startMs: Date.parse(workflow.created_at), endMs: now }}
          formatMs={formatDuration}
        />
      )}
    </Section>
  );
}

const COLUMNS: readonly RowColumn<WorkflowEvent>[] = [
  column.text('at', 'At (UTC)', 190, { render: ({ at }) => at.slice(0, 23).replace('T', ' ') }),
  column.text('event', 'Event', 140, { of: ({ event }) => event.replaceAll('_', ' '), isOnPhone: true }),
  column.text('step', 'Step', 170, { isOnPhone: true }),
  column.count('attempt', 'Try', 60),
  column.duration('duration', 'Took', 90, { of: 'duration_ms', isOnPhone: true }),
  column.duration('wait', 'Next try after', 110, { of: 'wait_ms' }),
  column.text('error', 'Error', 320),
];

const toKey = ({ at, event, step, attempt }: WorkflowEvent): string => `${at} ${event} ${step} ${attempt}`;

/** Everything that happened to a workflow, in the order it happened. */
function Events({ events, total }: { readonly events: readonly WorkflowEvent[]; readonly total: number }) {
  const place = useLocalPlace();
  return (
    <Section title={`History: ${formatCount(total)} ${total === 1 ? 'event' : 'events'}`}>
      <RowsGrid label="History" rows={events} columns={COLUMNS} rowKey={toKey} place={place} fileName="workflow-history" />
    </Section>
  );
}
