import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { makeLive, type LiveEvent } from './live/connection.ts';
import { makeThrottle } from './live/throttle.ts';

export type { LiveEvent } from './live/connection.ts';

const POLL_BUSY_MS = 5000;
const POLL_MS = 30_000;
const REFETCH_MS = 1000;

const PATH = '/api/live';

/** What a caller may listen to: operators everything, members their projects. */
export type LiveAccess = 'all' | 'projects' | 'none';

let access: LiveAccess = 'none';

/** The one socket of this tab. The cookie of the session opens it. */
const live = makeLive({
  connect: () => {
    if (access === 'none') return undefined;
    const url = new URL(PATH, window.location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(url);
  },
  isAllowed: (topic) => access === 'all' || (access === 'projects' && topic.startsWith('project:')),
});

/** Says what the caller may listen to. What arrives by no socket is asked for from time to time. */
export function setLiveAccess(value: LiveAccess): void {
  if (access === value) return;
  access = value;
  live.reconnect();
}

/** Calls a function with each event of some topics while the screen is there. */
export function useLiveEvents(topics: readonly string[], onEvent: (event: LiveEvent) => void, onReturn?: () => void): void {
  const names = topics.join();
  const newestOnEvent = useEffectEvent(onEvent);
  const newestOnReturn = useEffectEvent(() => onReturn?.());
  useEffect(() => live.listen({ topics: names.split(','), onEvent: newestOnEvent, onReturn: newestOnReturn }), [names]);
}

export interface LiveOptions {
  /** What the service says of these makes the answers old. */
  readonly topics: readonly string[];
  /** Keys of the answers, by `answerKey`. */
  readonly answers: readonly QueryKey[];
  /** Which events count; all of the topics unless given. */
  readonly matches?: (event: LiveEvent) => boolean;
  /** What is shown is under way, and is asked for more often. */
  readonly isBusy?: boolean;
}

/**
 * Asks for answers again when an event says that they are old: each answer at most once a second.
 * @returns for `useAnswer`: how often to ask besides
 */
export function useLive({ topics, answers, matches, isBusy = false }: LiveOptions): number | undefined {
  const queries = useQueryClient();
  const refetchAll = (): void => answers.forEach((key) => toRefetch(queries)(JSON.stringify(key)));
  useLiveEvents(topics, (event) => (matches?.(event) ?? true) && refetchAll(), refetchAll);
  const isServed = useSyncExternalStore(live.watch, () => live.serves(topics));
  // What is under way is asked for beside its events too: the answer to the last one can fail, or come too early.
  if (isBusy) return POLL_BUSY_MS;
  return isServed ? undefined : POLL_MS;
}

const refetches = new WeakMap<QueryClient, (key: string) => void>();

/** Makes an answer old, given its key as JSON, at most once a second. */
function toRefetch(queries: QueryClient): (key: string) => void {
  const known = refetches.get(queries);
  if (known) return known;
  const refetch = makeThrottle(REFETCH_MS, (key) => {
    const queryKey = JSON.parse(key) as QueryKey;
    // An answer under way may be of before the event: it is awaited, and asked for once more.
    const isUnderWay = queries.isFetching({ queryKey }) > 0;
    const ask = (): Promise<void> => queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
    void ask().then(() => (isUnderWay ? ask() : undefined));
  });
  refetches.set(queries, refetch);
  return refetch;
}
