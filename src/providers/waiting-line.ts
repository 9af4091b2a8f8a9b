import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitingLineOptions<Place> {
  /**
   * Asks for places for the callers that wait: one question at a time, and none while no caller waits. It must not
   * reject. `restMs`: how long those that still wait do so before the next question.
   */
  ask(waiting: number): Promise<{ readonly places: readonly Place[]; readonly restMs: number }>;
  /** Gets a place whose caller gave up in the meantime. */
  readonly giveBack?: (place: Place) => void;
}

/** Resolves when the caller gets a place. Rejects with the reason of the signal. */
export type Enter<Place> = (signal: AbortSignal | undefined) => Promise<Place>;

/** A line of callers that wait for a place, and get one in the order they came. */
export function makeWaitingLine<Place>({ ask, giveBack }: WaitingLineOptions<Place>): Enter<Place> {
  const waiting = new Set<(place: Place) => void>();
  let isServing = false;
  let rest: AbortController | undefined;

  const serve = async (): Promise<void> => {
    isServing = true;
    while (waiting.size > 0) {
      const { places, restMs } = await ask(waiting.size);
      const entering = [...waiting];
      for (const [at, place] of places.entries()) (entering[at] ?? giveBack)?.(place);
      if (waiting.size > 0 && restMs > 0) {
        rest = new AbortController();
        await sleep(restMs, undefined, { signal: rest.signal }).catch(() => undefined);
      }
    }
    isServing = false;
  };

  return (signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const leave = (): void => {
        waiting.delete(enter);
        signal?.removeEventListener('abort', giveUp);
        // The next caller asks at once.
        if (waiting.size === 0) rest?.abort();
      };
      const enter = (place: Place): void => {
        leave();
        resolve(place);
      };
      const giveUp = (): void => {
        leave();
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.add(enter);
      if (!isServing) void serve();
    });
}
