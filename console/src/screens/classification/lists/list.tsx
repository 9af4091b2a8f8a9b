import { Alert, Group } from '@mantine/core';
import { getClassifyByListId } from '#client';
import { useParameter } from '#app/project.ts';
import { useAnswer } from '#data/answers.ts';
import { formatInstant, formatUsd } from '#data/format.ts';
import { Answered } from '#ui/answered.tsx';
import { AppLink } from '#ui/app-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Cancel } from './cancel-list.tsx';
import { LeftOut } from './left-out.tsx';
import { ListItems } from './list-items.tsx';
import { ListStatus } from './list-status.tsx';
import { Progress } from './progress.tsx';
import { Summary } from './summary.tsx';
import { isGoingOn } from './words.ts';
import { sayList } from '../figures.ts';

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
