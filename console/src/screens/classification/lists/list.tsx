import { Alert, Group, Progress as ProgressBar, Text, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  getClassifyByListId,
  getClassifyByListIdItems,
  type GetClassifyByListIdResponse,
  deleteClassifyByListId,
  getClassify,
} from '#client';
import { useParameter } from '#app/project.ts';
import { useAnswer, answerKey, ask } from '#data/answers/answers.ts';
import { formatInstant, formatCount, formatPlural } from '#data/format.ts';
import { forUsd } from '#ui/states/money.ts';
import { Answered } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { LeftOut } from './left-out.tsx';
import { ListItems } from './list-items.tsx';
import { ListStatus } from './list-status.tsx';
import { isGoingOn, ITEM_STATUSES, STATUS_WORDS, type ItemStatus } from './words.ts';
import { sayList } from '../figures.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { Distribution } from '#ui/charts/distribution.tsx';
import { useCount } from '../use-count.ts';
import { listSearch } from '../search.ts';
import { useSession } from '#app/session.tsx';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';

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
                Began {formatInstant(list.created_at)} UTC{forUsd(list.cost_usd, ', has cost ')}.
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

const COLOURS: Readonly<Record<ItemStatus, string>> = {
  classified: 'var(--mantine-color-teal-6)',
  corrected: 'var(--mantine-color-indigo-6)',
  unsure: 'var(--mantine-color-yellow-6)',
  failed: 'var(--mantine-color-red-6)',
  over_budget: 'var(--mantine-color-orange-6)',
  waiting: 'var(--mantine-color-gray-5)',
  not_reached: 'var(--mantine-color-gray-6)',
};

/** Numbers of items by how they ended; a press shows only those. */
function Summary({ list: { items, statuses } }: { readonly list: GetClassifyByListIdResponse }) {
  const { search, setSearch } = useScreenSearch(listSearch);
  const count = useCount();
  return (
    <Distribution
      label="Items by result"
      blocks={ITEM_STATUSES.filter((status) => statuses[status] > 0).map((id) => ({
        id,
        label: STATUS_WORDS[id],
        count: statuses[id],
        color: COLOURS[id],
      }))}
      total={items}
      reading={count(formatPlural(items, 'item of the list', 'items of the list'))}
      chosen={search.status === undefined ? [] : [search.status]}
      onChoose={(chosen) => setSearch({ status: chosen.at(-1), offset: undefined })}
    />
  );
}

/** Ends a list that goes on, after asking. */
function Cancel({ list }: { readonly list: GetClassifyByListIdResponse }) {
  const queries = useQueryClient();
  const { rights } = useSession();
  const [isAsking, setAsking] = useState(false);
  if (!rights.has('edit') || !isGoingOn(list)) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="stop" size={15} />} onClick={() => setAsking(true)}>
        Cancel
      </Button>
      <ConfirmAction
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Cancel the list"
        verb="Cancel the list"
        isDanger
        run={() => ask(deleteClassifyByListId, { path: { list_id: list.list_id } })}
        onDone={() => {
          for (const stale of [getClassify, getClassifyByListId, getClassifyByListIdItems])
            void queries.invalidateQueries({ queryKey: answerKey(stale) });
        }}
      >
        The run stops and cannot be resumed. Results so far are kept, and money already spent is not refunded.
      </ConfirmAction>
    </>
  );
}
