import { makeStore, type Store } from '../store.ts';

export interface Waiting {
  /** Goes on with everything that waits, or gives it up. */
  readonly end: (isDone: boolean) => void;
  readonly ended: Promise<boolean>;
}

/** What only the person can bring, and what was asked for waits for. */
export interface WaitForPerson {
  /** Set while requests wait. */
  readonly waiting: Store<Waiting | undefined>;
  /** Resolves when the person has brought it, or would not. The first that waits opens the form; the others wait with it. */
  readonly wait: () => Promise<boolean>;
}

export function makeWaitForPerson(): WaitForPerson {
  const waiting = makeStore<Waiting | undefined>(undefined);
  return {
    waiting,
    wait: async () => {
      const open = waiting.get();
      if (open) return await open.ended;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.set({
        ended: promise,
        end: (isDone) => {
          waiting.set(undefined);
          resolve(isDone);
        },
      });
      return await promise;
    },
  };
}

/** A session, which has ended. */
export const { waiting: waitingForSignIn, wait: waitForSignIn } = makeWaitForPerson();
/** A proof of who they are: the last one is too old for what they do. */
export const { waiting: waitingForProof, wait: waitForProof } = makeWaitForPerson();
