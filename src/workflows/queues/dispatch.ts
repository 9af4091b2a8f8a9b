import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { listConsumed, type Queue } from './queues.ts';
import { waitUntilRecorded } from '../dbos/sdk/executions.ts';
import { claimWorkflows, listWaitingQueues, releaseDue } from '../dbos/write/claims.ts';
import type { Engine } from '../dbos/sdk/engine.ts';
import type { Completions } from '../runs/completions.ts';
import { CLAIM_TIMEOUT_MS } from '../time-outs.ts';
import type { Registry } from '../registry.ts';
import type { Runs } from '../runs/runs.ts';

/**
 * Takes work off the queues. The SDK would poll each queue at an interval, which makes either an
 * idle service busy or a busy one slow: with 20 slots and a second between polls it starts 20
 * workflows a second. Here a queue is asked when a signal names it (processes/signals.ts) and when one of its
 * workflows has ended; one small statement for all queues at each interval finds what was missed.
 * Claiming is dbos/write/claims.ts; running stays the SDK's.
 */
export interface Dispatcher {
  start(): void;
  /** Looks at a queue at once. */
  poke(queue: string): void;
  /** Looks at all queues after a time, if they are not looked at earlier. */
  lookIn(delayMs: number): void;
  stop(): Promise<void>;
}

export interface DispatchOptions {
  readonly engine: Engine;
  readonly postgres: Postgres;
  readonly logger: Logger;
  readonly completions: Completions;
  readonly registry: Registry;
  readonly runs: Pick<Runs, 'expect' | 'forget'>;
  readonly pollingMs: number;
}

interface PolledQueue {
  readonly queue: Queue;
  polling: Promise<void> | undefined;
  isAskedAgain: boolean;
}

export function makeDispatcher(options: DispatchOptions): Dispatcher {
  const queues = listConsumed(options.registry.list());
  const polled = new Map(queues.map((queue): [string, PolledQueue] => [queue.name, { queue, polling: undefined, isAskedAgain: false }]));
  // News may arrive inside a running workflow's own context, which a new one must not inherit.
  const outside = AsyncLocalStorage.snapshot();
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  let looksAt = Number.POSITIVE_INFINITY;

  const poke = (name: string): void => {
    const one = polled.get(name);
    if (!one || !isRunning) return;
    one.isAskedAgain = true;
    one.polling ??= outside(() => drain(one)).finally(() => {
      one.polling = undefined;
    });
  };
  const drain = async (one: PolledQueue): Promise<void> => {
    while (one.isAskedAgain && isRunning) {
      one.isAskedAgain = false;
      await claimAndRun(options, one.queue, poke);
    }
  };
  const look = (): void => {
    looksAt = Number.POSITIVE_INFINITY;
    void releaseDue(options.postgres)
      .then(() => listWaitingQueues(options.postgres, [...polled.keys()], namesOf(options)))
      .then((names) => names.forEach(poke))
      .catch((error: unknown) => options.logger.warn({ error: messageOf(error) }, 'looking for queued workflows failed'))
      .finally(() => lookIn(options.pollingMs));
  };
  const lookIn = (delayMs: number): void => {
    const at = performance.now() + delayMs;
    if (!isRunning || at >= looksAt) return;
    looksAt = at;
    clearTimeout(timer);
    timer = setTimeout(look, delayMs);
  };
  return {
    poke,
    lookIn,
    start() {
      isRunning = true;
      look();
    },
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      for (const one of polled.values()) await one.polling;
    },
  };
}

function namesOf({ registry }: DispatchOptions): string[] {
  return registry.list().map((workflow) => workflow.name);
}

/** Claims what the queue's limits allow and begins it; each end frees a slot. */
async function claimAndRun(options: DispatchOptions, queue: Queue, poke: (name: string) => void): Promise<void> {
  const { engine, postgres, logger, completions, runs } = options;
  try {
    const [ownerXid, startedAt] = [randomUUID(), performance.now()];
    const claimed = await claimWorkflows(postgres, { queue, names: namesOf(options), executorId: engine.executorId, ownerXid });
    // Others may have taken them over while this process was frozen; if not, they go back to the queue (processes/liveness.ts).
    if (claimed.length === 0 || performance.now() - startedAt > CLAIM_TIMEOUT_MS) return;
    for (const { id, ...past } of claimed) runs.expect(id, past);
    const ids = claimed.map(({ id }) => id);
    await engine.runClaimed(ids, ownerXid).finally(() => runs.forget(ids));
    for (const id of ids) {
      void waitUntilRecorded(id).then(() => {
        completions.notify(id);
        poke(queue.name);
      });
    }
  } catch (error) {
    logger.warn({ queue: queue.name, error: messageOf(error) }, 'taking work off a queue failed');
  }
}
