import { isOfGateway } from './ask-once.ts';
import { makeStore } from '../store.ts';

const PATH = '/health';
const EVERY_MS = 3000;

/** Whether the service can be reached. What the browser knows of its network says nothing of a service nearby. */
export const isReached = makeStore(true);

let timer: ReturnType<typeof setTimeout> | undefined;
let looking: Promise<boolean> | undefined;

/** Looks whether the service can be reached; while it cannot, looks again every few seconds. */
export async function lookForService(): Promise<boolean> {
  looking ??= look().finally(() => (looking = undefined));
  return await looking;
}

async function look(): Promise<boolean> {
  clearTimeout(timer);
  const answer = await fetch(PATH, { cache: 'no-store' }).catch(() => undefined);
  const isThere = answer !== undefined && !isOfGateway(answer);
  if (!isThere) timer = setTimeout(() => void lookForService(), EVERY_MS);
  isReached.set(isThere);
  return isThere;
}

/** Looks for the service when the browser loses its network, and calls a function each time that it is back. */
export function followReach(onReturn: () => void): void {
  window.addEventListener('offline', () => void lookForService());
  isReached.subscribe(() => {
    if (isReached.get()) onReturn();
  });
}
