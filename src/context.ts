import type { AssistantTool } from '#area/assistant-tool.ts';
import type { JobTypes } from '#area/job-type.ts';
import type { WorkflowTrigger } from '#area/trigger.ts';
import type { Config } from '#config';
import { makeDefineEndpoint, type Endpoint, type RequestScope } from '#http/endpoint.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Live } from '#kernel/live.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Purchases } from '#purchases/engine.ts';
import type { Stores } from '#stores/types.ts';
import type { DeadLetters } from '#workflows/queues/dead-letters.ts';
import { makeDefineWorkflow, type Workflow } from '#workflows/define.ts';
import type { TypedScope, TypedWorkflows } from '#workflows/typed.ts';
import type { OutsideServices } from './outside-services.ts';

/**
 * What each workflow takes and ends with, by name. A workflow adds its line where it is defined, so that areas
 * before it can start it without importing it.
 */
export interface WorkflowTypes {}

/** Everything that a verb may use; made once by `app.ts` and handed in. */
export interface AppContext extends OutsideServices, Stores {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly workflows: TypedWorkflows<WorkflowTypes>;
  readonly deadLetters: DeadLetters;
  /** What runs of jobs can do. */
  readonly jobTypes: JobTypes;
  /** The engine that buys answers, with the questions of the areas. */
  readonly purchases: Purchases;
  /** What assistants can do, in the order of their list. */
  readonly assistantTools: readonly AssistantTool[];
  /** Publishes live events to the clients of the live socket. */
  readonly live: Live;
  /** Where outside services reach us; `undefined` when nothing but this machine can. */
  readonly publicUrl: () => string | undefined;
  /** Where people find the console: the public address, else that of this process. */
  readonly consoleUrl: () => string;
  /**
   * For how long after a paid call the provider's record may not show it although it was made, in
   * milliseconds (`DOUBT_MS`). What they do not show after that was never made.
   */
  readonly doubtMs: number;
}

/** What an endpoint's handler gets. */
export type RequestContext = AppContext & RequestScope;
/** What a workflow gets. */
export type WorkflowContext = AppContext & TypedScope<WorkflowTypes>;

export type { WorkflowType } from '#workflows/typed.ts';

export type AppEndpoint = Endpoint<AppContext>;
export type AppWorkflow = Workflow<AppContext, WorkflowTrigger>;

export const defineEndpoint = makeDefineEndpoint<AppContext>();
export const defineWorkflow = makeDefineWorkflow<AppContext, TypedScope<WorkflowTypes>, WorkflowTrigger>();
