/**
 * The only source of time.
 *
 * Two clocks exist on purpose (docs/configuration.md, "Sandbox"): `now` is the date of the observed
 * world and follows the sandbox when one is used; `realNow` is the machine's own and serves
 * intervals, time-outs, rate limits, caches, idempotency and the expiry of keys and tokens.
 */
export interface Clock {
  /** The date of the observed world. */
  now(): Date;
  /** Real time in epoch milliseconds. */
  realNow(): number;
}

/** A clock whose world date is real time shifted by an offset that can be moved. */
export interface ShiftableClock extends Clock {
  /** Sets how far the world's date lies from real time, in milliseconds. */
  shift(offsetMs: number): void;
}

export function makeClock(): ShiftableClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    realNow: () => Date.now(),
    shift: (nextOffsetMs) => {
      offsetMs = nextOffsetMs;
    },
  };
}

/** The calendar day of an instant in UTC, as `YYYY-MM-DD`. */
export function toDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** An instant in UTC with milliseconds, as `YYYY-MM-DD hh:mm:ss.mmm`: how ClickHouse reads it. */
export function toUtcText(instant: Date): string {
  return instant.toISOString().replace('T', ' ').slice(0, -1);
}
