/** Waits between the tries of what is sent outside: mail and messages to channels. */

/**
 * As many times the first wait between tries of a step: of 5 s they make 30 s, 2 and 10 minutes, 1, 4 and 12 hours, so that a receiver
 * which is away for a night, or takes strangers' mail at the second time only, loses nothing.
 */
const WAITS = [6, 24, 120, 720, 2_880, 8_640] as const;
const STEP_WAIT_MS = 5_000;

/**
 * How long to wait after so many tries.
 * @param retryWaitsMs the engine's own waits, which tests shorten
 * @returns undefined when there is no further try
 */
export function toLongWaitMs(tries: number, retryWaitsMs: readonly number[]): number | undefined {
  const times = WAITS[tries - 1];
  return times === undefined ? undefined : times * (retryWaitsMs[0] ?? STEP_WAIT_MS);
}
