import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { getAdminQueueDeadLetter, type DeadLetter } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { answerKey } from '#data/answers/answers.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { useLive } from '#data/live.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Bars } from '#ui/charts/bars.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
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
  column.text('error', 'Error', 420),
  column.text('workflow', 'Workflow', 180, { isOnPhone: true }),
  column.text('queue', 'Queue', 180),
  column.count('waiting', 'Waiting', 90, { of: ({ waiting }) => waiting.length, hint: 'Not sent again yet', isOnPhone: true }),
  column.count('retried', 'Sent again', 110, { of: ({ letters, waiting }) => letters.length - waiting.length }),
  column.instant('last', 'Last (UTC)', 180, { of: 'lastAt', isOnPhone: true }),
];

const LETTER_COLUMNS: readonly RowColumn<DeadLetter>[] = [
  column.text('title', 'Work', 280, { isOnPhone: true }),
  column.text('id', 'Letter', 280, { isHidden: true }),
  column.instant('failed', 'Failed (UTC)', 180, { of: 'failed_at', isOnPhone: true }),
  column.count('tries', 'Tries', 70, { of: 'attempts', isOnPhone: true }),
  column.instant('retried', 'Sent again (UTC)', 180, { of: 'retried_at' }),
  column.text('error', 'Error', 420),
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
