import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import { findScope } from '#kernel/work-scope.ts';
import { within } from '#kernel/within.ts';
import { clickHouseFaults } from '../measures.ts';

/** A request is answered within 10 s, so its question has a little less. */
const READ_MS_MAX = 9_000;
/** A step of a workflow has time: no caller waits for it. */
const STEP_READ_MS_MAX = 120_000;
const PROBE_MS_MAX = 3_000;
const PROBE_EVERY_MS = 1_000;
/** So long after a fault the store is said to be ill, though it answered since. */
const REMEMBERED_MS = 30_000;

export interface PatienceOptions {
  readonly logger: Logger;
  /** Asks for a sign of life, whatever is known of the store. */
  readonly probe: (signal: AbortSignal) => Promise<unknown>;
  /** Whether an error says that the store is ill, and nothing of the question. */
  readonly isFault: (error: unknown) => boolean;
  readonly readMsMax?: number | undefined;
}

/** How long a server is waited for, how often it is asked, and what is known of its health. */
export interface Patience {
  /**
   * Asks within the deadline; once more after a fault. A server that did not answer is not asked again until a sign of life
   * has been answered: until then questions fail at once.
   * @throws StillAwayError; what the work throws
   */
  read<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** What is wrong, for `/health`. */
  findTrouble(): string | undefined;
  close(): void;
}

/** The server did not answer a moment ago, and has not been heard of since. */
export class StillAwayError extends Error {
  constructor(reason: unknown) {
    super(`${messageOf(reason)}; it is asked for a sign of life every second`, { cause: reason });
    this.name = 'StillAwayError';
  }
}

/** No answer within the deadline. */
export class DeadlineError extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
    this.name = 'DeadlineError';
  }
}

export function makePatience({ logger, probe, isFault, readMsMax = READ_MS_MAX }: PatienceOptions): Patience {
  let isAway = false;
  let reason: unknown;
  let faultAt = -Infinity;
  const closing = new AbortController();

  /** Asks until it answers. */
  const watch = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const late = new AbortController();
      try {
        await within(PROBE_MS_MAX, probe(late.signal));
        isAway = false;
        logger.info('ClickHouse answers again');
        return;
      } catch {
        late.abort();
        await sleep(PROBE_EVERY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
      }
    }
  };
  const noteAway = (error: unknown): void => {
    if (isAway || closing.signal.aborted) return;
    isAway = true;
    reason = error;
    logger.warn({ error: messageOf(error) }, 'ClickHouse does not answer: questions fail at once until it does');
    void watch();
  };
  const tryOnce = async <Result>(work: (signal: AbortSignal) => Promise<Result>, ms: number): Promise<Result> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new DeadlineError(ms)), ms);
    const { promise: ended, reject } = Promise.withResolvers<never>();
    late.signal.addEventListener('abort', () => reject(late.signal.reason as Error), { once: true });
    try {
      return await Promise.race([work(late.signal), ended]);
    } finally {
      clearTimeout(timer);
    }
  };
  const noteFault = (error: unknown): boolean => {
    const isOurs = error instanceof DeadlineError || isFault(error);
    if (!isOurs) return false;
    faultAt = performance.now();
    clickHouseFaults.add(1, { kind: error instanceof DeadlineError ? 'late' : 'failed' });
    return true;
  };

  return {
    async read(work) {
      if (isAway) throw new StillAwayError(reason);
      const ms = findScope()?.stepTry === undefined ? readMsMax : Math.max(readMsMax, STEP_READ_MS_MAX);
      const endsAt = performance.now() + ms;
      try {
        return await tryOnce(work, ms);
      } catch (error) {
        if (!noteFault(error)) throw error;
        if (error instanceof DeadlineError) {
          noteAway(error);
          throw error;
        }
      }
      try {
        return await tryOnce(work, Math.max(1, endsAt - performance.now()));
      } catch (error) {
        // Faults one after the other: the sign of life decides whether it is away or only ill.
        if (noteFault(error)) noteAway(error);
        throw error;
      }
    },
    findTrouble() {
      if (isAway) return 'does not answer';
      return performance.now() - faultAt < REMEMBERED_MS ? 'some of its answers were failures' : undefined;
    },
    close: () => closing.abort(),
  };
}
