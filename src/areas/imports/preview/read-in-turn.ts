import type { RequestContext } from '#context';
import { ownerOf } from '#http/caller.ts';
import { makeConcurrencyLimit } from '#http/limits/concurrency-limit.ts';
import { AppError } from '#kernel/errors.ts';

const WAIT_MS = 10_000;
const RETRY_AFTER_MS = 5_000;

/** Files that requests read to their end: each takes a core and a copy on the disk, and one organization takes not all of them. */
const readings = makeConcurrencyLimit({ perOwner: 1, total: 2, waitingMax: 20, waitingPerOwner: 4 });

/**
 * Reads a file when it is the caller's turn in this process.
 * @throws AppError 503 when too many wait, or after ten seconds in the line
 */
export async function readInTurn<Result>(
  { caller, signal }: Pick<RequestContext, 'caller' | 'signal'>,
  read: () => Promise<Result>,
): Promise<Result> {
  const slot = readings.take(ownerOf(caller), AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]));
  const giveBack = await slot?.catch(() => undefined);
  if (giveBack === undefined)
    throw new AppError('unavailable', 'Busy', {
      message: 'Other files are being read at this moment.',
      hint: 'Try again later.',
      retryAfterMs: RETRY_AFTER_MS,
    });
  try {
    return await read();
  } finally {
    giveBack();
  }
}
