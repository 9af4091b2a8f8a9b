/** Less is no hold-up: timers, stores and open connections take some time always. */
const NOTICED_FROM_MS = 20;
/** A machine that was busy is taken for busy for so long. */
const REMEMBERED_MS = 3_000;

/** Calls that a window allows. */
export interface WindowLimit {
  readonly limit: number;
  /** The limit while calls are held up; the same unless given. */
  readonly heldUpLimit?: number | undefined;
}

/**
 * Hold-ups of this process: its calls leave later than their slots allowed, because the machine is busy, a store is slow, or
 * connections must be opened. Calls that are held up arrive together with those after them.
 */
export interface HoldUps {
  /** Notes how much later than planned something came, in milliseconds. */
  note(lateMs: number): void;
  /** True while calls are held up, and for a moment afterwards. */
  arePresent(): boolean;
  /** The limit of a window at present. */
  limitOf(window: WindowLimit): number;
}

export function makeHoldUps(): HoldUps {
  let untilMs = -Infinity;
  const arePresent = (): boolean => performance.now() < untilMs;
  return {
    arePresent,
    note: (lateMs) => {
      if (lateMs >= NOTICED_FROM_MS) untilMs = performance.now() + REMEMBERED_MS;
    },
    limitOf: ({ limit, heldUpLimit = limit }) => (arePresent() ? heldUpLimit : limit),
  };
}
