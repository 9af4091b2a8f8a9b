import { isBadEnd, readEnd, type CameOf } from './came-of.ts';

const FIRST_MS = 1000;
const EVERY_MS = 3000;
/** What takes longer is looked up where it stands. */
const LONGEST_MS = 3_600_000;

/**
 * Waits for the end of what an action has begun, by the address that its answer names.
 * @returns undefined when the end cannot be learnt: the address is refused or says nothing of it, or it takes more than an hour
 */
export async function watchEnd(statusUrl: string): Promise<CameOf | undefined> {
  const latest = Date.now() + LONGEST_MS;
  for (let wait = FIRST_MS; Date.now() < latest; wait = EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const answer = await fetch(statusUrl, { headers: { accept: 'application/json' } }).catch(() => undefined);
    if (answer?.ok) {
      const end = readEnd(await answer.json());
      if (end !== 'goes on') return end;
    } else if (answer && isFinal(answer.status)) return undefined;
  }
  return undefined;
}

/** What is refused once is refused again; a service that is busy or away is asked again. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

/** The ends of several as one: the failures of them, counted. */
export function joinEnds(ends: readonly (CameOf | undefined)[]): CameOf | undefined {
  if (ends.length === 1) return ends[0];
  const failed = ends.filter((end) => end && isBadEnd(end));
  if (failed.length > 0) return { state: 'failed', reason: failed[0]?.reason, part: `${failed.length} of ${ends.length}` };
  return ends.every((end) => end !== undefined) ? { state: 'done' } : undefined;
}
