import type { Clock } from '#kernel/clock.ts';
import { messageOf } from '#kernel/errors.ts';
import { SILENT, type Live, type LiveTopic } from '#kernel/live.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres, Transaction } from '#stores/postgres/types.ts';
import type { Workflow, WorkflowScope } from '../define.ts';
import type { Body } from '../dbos/sdk/engine.ts';
import type { Starter } from '../queues/enqueue.ts';
import { listFamily, listQueued, type InstanceState } from '../dbos/read/live-states.ts';
import { publishRuns, publishSteps } from './run-events.ts';
import { makeQueueDepths, type QueueDepths } from './queue-depths.ts';
import type { Queue } from '../queues/queues.ts';
import type { Run } from '../runs/runs.ts';
import type { WorkflowControl } from '../control/pause-resume-terminate.ts';

declare module '#kernel/live.ts' {
  interface LiveTopics {
    workflow: true;
    step: true;
    queue: true;
  }
}

export const WORKFLOW_TOPICS: readonly LiveTopic[] = ['workflow', 'step', 'queue'];

/** Publishes to the live socket what this process does with workflows. Each function wraps the one that does the work. */
export interface LiveEvents {
  /** How full the queues are. */
  readonly queueDepths: QueueDepths;
  publishRuns(workflow: Workflow, body: Body): Body;
  publishSteps(run: Run, step: WorkflowScope['step']): WorkflowScope['step'];
  /** What is put on queues. */
  publishEnqueued(starter: Starter): Starter;
  /** The state of a workflow and its children, after a pause, resume or termination. */
  publishControl(control: WorkflowControl): WorkflowControl;
}

export interface LiveEventsOptions {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Nothing is published unless given. */
  readonly live?: Live;
  readonly queues: readonly Queue[];
}

/** Events of one change that are published; a client that needs more reads a listing. */
const PUBLISHED_MAX = 1_000;

export function makeLiveEvents({ postgres, clock, logger, live = SILENT, queues }: LiveEventsOptions): LiveEvents {
  const tools = { postgres, clock, logger, live };
  const publish = ({ id, type, status, queue, parentId }: InstanceState): void =>
    live.publish('workflow', {
      workflow_id: id,
      workflow_type: type,
      status,
      queue: queue ?? undefined,
      parent_id: parentId ?? undefined,
    });
  const publishStates = (look: () => Promise<readonly InstanceState[]>): void => {
    if (!live.isWanted('workflow')) return;
    look().then(
      (states) => states.forEach(publish),
      (error: unknown) => logger.debug({ error: messageOf(error) }, 'changes of workflows could not be published'),
    );
  };
  const publishQueued = (ids: readonly string[]): void => publishStates(() => listQueued(postgres, ids.slice(0, PUBLISHED_MAX)));

  const atCommit = new WeakMap<Transaction, string[]>();
  /** Together, when the transaction has committed: what is rolled back was never there. */
  const publishAtCommit = (tx: Transaction, added: readonly string[]): void => {
    if (!live.isWanted('workflow')) return;
    const ids = atCommit.get(tx) ?? [];
    if (!atCommit.has(tx)) {
      atCommit.set(tx, ids);
      tx.afterCommit(() => publishQueued(ids));
    }
    ids.push(...added.slice(0, PUBLISHED_MAX));
  };

  return {
    queueDepths: makeQueueDepths({ ...tools, queues }),
    publishRuns: (workflow, body) => publishRuns(tools, workflow, body),
    publishSteps: (run, step) => publishSteps(tools, run, step),
    publishControl: (control) => {
      const thenPublish = (change: (id: string) => Promise<void>) => async (id: string) => {
        await change(id);
        publishStates(() => listFamily(postgres, id, PUBLISHED_MAX));
      };
      return { pause: thenPublish(control.pause), resume: thenPublish(control.resume), terminate: thenPublish(control.terminate) };
    },
    publishEnqueued: (starter) => ({
      ...starter,
      async enqueue(tx, ...given) {
        const id = await starter.enqueue(tx, ...given);
        publishAtCommit(tx, [id]);
        return id;
      },
      async enqueueAll(tx, ...given) {
        const ids = await starter.enqueueAll(tx, ...given);
        publishAtCommit(tx, ids);
        return ids;
      },
      async sendAll(tx, ...given) {
        const ids = await starter.sendAll(tx, ...given);
        publishAtCommit(tx, ids);
        return ids;
      },
      async start(...given) {
        const id = await starter.start(...given);
        publishQueued([id]);
        return id;
      },
      async enqueueChildren(...given) {
        const ids = await starter.enqueueChildren(...given);
        if (ids.length > 0) publishQueued(ids);
        return ids;
      },
    }),
  };
}
