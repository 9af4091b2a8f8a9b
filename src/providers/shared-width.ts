import { randomBelow } from '#kernel/chance.ts';
import { makeWaitingLine, type Enter } from './waiting-line.ts';

/** Gives a slot back. */
export type GiveBack = () => void;

/** Slots for calls that are under way, shared by all processes of an account; made by `app.ts` when there can be several. */
export interface SlotStore {
  /**
   * Takes up to `wanted` of the `width` slots under a key that no process has. What a process has comes
   * back at the latest when it ends. Never rejects: a store that is away grants everything.
   */
  take(key: string, width: number, wanted: number): Promise<readonly GiveBack[]>;
}

export interface SharedWidth {
  /** Waits until one more call may be under way; what it gives ends the call. */
  readonly enter: Enter<GiveBack>;
}

/** While others have all slots: how often they are asked for, and how far apart processes are that do. */
const ASK_MS = 30;
const JITTER_MS = 30;

/** Calls of one process that wait for slots, in the order they came. One question at a time asks for all of them. */
export function makeSharedWidth(store: SlotStore, key: string, width: number): SharedWidth {
  const ask = async (waiting: number) => ({
    slots: await store.take(key, width, Math.min(waiting, width)),
    restMs: ASK_MS + randomBelow(JITTER_MS),
  });
  return { enter: makeWaitingLine<GiveBack>({ ask, giveBack: (giveBack) => giveBack() }) };
}
