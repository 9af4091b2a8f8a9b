import type { Clock } from '#kernel/clock.ts';
import type { QueuedTask } from './tasks.ts';

/** Finished tasks whose results are not fetched yet. */
export interface ReadyList {
  add(task: QueuedTask): void;
  remove(id: string): void;
  /** Those of three days whose path begins so, oldest first, 1,000 at most. */
  list(prefix: string): readonly QueuedTask[];
  count(): number;
  clear(): void;
}

const LISTED_MAX = 1_000;
const LISTED_MS = 3 * 86_400_000;
/** Bounds the list, because some tasks are never fetched. */
const KEPT_MAX = 150_000;

export function makeReadyList(clock: Clock): ReadyList {
  const tasks = new Map<string, QueuedTask>();
  return {
    add(task) {
      tasks.set(task.id, task);
      const [oldest] = tasks.keys();
      if (tasks.size > KEPT_MAX && oldest !== undefined) tasks.delete(oldest);
    },
    remove: (id) => void tasks.delete(id),
    list(prefix) {
      const earliest = clock.now().getTime() - LISTED_MS;
      return [...tasks.values()]
        .filter(({ path, postedAt }) => path.startsWith(prefix) && postedAt.getTime() >= earliest)
        .toSorted((left, right) => left.postedAt.getTime() - right.postedAt.getTime())
        .slice(0, LISTED_MAX);
    },
    count: () => tasks.size,
    clear: () => tasks.clear(),
  };
}
