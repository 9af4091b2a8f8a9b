import { Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { getAdminQueueDeadLetter, getAttention, postAdminQueueDeadLetterByIdRetry, type DeadLetter } from '#client';
import { ask } from '#data/answers/answers.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { useRefresh } from '../use-refresh.ts';

interface RetryLettersProps {
  readonly letters: readonly DeadLetter[];
  readonly onClose: () => void;
}

/** Sends dead letters again, one after the other. */
export function RetryLetters({ letters, onClose }: RetryLettersProps) {
  const [done, setDone] = useState(0);
  const refresh = useRefresh(getAdminQueueDeadLetter, getAttention);
  const retryAll = async () => {
    try {
      let sent;
      for (const [index, { id }] of letters.entries()) {
        sent = await ask(postAdminQueueDeadLetterByIdRetry, { path: { id } });
        setDone(index + 1);
      }
      return sent;
    } finally {
      refresh();
    }
  };
  const queues = [...new Set(letters.map(({ queue }) => queue))].join(', ');
  return (
    <ConfirmAction
      isOpen
      onClose={onClose}
      title={letters.length === 1 ? `${letters[0]?.title}: send again` : `Send ${formatPlural(letters.length, 'message')} again`}
      verb="Send again"
      run={retryAll}
    >
      {letters.length === 0
        ? 'None are waiting: all were sent again.'
        : `They go back to ${queues} with all their retries. Each try repeats its calls, and paid calls are paid again.`}
      {done > 0 && (
        <>
          <Progress value={(100 * done) / letters.length} mt="sm" aria-label="Sent again" />
          <Text size="xs">
            {formatCount(done)} of {formatCount(letters.length)}
          </Text>
        </>
      )}
    </ConfirmAction>
  );
}
