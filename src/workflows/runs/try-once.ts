import { isRetryable } from '#kernel/errors.ts';
import { findScope, runInScope, type StepTryEnd } from '#kernel/work-scope.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { findStoreTrouble } from '#stores/trouble.ts';
import type { Run } from './runs.ts';
import { startTimeLimit } from './time-limit.ts';
import type { StepOptions, StepScope } from '../define.ts';
import { STEP_TIMEOUT_MS } from '../retry-policy.ts';

export type Work<Result> = (scope: StepScope) => Promise<Result>;

export interface Step<Result> {
  readonly name: string;
  readonly work: Work<Result>;
  readonly options: StepOptions;
}

/** A step with the engine's number. */
export type NumberedStep<Result> = Step<Result> & { readonly id: number };

/**
 * Does the work of a step once, within its time.
 * @throws PostgresAwayError when the try does not count; what the work throws; StepTimeoutError; the reason of an abort
 */
export async function tryOnce<Result>(
  postgres: Postgres,
  run: Run,
  { id, name, work, options }: NumberedStep<Result>,
  tried: Omit<StepScope, 'signal'>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = (reason: Error): void => controller.abort(reason);
  const { timeoutMs = STEP_TIMEOUT_MS } = options;
  const limit = startTimeLimit(timeoutMs, () => abort(new StepTimeoutError(name, timeoutMs)));
  run.aborts.add(abort);
  const { promise: ended, resolve: end } = Promise.withResolvers<StepTryEnd>();
  const stepTry = { step: `${run.id}/${id}`, ended };
  const begin = (): Promise<Result> => work({ ...tried, signal: controller.signal });
  try {
    const scope = { ...(findScope() ?? { fields: {} }), stopClock: limit.stopClock, stepTry };
    const result = await Promise.race([runInScope(scope, begin), rejectWhenAborted(controller.signal)]);
    end({ isLast: true });
    return result;
  } catch (error) {
    const isAway = await isPostgresAway(postgres, options, error);
    end({ isLast: !isAway && (tried.isLastTry || !isRetryable(error)), error });
    throw isAway ? new PostgresAwayError(error) : error;
  } finally {
    limit.end();
    run.aborts.delete(abort);
  }
}

/**
 * A store without room, or one that takes no writes for a while, is like one that is away. A step of one try only may have done half of
 * its work, so it fails as with any other error.
 */
async function isPostgresAway(postgres: Postgres, { retry }: StepOptions, error: unknown): Promise<boolean> {
  const trouble = findStoreTrouble(error);
  if (retry === 'none' || trouble === undefined) return false;
  if (trouble === 'disk_full' || trouble === 'read_only') return true;
  return await postgres.query('select 1').then(
    () => false,
    (thrown: unknown) => findStoreTrouble(thrown) !== undefined,
  );
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** The end of a try that does not count. */
export class PostgresAwayError extends Error {
  constructor(cause: unknown) {
    super('PostgreSQL is away, or takes no writes', { cause });
    this.name = 'PostgresAwayError';
  }
}

/** A try that took too long; the next one may be quicker. */
class StepTimeoutError extends Error {
  constructor(step: string, timeoutMs: number) {
    super(`step ${step} took longer than ${timeoutMs} ms`);
    this.name = 'StepTimeoutError';
  }
}
