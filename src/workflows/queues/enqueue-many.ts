import { newId } from '#kernel/ids.ts';
import type { Spans } from '#kernel/spans.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { insertWorkflows, type NewRow } from '../dbos/write/insert-workflows.ts';
import type { MessageKind } from './messages.ts';
import { parseInput, toWorkflowId, type Registry } from '../registry.ts';
import type { NewMessage, NewWorkflow } from '../types.ts';
import { toCause } from '../runs/telemetry.ts';

/** The ways to enqueue many at once, in the caller's transaction; the ids are given in the order of the items. */
export interface ManyStarter {
  /** Any number of one type. */
  enqueueAll(tx: Transaction, name: string, items: readonly NewWorkflow[]): Promise<string[]>;
  /** Messages of one kind. One that no workflow consumes yet waits on its queue (messages.ts). */
  sendAll(tx: Transaction, kind: MessageKind, messages: readonly NewMessage[]): Promise<string[]>;
}

export interface ManyStarterOptions {
  readonly registry: Registry;
  /** Says at the commit that a queue got work. */
  readonly tell: (tx: Transaction, queue: string) => Promise<void>;
  readonly spans?: Spans | undefined;
}

export function makeManyStarter({ registry, tell, spans }: ManyStarterOptions): ManyStarter {
  const insert = async (tx: Transaction, place: { name: string; queue: string }, rows: readonly NewRow[]): Promise<string[]> => {
    if (rows.length === 0) return [];
    await insertWorkflows(tx, { name: place.name, queue: place.queue, cause: toCause(spans), rows });
    await tell(tx, place.queue);
    return rows.map((row) => row.id);
  };
  const enqueueAll: ManyStarter['enqueueAll'] = async (tx, name, items) => {
    const workflow = registry.get(name);
    const rows = items.map((item) => ({ ...item, id: toWorkflowId(workflow, parseInput(workflow, item.input), item) }));
    return await insert(tx, { name, queue: workflow.queue.name }, rows);
  };
  return {
    enqueueAll,
    async sendAll(tx, { workflow: name, queue }, messages) {
      if (registry.has(name)) {
        const items = messages.map(({ payload, ...options }) => ({ ...options, input: payload }));
        return await enqueueAll(tx, name, items);
      }
      const rows = messages.map(({ payload, id = newId('wf_'), ...options }) => ({ ...options, id, input: payload }));
      return await insert(tx, { name, queue: queue.name }, rows);
    },
  };
}
