import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** On whose account something happens: a request, or a step of a workflow. */
export interface WorkScope {
  /** Go with every log line that is written inside. */
  readonly fields: Readonly<Record<string, string>>;
  /** Under which further spans begin; none while traces are off. */
  readonly span?: Span | undefined;
  /** Stops the clock of the work's time limit, if it has one; what is returned lets it go on. */
  readonly stopClock?: (() => () => void) | undefined;
}

const scopes = new AsyncLocalStorage<WorkScope>();

/** Runs work inside a scope, which everything that the work calls and awaits is inside too. */
export function runInScope<Result>(scope: WorkScope | undefined, work: () => Result): Result {
  return scope === undefined ? work() : scopes.run(scope, work);
}

export function findScope(): WorkScope | undefined {
  return scopes.getStore();
}
