import type { UseQueryResult } from '@tanstack/react-query';
import { getInbox, type GetInboxResponse } from '#client';
import type { ApiError } from '#data/answers/api-error.ts';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { useLive } from '#data/live.ts';
import { useCurrentProjectId } from './project.ts';

/** Entries that the bell shows. */
const NEWEST = 8;
const EVERY_MS = 60_000;
/** Where the console lies: paths of entries begin with it, paths of screens do not. */
const CONSOLE = '/console';

/**
 * The newest entries of the inbox and how many are unread: asked for again when the service says that one was added, and once a minute.
 * Members hear of the project that they look at alone.
 */
export function useInbox(isWanted: boolean): UseQueryResult<GetInboxResponse, ApiError> {
  const projectId = useCurrentProjectId();
  useLive({
    topics: ['inbox', ...(projectId === undefined ? [] : [`project:${projectId}`])],
    answers: [answerKey(getInbox)],
    matches: ({ type, change }) => type === 'inbox' || change === 'inbox',
  });
  return useAnswer(getInbox, { query: { limit: NEWEST } }, { everyMs: EVERY_MS, isWanted });
}

/** The path of an entry as links of the console have it. */
export function toScreenPath(path: string): string {
  return path.startsWith(CONSOLE) ? path.slice(CONSOLE.length) || '/' : path;
}
