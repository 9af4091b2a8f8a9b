import type { z } from 'zod';
import type { Queue } from './queues/queues.ts';
import type { Retry } from './retry-policy.ts';

/** What a running workflow can do beside using the application context. */
export interface WorkflowScope {
  readonly workflowId: string;
  /** The waits before the second and further tries of a step, for work that tries a part of a step again later. */
  readonly retryWaitsMs: readonly number[];
  /**
   * Runs a named step and records its result: a finished step is never run again. Names never
   * change once released. A step must be safe to repeat, because a crash can hit between its
   * effect and the record of it.
   */
  step<Result>(name: string, work: (scope: StepScope) => Promise<Result>, options?: StepOptions): Promise<Result>;
  /**
   * Enqueues child workflows and returns their ids, in the order of the inputs. A parent that waits
   * for them holds its slot meanwhile: let its queue be another one than theirs.
   */
  enqueueAll(workflow: string, children: readonly ChildWorkflow[]): Promise<string[]>;
  /** Enqueues child workflows and waits until all have ended; how each ended, in the order of the inputs. */
  runAll(workflow: string, children: readonly ChildWorkflow[]): Promise<WorkflowEnd[]>;
  /** Waits until all have ended, and gives how each ended, in the order of the ids. */
  waitForAll(workflowIds: readonly string[]): Promise<WorkflowEnd[]>;
  /**
   * Waits until `look` finds what it looks for, and returns that. Looks again after pauses that grow
   * to a few seconds; the same after a crash, so what it finds must not change any more.
   */
  waitUntil<Found>(look: () => Promise<Found | undefined>): Promise<Found>;
}

export interface StepScope {
  /** Aborts on termination, time-out and the end of a stop's grace; the step ends before a pause. */
  readonly signal: AbortSignal;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Nothing is tried again after this one, however it fails. */
  readonly isLastTry: boolean;
}

export interface StepOptions {
  /**
   * `standard` (the default): waits of 5, 10 and 20 s between four tries, so that a store or service that
   * is away for a moment fails nothing; `none`: one try.
   */
  readonly retry?: Retry;
  /**
   * A try that takes longer has failed; its signal aborts, and what it still returns is ignored. While
   * an outside call waits for its turn the clock stands. 10 minutes unless given.
   */
  readonly timeoutMs?: number;
}

export interface ChildWorkflow {
  readonly id: string;
  readonly input: unknown;
}

/** What the engine gives in place of a workflow's own output when it was drained, or a budget stopped it. */
export interface StoppedOutput {
  readonly drained?: true;
  readonly skipped?: true;
  /** `budget_exceeded`. */
  readonly reason?: string;
}

export interface WorkflowEnd<Output = unknown> {
  readonly workflowId: string;
  readonly status: 'completed' | 'failed' | 'terminated';
  /** Output of one that completed; otherwise undefined. */
  readonly output: Output | StoppedOutput | undefined;
  readonly error: string | undefined;
}

/** A durable procedure as a value. */
export interface Workflow<Context = unknown, Trigger = unknown> {
  /** In kebab case, for example `serp-tracking`; never changes, because waiting work is known by it. */
  readonly name: string;
  readonly summary: string;
  /** What it does as a noun, before what it works on: `Onboarding`; its name in words unless given. */
  readonly label?: string;
  readonly input: z.ZodType;
  /** Where it runs when enqueued. */
  readonly queue: Queue;
  /** Names of the steps of a run that goes through, in order: shown as pending until they are reached. */
  readonly steps?: readonly string[];
  /** Makes the id from the subject, so that a repeated start begins nothing twice. Random when left out. */
  readonly idOf?: (input: never) => string;
  /** How it is started by hand; left out: it is not. The engine does not look at it. */
  readonly trigger?: Trigger;
  readonly run: (context: Context & WorkflowScope, input: never) => Promise<unknown>;
}

type Definition<Context, Scope, Trigger, Schema extends z.ZodType, Output> = Omit<Workflow<Context, Trigger>, 'input' | 'idOf' | 'run'> & {
  readonly input: Schema;
  readonly idOf?: (input: z.output<Schema>) => string;
  readonly run: (context: Context & Scope, input: z.output<Schema>) => Promise<Output>;
};

/** Makes the typed constructor for workflows over one application context. */
export function makeDefineWorkflow<Context, Scope = WorkflowScope, Trigger = unknown>() {
  return function defineWorkflow<Schema extends z.ZodType, Output>(
    definition: Definition<Context, Scope, Trigger, Schema, Output>,
  ): Workflow<Context, Trigger> {
    return definition as unknown as Workflow<Context, Trigger>;
  };
}
