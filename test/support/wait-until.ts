import { PATIENCE_MS } from './patience.ts';

const LOOK_MS = 10;

/**
 * Looks until it is so.
 * @param what for the error: `the outbox to be empty`
 * @throws Error when it is not so within the time
 */
export async function waitUntil(isSo: () => Promise<boolean>, what: string, timeoutMs = PATIENCE_MS): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
