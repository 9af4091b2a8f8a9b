import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor';
import { messageOf } from '#kernel/errors.ts';
import type { Live } from '#kernel/live.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres, Transaction } from '#stores/postgres/types.ts';
import type { Starter } from './enqueue.ts';
import { listFamily, listQueued, type InstanceState } from './news-store.ts';

/** What has to be looked up before it can be told. */
export interface NewsDesk {
  /** The state of a workflow and its children, after somebody changed it. */
  tellFamily(id: string): void;
  /** Calls back when the outcome of an execution in this process stands in the store. */
  onceRecorded(id: string | undefined, then: () => void): void;
  /** A starter that tells what it puts on queues. */
  watch(starter: Starter): Starter;
}

export interface NewsDeskOptions {
  readonly postgres: Postgres;
  readonly live: Live;
  readonly logger: Logger;
}

/** Of what changed at once so many are told; a watcher of more needs a listing. */
const TOLD_MAX = 1_000;

export function makeNewsDesk({ postgres, live, logger }: NewsDeskOptions): NewsDesk {
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
  const tellAtCommit = (tx: Transaction, id: string): void => {
    if (!live.isWanted('workflow')) return;
    const ids = atCommit.get(tx);
    if (ids) return void ids.push(id);
    const first = [id];
    atCommit.set(tx, first);
    tx.afterCommit(() => tellQueued(first));
  };

  return {
    tellFamily: (id) => tell(() => listFamily(postgres, id, TOLD_MAX)),
    onceRecorded(id, then) {
      const running = DBOSExecutor.globalInstance?.systemDatabase.runningWorkflowMap;
      const entry = id === undefined ? undefined : running?.get(id)?.at(-1);
      void (entry?.promise ?? Promise.resolve()).then(then, then);
    },
    watch: (starter) => ({
      ...starter,
      async enqueue(tx, ...given) {
        const id = await starter.enqueue(tx, ...given);
        tellAtCommit(tx, id);
        return id;
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
