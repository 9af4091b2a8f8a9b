import type { Clock } from '#kernel/clock.ts';
import { messageOf } from '#kernel/errors.ts';
import { SILENT, type Live } from '#kernel/live.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres, Transaction } from '#stores/postgres/types.ts';
import type { Workflow, WorkflowScope } from './define.ts';
import type { Body } from './dbos/sdk/engine.ts';
import type { Starter } from './enqueue.ts';
import { listFamily, listQueued, type InstanceState } from './dbos/read/live-states.ts';
import { tellRuns, tellSteps } from './news.ts';
import { makeQueueWatch, type QueueWatch } from './queue-watch.ts';
import type { Queue } from './queues.ts';
import type { Run } from './runs.ts';
import type { Steering } from './steering.ts';

/** Everything that tells whoever watches what this process does with workflows: each wraps what does it. */
export interface NewsDesk {
  /** How full the queues are. */
  readonly queues: QueueWatch;
  tellRuns(workflow: Workflow, body: Body): Body;
  tellSteps(run: Run, step: WorkflowScope['step']): WorkflowScope['step'];
  /** What is put on queues. */
  watch(starter: Starter): Starter;
  /** The state of a workflow and its children, when somebody changed it. */
  watchSteering(steering: Steering): Steering;
}

export interface NewsDeskOptions {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Nobody unless given. */
  readonly live?: Live;
  readonly queues: readonly Queue[];
}

/** Of what changed at once so many are told; a watcher of more needs a listing. */
const TOLD_MAX = 1_000;

export function makeNewsDesk({ postgres, clock, logger, live = SILENT, queues }: NewsDeskOptions): NewsDesk {
  const tools = { postgres, clock, logger, live };
  const publish = ({ id, type, status, queue, parent_id }: InstanceState): void =>
    live.publish('workflow', {
      workflow_id: id,
      workflow_type: type,
      status,
      queue: queue ?? undefined,
      parent_id: parent_id ?? undefined,
    });
  const tell = (look: () => Promise<readonly InstanceState[]>): void => {
    if (!live.isWanted('workflow')) return;
    look().then(
      (states) => states.forEach(publish),
      (error: unknown) => logger.debug({ error: messageOf(error) }, 'what changed of workflows could not be told'),
    );
  };
  const tellQueued = (ids: readonly string[]): void => tell(() => listQueued(postgres, ids.slice(0, TOLD_MAX)));

  const atCommit = new WeakMap<Transaction, string[]>();
  /** Together, when the transaction has committed: what is rolled back was never there. */
  const tellAtCommit = (tx: Transaction, added: readonly string[]): void => {
    if (!live.isWanted('workflow')) return;
    const ids = atCommit.get(tx) ?? [];
    if (!atCommit.has(tx)) {
      atCommit.set(tx, ids);
      tx.afterCommit(() => tellQueued(ids));
    }
    ids.push(...added.slice(0, TOLD_MAX));
  };

  return {
    queues: makeQueueWatch({ ...tools, queues }),
    tellRuns: (workflow, body) => tellRuns(tools, workflow, body),
    tellSteps: (run, step) => tellSteps(tools, run, step),
    watchSteering: (steering) => {
      const thenTell = (change: (id: string) => Promise<void>) => async (id: string) => {
        await change(id);
        tell(() => listFamily(postgres, id, TOLD_MAX));
      };
      return { pause: thenTell(steering.pause), resume: thenTell(steering.resume), terminate: thenTell(steering.terminate) };
    },
    watch: (starter) => ({
      ...starter,
      async enqueue(tx, ...given) {
        const id = await starter.enqueue(tx, ...given);
        tellAtCommit(tx, [id]);
        return id;
      },
      async enqueueAll(tx, ...given) {
        const ids = await starter.enqueueAll(tx, ...given);
        tellAtCommit(tx, ids);
        return ids;
      },
      async sendAll(tx, ...given) {
        const ids = await starter.sendAll(tx, ...given);
        tellAtCommit(tx, ids);
        return ids;
      },
      async start(...given) {
        const id = await starter.start(...given);
        tellQueued([id]);
        return id;
      },
      async enqueueChildren(...given) {
        const ids = await starter.enqueueChildren(...given);
        if (ids.length > 0) tellQueued(ids);
        return ids;
      },
    }),
  };
}
