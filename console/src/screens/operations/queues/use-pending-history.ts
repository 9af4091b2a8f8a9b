import { useEffect } from 'react';
import type { QueueMetrics } from '#client';
import { useLiveEvents } from '#data/live.ts';
import { addSamples, type MinuteHistory } from '#data/minute-history.ts';
import { makeStore, useStore } from '#data/store.ts';

/** Kept while the tab is open, so that the way back to the screen does not begin again. */
const history = makeStore<MinuteHistory>(new Map());

/** Collects how much waits on each queue, from the events of queues and from the answers of the service. */
export function usePendingHistory(queues: readonly QueueMetrics[] | undefined, answeredAtMs: number): MinuteHistory {
  useLiveEvents(['queue'], ({ ts, queue, pending }) => {
    if (typeof queue === 'string' && typeof pending === 'number')
      history.set(addSamples(history.get(), [{ name: queue, atMs: ts, value: pending }]));
  });
  useEffect(() => {
    if (queues)
      history.set(
        addSamples(
          history.get(),
          queues.map(({ name, pending }) => ({ name, atMs: answeredAtMs, value: pending })),
        ),
      );
  }, [queues, answeredAtMs]);
  return useStore(history);
}
