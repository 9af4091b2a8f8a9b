import { setTimeout as sleep } from 'node:timers/promises';
import { randomBelow } from '#kernel/chance.ts';

/** Gives a slot back. */
export type GiveBack = () => void;

/** Slots for calls that are under way, shared by all processes of an account; made by `app.ts` when there can be several. */
export interface SlotStore {
  /**
   * Takes up to `wanted` of the `width` slots under a key that nobody has. What a process has comes
   * back at the latest when it ends. Never rejects: a store that is away grants everything.
   */
  take(key: string, width: number, wanted: number): Promise<readonly GiveBack[]>;
}

export interface SharedWidth {
  /** Resolves when one more call may be under way; what it gives ends the call. Rejects with the reason of the signal. */
  enter(signal: AbortSignal | undefined): Promise<GiveBack>;
}

/** While others have all slots: how often they are asked for, and how far apart processes are that do. */
const ASK_MS = 30;
const JITTER_MS = 30;

/** Calls of one process that wait for slots, in the order they came. One question at a time asks for all of them. */
export function makeSharedWidth(store: SlotStore, key: string, width: number): SharedWidth {
  const waiting = new Set<(giveBack: GiveBack) => void>();
  let isServing = false;

  const serve = async (): Promise<void> => {
    isServing = true;
    while (waiting.size > 0) {
      const slots = await store.take(key, width, Math.min(waiting.size, width));
      const entering = [...waiting];
      for (const [at, giveBack] of slots.entries()) {
        const enter = entering[at];
        // Who wanted the slot may have given up meanwhile.
        if (enter === undefined) giveBack();
        else enter(giveBack);
      }
      if (waiting.size > 0) await sleep(ASK_MS + randomBelow(JITTER_MS));
    }
    isServing = false;
  };

  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason as Error);
        const enter = (giveBack: GiveBack): void => {
          leave();
          resolve(giveBack);
        };
        const giveUp = (): void => {
          leave();
          reject(signal?.reason as Error);
        };
        const leave = (): void => {
          waiting.delete(enter);
          signal?.removeEventListener('abort', giveUp);
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.add(enter);
        if (!isServing) void serve();
      }),
  };
}
