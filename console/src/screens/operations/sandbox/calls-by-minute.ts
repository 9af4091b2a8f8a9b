interface Call {
  /** Epoch milliseconds of real time. */
  readonly ts: number;
  readonly host: string;
}

export interface Minute {
  /** `HH:MM` in UTC. */
  readonly label: string;
  readonly counts: ReadonlyMap<string, number>;
}

const MINUTE_MS = 60_000;

/** Calls in each of the last minutes by host, oldest first, those without any too. */
export function countByMinute(calls: readonly Call[], nowMs: number, minutes: number): Minute[] {
  const byMinute = Map.groupBy(calls, ({ ts }) => Math.floor(ts / MINUTE_MS));
  const last = Math.floor(nowMs / MINUTE_MS);
  return Array.from({ length: minutes }, (_, index) => {
    const minute = last - (minutes - 1 - index);
    const counts = Map.groupBy(byMinute.get(minute) ?? [], ({ host }) => host);
    return {
      label: new Date(minute * MINUTE_MS).toISOString().slice(11, 16),
      counts: new Map([...counts].map(([host, own]) => [host, own.length])),
    };
  });
}
