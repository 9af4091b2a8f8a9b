import { makeStore } from '../store.ts';

interface Waiting {
  /** Goes on with everything that was refused for want of a session. */
  readonly goOn: () => void;
  readonly ended: Promise<void>;
}

/** Set while requests wait for a person to sign in. */
export const waitingForSignIn = makeStore<Waiting | undefined>(undefined);

/** Resolves when the person has signed in. The first request that is refused opens the form; the others wait with it. */
export async function waitForSignIn(): Promise<void> {
  const waiting = waitingForSignIn.get();
  if (waiting) return await waiting.ended;
  const { promise, resolve } = Promise.withResolvers<void>();
  waitingForSignIn.set({
    ended: promise,
    goOn: () => {
      waitingForSignIn.set(undefined);
      resolve();
    },
  });
  await promise;
}
