import { setTimeout as sleep } from 'node:timers/promises';
import { findScope } from '#kernel/work-scope.ts';

export interface WaitingLineOptions<Slot> {
  /**
   * Asks for slots for the callers that wait: one question at a time, and none while no caller waits. It must not
   * reject. `restMs`: how long those that still wait do so before the next question.
   */
  ask(waiting: number): Promise<{ readonly slots: readonly Slot[]; readonly restMs: number }>;
  /** Gets a slot whose caller gave up in the meantime. */
  readonly giveBack?: (slot: Slot) => void;
  /** Gets how much longer than `restMs` a rest was, in milliseconds. */
  readonly onRested?: ((lateMs: number) => void) | undefined;
}

/** Resolves when the caller gets a slot. Rejects with the reason of the signal. */
export type Enter<Slot> = (signal: AbortSignal | undefined) => Promise<Slot>;

/**
 * A line of callers that wait for a slot. Those who wait for one owner (`WorkScope`) get slots in the order they came;
 * owners take turns, so that one with a thousand calls holds up another by one call.
 */
export function makeWaitingLine<Slot>({ ask, giveBack, onRested }: WaitingLineOptions<Slot>): Enter<Slot> {
  const waiting = makeRotation<(slot: Slot) => void>();
  let isServing = false;
  let rest: AbortController | undefined;

  const serve = async (): Promise<void> => {
    isServing = true;
    while (waiting.size > 0) {
      const { slots, restMs } = await ask(waiting.size);
      for (const slot of slots) (waiting.next() ?? giveBack)?.(slot);
      if (waiting.size > 0 && restMs > 0) {
        rest = new AbortController();
        const restedFrom = performance.now();
        await sleep(restMs, undefined, { signal: rest.signal }).catch(() => undefined);
        onRested?.(performance.now() - restedFrom - restMs);
      }
    }
    isServing = false;
  };

  return (signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const owner = findScope()?.owner ?? '';
      const leave = (): void => {
        waiting.delete(owner, enter);
        signal?.removeEventListener('abort', giveUp);
        // The next caller asks at once.
        if (waiting.size === 0) rest?.abort();
      };
      const enter = (slot: Slot): void => {
        leave();
        resolve(slot);
      };
      const giveUp = (): void => {
        leave();
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.add(owner, enter);
      if (!isServing) void serve();
    });
}

/** Entries of owners who take turns. */
function makeRotation<Entry>() {
  // The first owner gets the next slot.
  const byOwner = new Map<string, Set<Entry>>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(owner: string, entry: Entry): void {
      const own = byOwner.get(owner) ?? new Set();
      byOwner.set(owner, own.add(entry));
      size += 1;
    },
    delete(owner: string, entry: Entry): void {
      const own = byOwner.get(owner);
      if (own?.delete(entry) !== true) return;
      size -= 1;
      if (own.size === 0) byOwner.delete(owner);
    },
    /** Takes out the entry that comes next. */
    next(): Entry | undefined {
      for (const [owner, own] of byOwner) {
        byOwner.delete(owner);
        for (const entry of own) {
          own.delete(entry);
          size -= 1;
          if (own.size > 0) byOwner.set(owner, own);
          return entry;
        }
      }
      return undefined;
    },
  };
}
