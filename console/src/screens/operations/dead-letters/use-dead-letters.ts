import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getAdminQueueDeadLetter, type DeadLetter } from '#client';
import { answerKey, ask, toInterval } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';

export interface DeadLetters {
  /** Newest first. */
  readonly letters: readonly DeadLetter[];
  readonly total: number;
}

const PAGE = 200;
/** Enough to see what is wrong; older letters are reached when these are gone. */
const LETTERS_MAX = 2000;

/** The newest dead letters of all queues, page after page. */
export function useDeadLetters(everyMs: number | undefined): UseQueryResult<DeadLetters, ApiError> {
  return useQuery<DeadLetters, ApiError>({
    queryKey: answerKey(getAdminQueueDeadLetter, 'all'),
    queryFn: ({ signal }) => readAll(signal),
    placeholderData: keepPreviousData,
    refetchInterval: toInterval(everyMs),
  });
}

async function readAll(signal: AbortSignal): Promise<DeadLetters> {
  const letters: DeadLetter[] = [];
  for (;;) {
    const { dead_letters: page, pagination } = await ask(getAdminQueueDeadLetter, {
      query: { limit: PAGE, offset: letters.length },
      signal,
    });
    letters.push(...page);
    if (!pagination.has_more || page.length === 0 || letters.length >= LETTERS_MAX) return { letters, total: pagination.total };
  }
}
