import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { getAdminQueueDeadLetter, type DeadLetter } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { answerKey } from '#data/answers/answers.ts';
import { formatCount, formatInstant, formatPlural } from '#data/format.ts';
import { useLive } from '#data/live.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Bars } from '#ui/charts/bars.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { useGridPlace, useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { countByHour, groupLetters, type LetterGroup } from './group-letters.ts';
import { Letter } from './letter.tsx';
import { RetryLetters } from './retry-letters.tsx';
import { deadLettersSearch } from './search.ts';
import { sayDeadLetters } from '../leads.ts';
import { useDeadLetters, type DeadLetters } from './use-dead-letters.ts';

/** What failed after all its tries, by the reason why. */
export function View() {
  const everyMs = useLive({
    topics: ['workflow'],
    answers: [answerKey(getAdminQueueDeadLetter)],
    matches: ({ status }) => status === 'failed' || status === 'queued',
  });
  const answer = useDeadLetters(everyMs);
  return (
    <>
      <PageHeader
        title="Dead letters"
        lead={
          answer.data
            ? sayDeadLetters({ total: answer.data.total, reasons: groupLetters(answer.data.letters).length })
            : 'Messages that failed after all retries. They stay here until you send them again.'
        }
      />
      <Answered answer={answer} height={480}>
        {(data) =>
          data.letters.length === 0 ? (
            <Empty
              title="No dead letters"
              action={
                <ButtonLink to="/ops/queues" variant="default">
                  Look at the queues
                </ButtonLink>
              }
            >
              What fails for good is kept here, to be looked at and sent again.
            </Empty>
          ) : (
            <Letters data={data} nowMs={answer.dataUpdatedAt} />
          )
        }
      </Answered>
    </>
  );
}

const HOURS = 48;

function Letters({ data: { letters, total }, nowMs }: { readonly data: DeadLetters; readonly nowMs: number }) {
  const { search, setSearch } = useScreenSearch(deadLettersSearch);
  const groups = useMemo(() => groupLetters(letters), [letters]);
  const bars = useMemo(
    () =>
      countByHour(letters, nowMs, HOURS).map(({ hour, counts }) => ({
        label: `${hour.slice(5, 10)} ${hour.slice(11)}:00`,
        parts: [...counts].map(([name, value]) => ({ name, value })),
      })),
    [letters, nowMs],
  );
  const place = useGridPlace();
  const open = groups.find(({ key }) => key === search.group);
  const letter = letters.find(({ id }) => id === search.letter);
  return (
    <>
      <Section title="Per hour, last two days">
        <Bars label="Dead letters per hour by workflow" barName="Hour (UTC)" bars={bars} format={formatCount} height={160} />
      </Section>
      {total > letters.length && (
        <Text size="sm" mb="xs">
          The newest {formatCount(letters.length)} of {formatCount(total)} are shown.
        </Text>
      )}
      <RowsGrid
        label="Reasons"
        rows={groups}
        columns={GROUP_COLUMNS}
        rowKey={toKey}
        place={place}
        fileName="dead-letter-groups"
        onOpen={({ key }) => setSearch({ group: key === search.group ? undefined : key })}
      />
      {open && <OpenGroup key={open.key} group={open} onOpen={(id) => setSearch({ letter: id })} />}
      <Letter letter={letter} onClose={() => setSearch({ letter: undefined })} />
    </>
  );
}

const toKey = ({ key }: LetterGroup): string => key;
const toId = ({ id }: DeadLetter): string => id;

const GROUP_COLUMNS: readonly RowColumn<LetterGroup>[] = [
  { id: 'error', title: 'Error', kind: 'text', width: 420, value: ({ error }) => error },
  { id: 'workflow', title: 'Workflow', kind: 'text', width: 180, value: ({ workflow }) => workflow, isOnPhone: true },
  { id: 'queue', title: 'Queue', kind: 'text', width: 180, value: ({ queue }) => queue },
  {
    id: 'waiting',
    title: 'Waiting',
    hint: 'Not sent again yet',
    kind: 'number',
    width: 90,
    value: ({ waiting }) => waiting.length,
    isOnPhone: true,
  },
  { id: 'retried', title: 'Sent again', kind: 'number', width: 110, value: ({ letters, waiting }) => letters.length - waiting.length },
  {
    id: 'last',
    title: 'Last (UTC)',
    kind: 'text',
    width: 180,
    isDescendingFirst: true,
    value: ({ lastAt }) => lastAt,
    render: ({ lastAt }) => formatInstant(lastAt),
    isOnPhone: true,
  },
];

const LETTER_COLUMNS: readonly RowColumn<DeadLetter>[] = [
  { id: 'title', title: 'Work', kind: 'text', width: 280, value: ({ title }) => title, isOnPhone: true },
  { id: 'id', title: 'Letter', kind: 'text', width: 280, isHidden: true, value: ({ id }) => id },
  {
    id: 'failed',
    title: 'Failed (UTC)',
    kind: 'text',
    width: 180,
    value: ({ failed_at: at }) => at,
    render: ({ failed_at: at }) => formatInstant(at),
    isOnPhone: true,
  },
  { id: 'tries', title: 'Tries', kind: 'number', width: 70, value: ({ attempts }) => attempts, isOnPhone: true },
  {
    id: 'retried',
    title: 'Sent again (UTC)',
    kind: 'text',
    width: 180,
    value: ({ retried_at: at }) => at,
    render: ({ retried_at: at }) => formatInstant(at),
  },
  { id: 'error', title: 'Error', kind: 'text', width: 420, value: ({ error }) => error },
];

/** The work of a group of one by its subject, of several by its kind. */
function nameGroup({ workflow, letters: [first, ...more] }: LetterGroup): string {
  return first !== undefined && more.length === 0 ? first.title : workflow;
}

function OpenGroup({ group, onOpen }: { readonly group: LetterGroup; readonly onOpen: (id: string) => void }) {
  const [retried, setRetried] = useState<readonly DeadLetter[]>();
  const place = useLocalPlace();
  return (
    <Section
      title={`${nameGroup(group)}: ${group.error}`}
      actions={
        <Button variant="default" disabled={group.waiting.length === 0} onClick={() => setRetried(group.waiting)}>
          {group.waiting.length === 0 ? 'All were sent again' : `Send ${formatPlural(group.waiting.length, 'message')} again`}
        </Button>
      }
    >
      <RowsGrid
        label="Letters of this reason"
        rows={group.letters}
        columns={LETTER_COLUMNS}
        rowKey={toId}
        place={place}
        fileName="dead-letters"
        onOpen={({ id }) => onOpen(id)}
        bulk={(keys) => (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setRetried(group.waiting.filter(({ id }) => keys.includes(id)))}>
              Send again
            </Button>
          </Group>
        )}
      />
      {retried && <RetryLetters letters={retried} onClose={() => setRetried(undefined)} />}
    </Section>
  );
}
