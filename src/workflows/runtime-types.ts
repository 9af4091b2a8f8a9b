import type { Clock } from '#kernel/clock.ts';
import type { Live } from '#kernel/live.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Spans } from '#kernel/telemetry/spans.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { DeadLetters } from './queues/dead-letters.ts';
import type { Workflow } from './define.ts';
import type { MessageKind } from './queues/messages.ts';
import type { Queue } from './queues/queues.ts';
import type { Schedule } from './schedules/schedules.ts';
import type { Workflows } from './types.ts';

export interface WorkflowRuntimeOptions {
  readonly postgres: Postgres;
  readonly logger: Logger;
  /** None unless traces are on. */
  readonly spans?: Spans | undefined;
  /** Waits between the tries of a step (docs/queues.md). */
  readonly retryWaitsMs?: readonly number[];
  /** How often the queues are looked at for work that no signal announced. */
  readonly pollingMs?: number;
  /** Whether this process takes work off the queues and keeps the schedules. */
  readonly isWorker: boolean;
  /** A silence after which another process is taken over although its connections live; a minute unless given. */
  readonly frozenAfterMs?: number;
  /** Gets the live events; none are published unless given. */
  readonly live?: Live;
  /** How this process is listed among the processes (processes/process-store.ts). */
  readonly role?: string;
  /** Version of this release; the package's unless given. */
  readonly version?: string;
  /** The date of a simulated world, which the schedules follow; they go by the machine's time without one. */
  readonly worldClock?: Clock | undefined;
}

export interface StartRuntime<Context extends object> {
  /** What every workflow gets, beside its scope. */
  readonly context: Context;
  readonly list: readonly Workflow<Context>[];
  readonly schedules: readonly Schedule[];
  /** Queues of the areas, beside those of the engine; queues of the workflows need not be named. */
  readonly queues?: readonly Queue[];
  readonly messages?: readonly MessageKind[];
}

/** The engine for durable work of one process. */
export interface WorkflowRuntime<Context extends object> {
  /** May be handed out before the start; using it before then throws. */
  readonly workflows: Workflows;
  readonly deadLetters: DeadLetters;
  start(options: StartRuntime<Context>): Promise<void>;
  /** Ends within `graceMs`, 20 s unless given: steps in flight may finish, everything else goes on elsewhere or at the next start. */
  stop(graceMs?: number): Promise<void>;
  /** Removes the state of workflows that ended before an instant; returns how many there were. */
  pruneFinished(before: Date): Promise<number>;
  /** Workflows that drain mode acknowledged without doing them, as far as their state is kept. */
  countDrained(): Promise<number>;
}
