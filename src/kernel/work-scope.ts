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
  /** Who changes something by it: a call that may. Work that the service does later, in a workflow, has none. */
  readonly actor?: Actor | undefined;
}

/** What the transactions of a call say to the database, where triggers write the audit log (0116). */
export interface Actor {
  /** Names the call among all calls: a request id comes from the client and may repeat. */
  readonly callId: string;
  /** The fields of the entry, as JSON. */
  readonly said: string;
  /** A transaction that said it was committed, so that there may be entries of the call. */
  hasCommitted: boolean;
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
