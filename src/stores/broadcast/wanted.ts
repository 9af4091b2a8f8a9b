import type { Clock } from '#kernel/clock.ts';

/** Who listens says so every ten seconds; whoever died is forgotten after three times that. */
const LEASE_MS = 30_000;

/** What other processes listen to, as far as they have said so lately. */
export interface Wanted {
  /** @param from tells the others apart */
  note(from: number, topics: readonly string[]): void;
  has(topic: string): boolean;
}

export function makeWanted(clock: Clock): Wanted {
  const listeners = new Map<number, { readonly topics: readonly string[]; readonly until: number }>();
  let untilByTopic = new Map<string, number>();
  return {
    note(from, topics) {
      const now = clock.realNow();
      listeners.set(from, { topics, until: now + LEASE_MS });
      untilByTopic = new Map();
      for (const [id, listener] of listeners) {
        if (listener.until < now || listener.topics.length === 0) listeners.delete(id);
        else for (const topic of listener.topics) untilByTopic.set(topic, Math.max(listener.until, untilByTopic.get(topic) ?? 0));
      }
    },
    has: (topic) => (untilByTopic.get(topic) ?? 0) > clock.realNow(),
  };
}
