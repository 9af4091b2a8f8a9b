/** What figures were in each minute, as far as this tab has seen them: the service keeps no such history. */

export interface Sample {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly value: number;
}

const MINUTE_MS = 60_000;
const KEPT_MINUTES = 60;

/** The highest value of each name in each minute, by the minute's beginning. */
export type MinuteHistory = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** Adds what was seen, and drops what is more than an hour older. */
export function addSamples(history: MinuteHistory, samples: readonly Sample[]): MinuteHistory {
  const next = new Map(history);
  for (const { name, atMs, value } of samples) {
    const minute = toMinute(atMs);
    const known = next.get(minute);
    next.set(minute, new Map(known).set(name, Math.max(value, known?.get(name) ?? 0)));
  }
  const newest = Math.max(0, ...next.keys());
  return new Map([...next].filter(([minute]) => minute > newest - KEPT_MINUTES * MINUTE_MS));
}

function toMinute(ms: number): number {
  return Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}

export interface Minute {
  /** Epoch milliseconds of its beginning. */
  readonly minute: number;
  /** Undefined: this tab did not look then. */
  readonly values: ReadonlyMap<string, number> | undefined;
}

/** Every minute of the hour up to now, oldest first. */
export function listMinutes(history: MinuteHistory, nowMs: number): Minute[] {
  const last = toMinute(nowMs);
  return Array.from({ length: KEPT_MINUTES }, (_, index) => {
    const minute = last - (KEPT_MINUTES - 1 - index) * MINUTE_MS;
    return { minute, values: history.get(minute) };
  });
}

/** The first minute that was seen; undefined before any. */
export function findFirstMinute(history: MinuteHistory): number | undefined {
  return history.size === 0 ? undefined : Math.min(...history.keys());
}
