import { PATIENCE_MS } from './patience.ts';

/** Each look asks a service, which has to work for it: what takes longer is looked at less often, and seen a tenth of its time late at most. */
const LOOK_MS = { min: 10, max: 50 };
const LATE_PART = 10;

/**
 * Looks until it is so.
 * @param what for the error: `the outbox to be empty`
 * @throws Error when it is not so within the time
 */
export async function waitUntil(isSo: () => Promise<boolean>, what: string, timeoutMs = PATIENCE_MS): Promise<void> {
  const begun = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - begun;
    if (waitedMs > timeoutMs) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    const pauseMs = Math.min(LOOK_MS.max, Math.max(LOOK_MS.min, waitedMs / LATE_PART));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
