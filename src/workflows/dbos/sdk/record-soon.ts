import { runWithAbortableDbRetries } from '@dbos-inc/dbos-sdk/internal/context';
import { RECORD_TIMEOUT_MS } from '../../time-outs.ts';

/**
 * Ends the SDK's tries to record a start after a while: alone it would try for as long as the store takes no writes, and who waits for
 * it, a stop among them, would wait as long. Tries inside the workflow go on.
 * @throws what the store said last
 */
export async function recordSoon<Result>(begin: () => Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), RECORD_TIMEOUT_MS);
  try {
    return await runWithAbortableDbRetries(late.signal, begin);
  } finally {
    clearTimeout(timer);
  }
}
