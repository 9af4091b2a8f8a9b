import { Progress as ProgressBar, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getClassifyByListId, getClassifyByListIdItems, type GetClassifyByListIdResponse } from '#client';
import { answerKey, useAnswer } from '#data/answers.ts';
import { formatCount } from '#data/format.ts';
import { Section } from '#ui/section.tsx';

/** While the list goes on, it is asked for again. */
const LOOK_MS = 1_000;

/** How many items are done. As long as it is shown, what is known of the list is kept new. */
export function Progress({ list }: { readonly list: GetClassifyByListIdResponse }) {
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
