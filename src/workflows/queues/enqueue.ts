import { AsyncLocalStorage } from 'node:async_hooks';
import type { Spans } from '#kernel/telemetry/spans.ts';
import type { Postgres, Transaction } from '#stores/postgres/types.ts';
import { newId } from '#kernel/ids.ts';
import type { MessageKind } from './messages.ts';
import type { ChildWorkflow } from '../define.ts';
import type { Engine } from '../dbos/sdk/engine.ts';
import type { Completions } from '../runs/completions.ts';
import { insertWorkflows, type NewRow } from '../dbos/write/insert-workflows.ts';
import { parseInput, toWorkflowId, type Registry } from '../registry.ts';
import { sendSignal } from '../processes/signals.ts';
import { controlNewChildren } from '../control/pause-resume-terminate.ts';
import type { NewMessage, NewWorkflow, StartOptions } from '../types.ts';
import { toCause } from '../runs/telemetry.ts';

/** The ways to begin a workflow. An id that exists already is returned and nothing begins. */
export interface Starter {
  /** In the caller's transaction: the workflow exists if and only if the transaction commits. */
  enqueue(tx: Transaction, name: string, input: unknown, options?: StartOptions): Promise<string>;
  /** Any number of one type, in the caller's transaction. The ids are in the order of the items. */
  enqueueAll(tx: Transaction, name: string, items: readonly NewWorkflow[]): Promise<string[]>;
  /** Messages of one kind, in the caller's transaction. One that no workflow consumes yet waits on its queue (messages.ts). */
  sendAll(tx: Transaction, kind: MessageKind, messages: readonly NewMessage[]): Promise<string[]>;
  start(name: string, input: unknown, options?: StartOptions): Promise<string>;
  /** In this process, past the queue. Throws what the store says when it does not take the start within seconds. */
  startNow(name: string, input: unknown, options?: StartOptions): Promise<string>;
  /** Children of one workflow, all in one transaction. */
  enqueueChildren(parentId: string, name: string, children: readonly ChildWorkflow[]): Promise<string[]>;
  /** Whether this process began the workflow past its queue. */
  isStartedHere(id: string): boolean;
  /**
   * The output of such a workflow without asking the store, `undefined` when it did not go through
   * here: it failed or was taken away, and the store knows.
   */
  findOutputHere(id: string): Promise<{ readonly output: unknown } | undefined> | undefined;
}

export interface StarterOptions {
  readonly engine: Engine;
  readonly postgres: Postgres;
  readonly registry: Registry;
  readonly completions: Completions;
  readonly spans?: Spans | undefined;
}

export function makeStarter({ engine, postgres, registry, completions, spans }: StarterOptions): Starter {
  const startedHere = new Map<string, Promise<{ readonly output: unknown } | undefined>>();
  // A workflow started inside another one's step has no parent.
  const outside = AsyncLocalStorage.snapshot();
  const tellOnce = makeTellOnce();

  const insert = async (tx: Transaction, target: { name: string; queue: string }, rows: readonly NewRow[]): Promise<string[]> => {
    if (rows.length === 0) return [];
    await insertWorkflows(tx, { ...target, cause: toCause(spans), rows });
    await tellOnce(tx, target.queue);
    return rows.map((row) => row.id);
  };
  const enqueueAll: Starter['enqueueAll'] = async (tx, name, items) => {
    const workflow = registry.get(name);
    const rows = items.map((item) => ({ ...item, id: toWorkflowId(workflow, parseInput(workflow, item.input), item) }));
    return await insert(tx, { name, queue: workflow.queue.name }, rows);
  };
  const enqueue: Starter['enqueue'] = async (tx, name, input, options) => {
    const [id = ''] = await enqueueAll(tx, name, [{ ...options, input }]);
    return id;
  };

  return {
    enqueue,
    enqueueAll,
    async sendAll(tx, { workflow: name, queue }, messages) {
      if (registry.has(name)) {
        const items = messages.map(({ payload, ...options }) => ({ ...options, input: payload }));
        return await enqueueAll(tx, name, items);
      }
      const rows = messages.map(({ payload, id = newId('wf_'), ...options }) => ({ ...options, id, input: payload }));
      return await insert(tx, { name, queue: queue.name }, rows);
    },
    start: (name, input, options) => postgres.transaction((tx) => enqueue(tx, name, input, options)),
    async startNow(name, input, options) {
      const workflow = registry.get(name);
      const id = toWorkflowId(workflow, parseInput(workflow, input), options);
      const { promise, resolve } = Promise.withResolvers<{ readonly output: unknown } | undefined>();
      // Before the start: the body asks whether it was started here.
      startedHere.set(id, promise);
      const end = (result?: { readonly output: unknown }): void => {
        startedHere.delete(id);
        resolve(result);
        completions.notify(id);
      };
      const execution = { id, name, input, attributes: toCause(spans) };
      const getOutput = await outside(() => engine.begin(execution)).catch((error: unknown) => {
        end();
        throw error;
      });
      if (getOutput)
        getOutput().then(
          (output) => end({ output }),
          () => end(),
        );
      else end();
      return id;
    },
    async enqueueChildren(parentId, name, children) {
      if (children.length === 0) return [];
      const workflow = registry.get(name);
      for (const child of children) parseInput(workflow, child.input);
      const cause = toCause(spans);
      await postgres.transaction((tx) => insertWorkflows(tx, { name, queue: workflow.queue.name, parentId, cause, rows: children }));
      await controlNewChildren(postgres, parentId);
      await sendSignal(postgres, 'queue', workflow.queue.name);
      return children.map((child) => child.id);
    },
    isStartedHere: (id) => startedHere.has(id),
    findOutputHere: (id) => startedHere.get(id),
  };
}

/** One signal for a queue serves the whole transaction: it is heard at the commit. */
function makeTellOnce(): (tx: Transaction, queue: string) => Promise<void> {
  const told = new WeakMap<Transaction, Set<string>>();
  return async (tx, queue) => {
    const queues = told.get(tx) ?? new Set();
    if (queues.has(queue)) return;
    told.set(tx, queues.add(queue));
    await sendSignal(tx, 'queue', queue);
  };
}
