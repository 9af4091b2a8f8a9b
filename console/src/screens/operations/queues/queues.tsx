import { Alert, Button, Text } from '@mantine/core';
import { useState, useEffect } from 'react';
import { getAdminConfig, getAdminQueueMetrics, postAdminQueueByNamePurge, putAdminConfig, type QueueMetrics } from '#client';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { useLive, useLiveEvents } from '#data/live.ts';
import { Answered } from '#ui/states/answered.tsx';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { MinuteBars } from '#ui/charts/minute-bars.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { addSamples, type MinuteHistory } from '#data/time/minute-history.ts';
import { makeStore, useStore } from '#data/store.ts';
import { sayQueues } from '../leads.ts';
import { useRefresh } from '../use-refresh.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';

/** Kept while the tab is open, so that the way back to the screen does not begin again. */
const pendingHistory = makeStore<MinuteHistory>(new Map());

const POLL_MS = 15_000;
/** Its messages wait for people, on a screen of their own. */
const DEAD_LETTERS = 'dead-letter';

/** What waits, what is being done, and the means to stop it. */
export function View() {
  const everyMs = useLive({ topics: ['queue', 'workflow'], answers: [answerKey(getAdminQueueMetrics)] });
  const answer = useAnswer(getAdminQueueMetrics, {}, { everyMs: everyMs ?? POLL_MS });
  const history = usePendingHistory(answer.data?.queues, answer.dataUpdatedAt);
  const place = useGridPlace();
  const [purged, setPurged] = useState<QueueMetrics>();
  return (
    <>
      <PageHeader
        title="Queues"
        lead={answer.data ? sayQueues(answer.data.queues) : 'Work that takes longer than a request waits in a queue.'}
        actions={answer.data && <DrainButton isDraining={answer.data.drain_mode} />}
      />
      <Answered answer={answer} height={480}>
        {({ queues, drain_mode: isDraining }) => (
          <>
            {isDraining && (
              <Alert variant="outline" color="yellow" title="Drain mode is on" mb="md">
                Messages are discarded without being processed. Everything that comes in is lost until drain mode is off.
              </Alert>
            )}
            <Section title="Waiting, last hour">
              <MinuteBars
                label="Waiting messages, maximum per minute"
                history={history}
                nowMs={answer.dataUpdatedAt}
                isShown={isWork}
                format={formatCount}
              />
            </Section>
            <RowsGrid
              label="Queues"
              rows={queues}
              columns={QUEUE_COLUMNS}
              rowKey={toKey}
              place={place}
              fileName="queues"
              bulk={(keys) => <PurgeButton queues={queues} keys={keys} onPurge={setPurged} />}
            />
          </>
        )}
      </Answered>
      {purged && <ConfirmPurge queue={purged} onClose={() => setPurged(undefined)} />}
    </>
  );
}

const toKey = ({ name }: { readonly name: string }): string => name;

const isWork = (name: string): boolean => name !== DEAD_LETTERS;

interface PurgeButtonProps {
  readonly queues: readonly QueueMetrics[];
  readonly keys: readonly string[];
  readonly onPurge: (queue: QueueMetrics) => void;
}

/** One queue at a time: each is confirmed by its name. */
function PurgeButton({ queues, keys, onPurge }: PurgeButtonProps) {
  const queue = keys.length === 1 ? queues.find(({ name }) => name === keys[0]) : undefined;
  return (
    <Button size="xs" variant="default" disabled={!queue} onClick={() => queue && onPurge(queue)}>
      {queue ? `Purge ${queue.name}` : 'Purge: choose one queue'}
    </Button>
  );
}

function ConfirmPurge({ queue: { name, pending }, onClose }: { readonly queue: QueueMetrics; readonly onClose: () => void }) {
  const refresh = useRefresh(getAdminQueueMetrics);
  return (
    <ConfirmAction
      isOpen
      onClose={onClose}
      title={`Purge ${name}`}
      verb="Purge"
      word={name}
      isDanger
      run={() => ask(postAdminQueueByNamePurge, { path: { name } })}
      onDone={refresh}
    >
      {formatPlural(pending, 'message')} that {pending === 1 ? 'waits' : 'wait'} in this queue {pending === 1 ? 'is' : 'are'} removed and
      never processed. Messages in progress continue.
    </ConfirmAction>
  );
}

function DrainButton({ isDraining }: { readonly isDraining: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh(getAdminQueueMetrics, getAdminConfig);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {isDraining ? 'End drain mode' : 'Drain all queues'}
      </Button>
      {isOpen && (
        <ConfirmAction
          isOpen
          onClose={() => setOpen(false)}
          title={isDraining ? 'End drain mode' : 'Drain all queues'}
          verb={isDraining ? 'End drain mode' : 'Drain'}
          {...(!isDraining && { word: 'drain' })}
          isDanger={!isDraining}
          run={() => ask(putAdminConfig, { body: { drain_mode: !isDraining } })}
          onDone={refresh}
        >
          {isDraining
            ? 'Messages are processed again from now on. Drained messages do not come back.'
            : 'Every message in every queue is discarded without being processed until drain mode is off. Drained messages are lost.'}
        </ConfirmAction>
      )}
    </>
  );
}

/** Collects how much waits on each queue, from the events of queues and from the answers of the service. */
function usePendingHistory(queues: readonly QueueMetrics[] | undefined, answeredAtMs: number): MinuteHistory {
  useLiveEvents(['queue'], ({ ts, queue, pending }) => {
    if (typeof queue === 'string' && typeof pending === 'number')
      pendingHistory.set(addSamples(pendingHistory.get(), [{ name: queue, atMs: ts, value: pending }]));
  });
  useEffect(() => {
    if (queues)
      pendingHistory.set(
        addSamples(
          pendingHistory.get(),
          queues.map(({ name, pending }) => ({ name, atMs: answeredAtMs, value: pending })),
        ),
      );
  }, [queues, answeredAtMs]);
  return useStore(pendingHistory);
}

/** Columns of the list of queues. */
const QUEUE_COLUMNS: readonly RowColumn<QueueMetrics>[] = [
  column.text('name', 'Queue', 220, { render: ({ name, summary }) => <span title={summary}>{name}</span> }),
  column.count('pending', 'Waiting', 90, { isOnPhone: true }),
  column.count('processing', 'In progress', 100, { isOnPhone: true }),
  column.count('completed', 'Done, last hour', 130, { of: 'completed_last_hour' }),
  column.count('failed', 'Failed, last hour', 130, {
    of: 'failed_last_hour',
    isOnPhone: true,
    render: ({ failed_last_hour: failed }) =>
      failed > 0 ? (
        <Text span inherit fw={600} c="var(--bad)">
          {failed}
        </Text>
      ) : (
        '0'
      ),
  }),
  column.duration('average', 'Duration', 90, { of: 'avg_processing_time_ms', hint: 'Average of messages done in the last hour' }),
  column.duration('oldest', 'Oldest wait', 110, { of: 'oldest_age_ms' }),
  column.count('drained', 'Drained', 90, { hint: 'Discarded in drain mode without being processed' }),
  column.count('consumers', 'Processes', 90),
  column.count('concurrency', 'Concurrency', 80),
  column.count('retries', 'Retries', 80, { of: 'max_retries' }),
];
