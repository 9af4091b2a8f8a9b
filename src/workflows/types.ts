import type { Page } from '#kernel/lists.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { StoreTrouble } from '#stores/trouble.ts';
import type { MessageKind } from './queues/messages.ts';
import type { Queue } from './queues/queues.ts';

/** The states of a workflow, as operators see them (docs/workflows.md). */
export const WORKFLOW_STATUSES = ['queued', 'running', 'paused', 'completed', 'failed', 'terminated'] as const;
export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

/** Statuses of what has not ended. */
export const OPEN_STATUSES: readonly WorkflowStatus[] = ['queued', 'running', 'paused'];

/** Whether a workflow has not ended; one that does not exist has nothing to end. */
export function isOpen(status: WorkflowStatus | undefined): boolean {
  return status !== undefined && OPEN_STATUSES.includes(status);
}

export interface WorkflowStep {
  readonly name: string;
  /** `pending`: declared by the workflow and not reached. */
  readonly status: 'completed' | 'running' | 'pending' | 'failed';
  readonly startedAt: Date | undefined;
  readonly completedAt: Date | undefined;
  /** Tries so far, the one under way included; 0 for a pending step. */
  readonly attempts: number;
  readonly error: string | undefined;
}

export interface WorkflowInstance {
  readonly id: string;
  readonly type: string;
  readonly status: WorkflowStatus;
  readonly input: unknown;
  readonly output: unknown;
  readonly error: string | undefined;
  readonly createdAt: Date;
  /** When it was last taken up. */
  readonly startedAt: Date | undefined;
  readonly endedAt: Date | undefined;
  readonly updatedAt: Date;
}

/** A workflow among its relatives. */
export interface WorkflowRelative {
  readonly id: string;
  readonly type: string;
  readonly status: WorkflowStatus;
}

export interface WorkflowFamily {
  readonly parent: WorkflowRelative | undefined;
  /** Oldest first; of a large family the beginning. */
  readonly children: readonly WorkflowRelative[];
  readonly childrenTotal: number;
}

/** A row of a listing. */
export interface WorkflowSummary extends WorkflowRelative {
  readonly input: unknown;
  readonly queue: string | undefined;
  readonly parentId: string | undefined;
  readonly error: string | undefined;
  readonly createdAt: Date;
  readonly startedAt: Date | undefined;
  readonly endedAt: Date | undefined;
}

/** Something that happened to a workflow or one of its steps. */
export interface WorkflowEvent {
  readonly at: Date;
  readonly event: WorkflowEventName;
  readonly step: string | undefined;
  /** The number of the try. */
  readonly attempt: number | undefined;
  readonly startedAt: Date | undefined;
  readonly error: string | undefined;
  /** Until the next try. */
  readonly waitMs: number | undefined;
}

export const WORKFLOW_EVENTS = [
  'queued',
  'started',
  'attempt_failed',
  'step_completed',
  'step_failed',
  'paused',
  'resumed',
  'taken_over',
  'completed',
  'failed',
  'terminated',
] as const;
export type WorkflowEventName = (typeof WORKFLOW_EVENTS)[number];

export interface StartOptions {
  /** Overrides the id that the workflow makes from its input. */
  readonly id?: string;
  /** Lower runs first; 0 is the default and the highest. */
  readonly priority?: number;
  readonly delayMs?: number;
}

/** One of several workflows that are enqueued together. */
export interface NewWorkflow extends StartOptions {
  readonly input: unknown;
}

export interface NewMessage extends StartOptions {
  /** The input of the workflow that consumes it: anything that JSON can say. */
  readonly payload: unknown;
}

/** How the writing of this process's signs of life goes. */
export interface Heartbeat {
  /** Since the last one was written, in milliseconds; infinite before the first. */
  readonly ageMs: number;
  /** Why the newest one could not be written. */
  readonly problem: StoreTrouble | 'other' | undefined;
}

/** The way for verbs to begin and watch durable work. */
export interface Workflows {
  /** Every queue of the service. */
  readonly queues: readonly Queue[];
  /** Every kind of message that the areas send. */
  readonly messages: readonly MessageKind[];
  /** Enqueues in the caller's transaction: the work exists if and only if the rows do. Returns the id. */
  enqueue(tx: Transaction, workflow: string, input: unknown, options?: StartOptions): Promise<string>;
  /** Enqueues any number of one type, in one statement for thousands. Returns the ids in their order. */
  enqueueAll(tx: Transaction, workflow: string, items: readonly NewWorkflow[]): Promise<string[]>;
  /**
   * Puts messages of one kind on its queue (queues/messages.ts). While no workflow consumes them they wait, and
   * their payloads are looked at only when one does.
   */
  sendAll(tx: Transaction, kind: MessageKind, messages: readonly NewMessage[]): Promise<string[]>;
  /** Enqueues outside a transaction. */
  start(workflow: string, input: unknown, options?: StartOptions): Promise<string>;
  /** Begins at once in this process, past the queue, for a caller that waits for the answer. */
  startNow(workflow: string, input: unknown, options?: StartOptions): Promise<string>;
  /** The output, or `undefined` when it has not ended within the wait. Throws what the workflow threw. */
  waitFor<Output>(workflowId: string, waitMs: number): Promise<{ readonly output: Output } | undefined>;
  find(workflowId: string): Promise<WorkflowInstance | undefined>;
  /** The status of each of many workflows, by id; unknown ids are left out. */
  findStatuses(sql: Sql, workflowIds: readonly string[]): Promise<ReadonlyMap<string, WorkflowStatus>>;
  /** Ids of all workflows of one type that wait or run. Paused ones are left out: nothing happens to them by itself. */
  listOpenIds(sql: Sql, workflow: string): Promise<readonly string[]>;
  /** Whether this version has the workflow that consumes these messages; until one has, they wait. */
  isConsumed(kind: MessageKind): boolean;
  /** Whether this process can write that it lives: the one write that is never long ago. */
  getHeartbeat(): Heartbeat;
  /** Whether a living process takes what this workflow's queue holds; without one it waits there. */
  hasWorker(workflow: string): Promise<boolean>;
  /** What a workflow is called for people, by its type and input. */
  nameOf(type: string, input: unknown): string;
  listSteps(workflowId: string): Promise<WorkflowStep[]>;
  /** Newest first; when only ended ones are asked for, the last ended first. */
  list(filter: WorkflowFilter): Promise<WorkflowSummary[]>;
  /** One page of what has not ended (newest first) or of what has (last ended first), and how many there are in all. */
  listPage(filter: WorkflowPageFilter): Promise<{ readonly workflows: WorkflowSummary[]; readonly total: number }>;
  findFamily(workflowId: string): Promise<WorkflowFamily>;
  /** What happened, in order. */
  listEvents(workflowId: string, page: Page): Promise<{ readonly events: WorkflowEvent[]; readonly total: number }>;
  pause(workflowId: string): Promise<void>;
  resume(workflowId: string): Promise<void>;
  terminate(workflowId: string): Promise<void>;
}

export interface WorkflowFilter extends Page {
  readonly type?: string | undefined;
  /** All unless given. */
  readonly statuses?: readonly WorkflowStatus[];
  /** Not begun, or when only ended ones are asked for not ended, before. */
  readonly since?: Date | undefined;
}

export type WorkflowPageFilter = WorkflowFilter & Required<Pick<WorkflowFilter, 'statuses'>>;
