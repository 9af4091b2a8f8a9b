import type { Tables } from '../entities/index.ts';
import type { AssistantBook } from '../assistants/book.ts';
import type { SerpSource } from '../serp/index.ts';
import type { FailureList } from '../provider/failures.ts';
import type { TaskQueue } from '../provider/queue.ts';
import type { TaskStore } from '../provider/tasks.ts';
import type { World } from '../world/index.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import type { NameTable } from '../mail/names.ts';
import type { CallLog } from './call-log.ts';
import type { FaultBoard } from './faults.ts';
import type { WorldClock } from '../world-clock.ts';

/** Everything the control endpoints look at or change. */
export interface ControlTools extends Tables {
  readonly world: World;
  readonly serp: SerpSource;
  readonly assistants: AssistantBook;
  readonly clock: WorldClock;
  readonly calls: CallLog;
  readonly faults: FaultBoard;
  readonly tasks: TaskStore;
  readonly queue: TaskQueue;
  readonly failures: FailureList;
  readonly mailbox: Mailbox;
  /** Where the mail server listens. */
  readonly smtpUrl: string;
  readonly names: NameTable;
}

export interface ControlRequest {
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A control endpoint, as a value (docs/sandbox.md). */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  answer(tools: ControlTools, request: ControlRequest): unknown;
}
