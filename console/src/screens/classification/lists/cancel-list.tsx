import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteClassifyByListId,
  getClassify,
  getClassifyByListId,
  getClassifyByListIdItems,
  type GetClassifyByListIdResponse,
} from '#client';
import { useSession } from '#app/session.tsx';
import { answerKey, ask } from '#data/answers/answers.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { isGoingOn } from './words.ts';

/** Ends a list that goes on, after asking. */
export function Cancel({ list }: { readonly list: GetClassifyByListIdResponse }) {
  const queries = useQueryClient();
  const { scopes } = useSession();
  const [isAsking, setAsking] = useState(false);
  if (!scopes.has('write') || !isGoingOn(list)) return null;
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
