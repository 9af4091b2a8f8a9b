import { randomBelow } from '#kernel/chance.ts';
import { makeWaitingLine, type Enter } from './waiting-line.ts';

/** Gives a slot back. */
export type GiveBack = () => void;

/** Slots for calls that are under way, shared by all processes of an account; made by `app.ts` when there can be several. */
export interface CallSlots {
  /**
   * Takes up to `wanted` of the `concurrency` slots under a key that no process has. What a process has comes
   * back at the latest when it ends. Never rejects: a store that is away grants everything.
   */
  take(key: string, concurrency: number, wanted: number): Promise<readonly GiveBack[]>;
}

/** While others have all slots: how often they are asked for, and how far apart processes are that do. */
const ASK_MS = 30;
const JITTER_MS = 30;

/** Waits until one more call may be under way; what it gives ends the call. One question at a time asks for all calls of this process that wait. */
export function makeSharedConcurrencyLimit(store: CallSlots, key: string, concurrency: number): Enter<GiveBack> {
  const ask = async (waiting: number) => ({
    slots: await store.take(key, concurrency, Math.min(waiting, concurrency)),
    restMs: ASK_MS + randomBelow(JITTER_MS),
  });
  return makeWaitingLine<GiveBack>({ ask, giveBack: (giveBack) => giveBack() });
}
