import type { AppContext } from '#context';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { messageOf } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { packBytes } from '#kernel/packed-bytes.ts';
import type { KeepEvidence } from '#providers/app-store/evidence.ts';
import { insertStoreEvidence } from './store.ts';

/** Size of an answer before it is packed. */
export const EVIDENCE_BYTES_MAX = 2 * 1_024 * 1_024;
const KEPT_MS = 30 * DAY_MS;
/** A redesigned store lacks the same things on every page: some examples of an hour say it all. */
const ALIKE_MAX = 10;
const ALIKE_MS = HOUR_MS;

/** Keeps what a store answered and could not be read, for the diagnostics. A failure to do so is logged. */
export function keepStoreEvidence({ postgres, clock, logger }: Pick<AppContext, 'postgres' | 'clock' | 'logger'>): KeepEvidence {
  return async ({ service, url, status, missing, body }) => {
    logger.warn({ service, url, status, missing }, 'an answer of an app store lacks what every one has');
    const now = clock.now();
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    try {
      await insertStoreEvidence(
        postgres,
        { id: newId('ev_'), url, httpStatus: status, missing, recordedAt: now },
        packBytes(Buffer.from(body).subarray(0, EVIDENCE_BYTES_MAX)),
        { alikeMax: ALIKE_MAX, alikeSince: before(ALIKE_MS), keptSince: before(KEPT_MS) },
      );
    } catch (error) {
      logger.error({ error: messageOf(error), url }, 'evidence of an app store could not be kept');
    }
  };
}
