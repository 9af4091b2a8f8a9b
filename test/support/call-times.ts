import type { ApiClient } from './api-client.ts';

/** Calls a second of the provider's account (`src/providers/dataforseo/call-limits.ts`). */
export const PER_SECOND = 30;

interface Call {
  readonly ts: number;
  readonly path: string;
}

/** Instants of the provider's calls in the sandbox's record, in milliseconds: searches and app stores are calls of one account. */
export async function listCallTimes(
  sandbox: ApiClient,
  isCounted = ({ path }: Call): boolean => path.startsWith('/v3/'),
): Promise<number[]> {
  const { body } = await sandbox.get<{ entries: Call[] }>('/_sandbox/calls');
  return body.entries.flatMap((call) => (isCounted(call) ? [call.ts] : []));
}

/** The largest number of instants within any span of a length that begins at one of them. */
export function mostWithin(instantsMs: readonly number[], spanMs: number): number {
  const sorted = instantsMs.toSorted((one, other) => one - other);
  let first = 0;
  return sorted.reduce((most, instant, at) => {
    while (instant - (sorted[first] ?? instant) >= spanMs) first += 1;
    return Math.max(most, at - first + 1);
  }, 0);
}
