import type { Postgres } from '#stores/postgres/types.ts';
import { countConsumers, countDrainedByQueue, countLetters } from './queue-store.ts';
import { DEAD_LETTER_QUEUE, toWholeQueue, type Queue, type WholeQueue } from './queues.ts';
import { countEnded, countWaiting } from '../dbos/read/queue-counts.ts';

/** How one queue is doing (docs/queues.md). */
export interface QueueMetrics {
  readonly queue: WholeQueue;
  /** Messages that wait: in line, delayed, or for their next try. */
  readonly pending: number;
  readonly processing: number;
  readonly completed: number;
  readonly failed: number;
  /** Average of the completed; `undefined` when there are none. */
  readonly avgMs: number | undefined;
  /** Since the oldest message that waits was put there; `undefined` when none waits. */
  readonly oldestAgeMs: number | undefined;
  /** Messages that drain mode acknowledged, as far as the state of workflows is kept. */
  readonly drained: number;
  /** Living processes that take work off the queue. */
  readonly consumers: number;
}

/**
 * The figures of every queue, in the order of the list; what ended is counted within `withinMs`. A
 * dead letter is pending until it is sent again, which completes it.
 */
export async function listQueueMetrics(postgres: Postgres, queues: readonly Queue[], withinMs: number): Promise<QueueMetrics[]> {
  const names = queues.map(({ name }) => name);
  const [waiting, ended, drained, consumers, letters] = await Promise.all([
    countWaiting(postgres, names),
    countEnded(postgres, withinMs),
    countDrainedByQueue(postgres),
    countConsumers(postgres),
    countLetters(postgres, withinMs),
  ]);
  const waitingBy = new Map(waiting.map((row) => [row.queue, row]));
  const endedBy = new Map(ended.map((row) => [row.queue, row]));
  return queues.map((queue) => {
    const whole = toWholeQueue(queue);
    if (queue.name === DEAD_LETTER_QUEUE) {
      const oldestAgeMs = letters.oldestAgeMs ?? undefined;
      return { ...NOTHING, queue: whole, pending: letters.waiting, completed: letters.sentAgain, oldestAgeMs };
    }
    const [waits, ends] = [waitingBy.get(queue.name), endedBy.get(queue.name)];
    return {
      queue: whole,
      pending: waits?.pending ?? 0,
      processing: waits?.processing ?? 0,
      completed: ends?.completed ?? 0,
      failed: ends?.failed ?? 0,
      avgMs: ends?.avgMs ?? undefined,
      oldestAgeMs: waits?.oldestAgeMs ?? undefined,
      drained: drained.get(queue.name) ?? 0,
      consumers: consumers.get(queue.name) ?? 0,
    };
  });
}

const NOTHING = { processing: 0, failed: 0, avgMs: undefined, drained: 0, consumers: 0 };

/** What waits, for those who watch all the time: the messages of each queue and the age of the oldest. */
export async function listQueueDepths(
  postgres: Postgres,
  queues: readonly Queue[],
): Promise<Pick<QueueMetrics, 'queue' | 'pending' | 'processing' | 'oldestAgeMs'>[]> {
  const names = queues.map(({ name }) => name);
  const [waiting, letters] = await Promise.all([countWaiting(postgres, names), countLetters(postgres, 0)]);
  const waitingBy = new Map(waiting.map((row) => [row.queue, row]));
  return queues.map((queue) => {
    const row =
      queue.name === DEAD_LETTER_QUEUE
        ? { pending: letters.waiting, processing: 0, oldestAgeMs: letters.oldestAgeMs }
        : waitingBy.get(queue.name);
    return {
      queue: toWholeQueue(queue),
      pending: row?.pending ?? 0,
      processing: row?.processing ?? 0,
      oldestAgeMs: row?.oldestAgeMs ?? undefined,
    };
  });
}
