import { LRUCache } from 'lru-cache';

const ENTRIES_MAX = 10_000;
const CHARACTERS_MAX = 32 * 1024 * 1024;
/** How long a process may go on believing what another has changed. */
const BELIEF_MS = 10_000;

/** The cache of this process. It holds JSON texts, so a caller cannot change a cached value through a reference. */
export interface Memory {
  get(key: string): string | undefined;
  set(key: string, json: string, ttlMs: number): void;
  delete(key: string): void;
}

export function makeMemory(): Memory {
  const entries = new LRUCache<string, string>({
    max: ENTRIES_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (json, key) => json.length + key.length,
  });
  return {
    get: (key) => entries.get(key),
    set: (key, json, ttlMs) => void (ttlMs > 0 && entries.set(key, json, { ttl: Math.min(ttlMs, BELIEF_MS) })),
    delete: (key) => void entries.delete(key),
  };
}
