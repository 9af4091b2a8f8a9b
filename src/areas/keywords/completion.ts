/** Checks that run at once on the queue `serp-checks`, and what a live check takes of time. */
const CHECKS_AT_ONCE = 20;
const CHECK_MS = 6_000;

/** When the last of some queued checks is expected to have ended; null when none is queued. */
export function toCompletion(queued: number, now: Date): Date | null {
  return queued === 0 ? null : new Date(now.getTime() + Math.ceil(queued / CHECKS_AT_ONCE) * CHECK_MS);
}
