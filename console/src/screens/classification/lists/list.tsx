import { Alert, Group, Progress as ProgressBar, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getClassifyByListId, getClassifyByListIdItems, type GetClassifyByListIdResponse } from '#client';
import { useParameter } from '#app/project.ts';
import { useAnswer, answerKey } from '#data/answers/answers.ts';
import { formatInstant, formatUsd, formatCount } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Cancel } from './cancel-list.tsx';
import { LeftOut } from './left-out.tsx';
import { ListItems } from './list-items.tsx';
import { ListStatus } from './list-status.tsx';
import { Summary } from './summary.tsx';
import { isGoingOn } from './words.ts';
import { sayList } from '../figures.ts';

/** While the list goes on, it is asked for again. */
const LOOK_MS = 1_000;

/** A list that is classified: how far it is, and what its items are. */
export function View() {
  const listId = useParameter('listId');
  const answer = useAnswer(getClassifyByListId, { path: { list_id: listId } });
  const list = answer.data;
  return (
    <>
      <PageHeader
        title={list?.name ?? 'Classified list'}
        lead={list && sayList(list)}
        description={
          list && (
            <Group gap="xs">
              <AppLink to="/classification/classify">Classify</AppLink>
              <ListStatus status={list.status} />
              <span>
                Began {formatInstant(list.created_at)} UTC, has cost {formatUsd(list.cost_usd)}.
              </span>
            </Group>
          )
        }
        actions={list && <Cancel list={list} />}
      />
      <Answered answer={answer} height={480}>
        {(read) => (
          <>
            {read.error !== null && (
              <Alert color="red" variant="outline" mb="md" title={`The list failed: ${read.error}`} icon={<Icon name="alert" />}>
                Results so far are kept. Send the workflow again from Dead letters to continue with the remaining items.
              </Alert>
            )}
            {isGoingOn(read) && <Progress list={read} />}
            <Summary list={read} />
            <LeftOut refused={read.refused} duplicates={read.duplicates} />
            <ListItems list={read} />
          </>
        )}
      </Answered>
    </>
  );
}

/** Progress of a list in items; while it is shown, the list is kept up to date. */
function Progress({ list }: { readonly list: GetClassifyByListIdResponse }) {
  useAnswer(getClassifyByListId, { path: { list_id: list.list_id } }, { everyMs: LOOK_MS });
  const queries = useQueryClient();
  // The last items are judged after they were last read: when the list ends they are read once more.
  useEffect(() => () => void queries.invalidateQueries({ queryKey: answerKey(getClassifyByListIdItems) }), [queries]);
  const { done, items, status } = list;
  return (
    <Section title={status === 'queued' ? 'The list is queued' : 'The list is being classified'}>
      <Text size="sm" mb="xs" role="status">
        {formatCount(done)} of {formatCount(items)} items done. You can leave this page; the work continues.
      </Text>
      <ProgressBar value={items === 0 ? 0 : (100 * done) / items} aria-label="Items done" />
    </Section>
  );
}
