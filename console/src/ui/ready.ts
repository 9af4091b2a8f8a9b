import { makeStore } from '../data/store.ts';

/** What comes behind a screen does not wait longer for the slowest answer of it. */
const WAIT_MS_MAX = 1000;

/** Whether all that the screen asked for at first is there. Pages without a frame never wait. */
export const isReady = makeStore(true);

/** Resolves when the screen is ready, or after a second. */
export async function whenReady(): Promise<void> {
  if (isReady.get()) return;
  let end: () => void = () => undefined;
  await new Promise<void>((resolve) => {
    const stop = isReady.subscribe(() => isReady.get() && resolve());
    const timer = setTimeout(resolve, WAIT_MS_MAX);
    end = () => {
      stop();
      clearTimeout(timer);
    };
  });
  end();
}
