import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** On whose account something happens: a request, or a step of a workflow. */
export interface WorkScope {
  /** Go with every log line that is written inside. */
  readonly fields: Readonly<Record<string, string>>;
  /** The organization, project or caller for whom it happens, where that is known: those who wait for one outside source or store take turns. */
  readonly owner?: string | undefined;
  /** A request, and no work of the service's own: it may be refused where the line is long. */
  readonly isRequest?: true | undefined;
  /** Under which further spans begin; none while traces are off. */
  readonly span?: Span | undefined;
  /** Stops the clock of the work's time limit, if it has one; the returned function resumes it. */
  readonly stopClock?: (() => () => void) | undefined;
  /** Set inside a step of a workflow. */
  readonly stepTry?: StepTry | undefined;
}

/** One try of a step of a workflow. */
export interface StepTry {
  /** The same for all tries of the step. */
  readonly step: string;
  /** Never rejects. */
  readonly ended: Promise<StepTryEnd>;
}

export interface StepTryEnd {
  /** No further try follows. */
  readonly isLast: boolean;
  /** What it threw, if anything. */
  readonly error?: unknown;
}

const scopes = new AsyncLocalStorage<WorkScope>();

/** Runs work inside a scope, which everything that the work calls and awaits is inside too. */
export function runInScope<Result>(scope: WorkScope | undefined, work: () => Result): Result {
  return scope === undefined ? work() : scopes.run(scope, work);
}

export function findScope(): WorkScope | undefined {
  return scopes.getStore();
}
