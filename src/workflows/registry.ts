import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Workflow } from './define.ts';
import { checkMessageQueues, type MessageKind } from './queues/messages.ts';
import { ENGINE_QUEUES, listConsumed, listQueues, type Queue } from './queues/queues.ts';
import type { StartOptions } from './types.ts';

/** The workflows that this process knows, by name. */
export interface Registry {
  /** @throws AppError 404 for an unknown name */
  get(name: string): Workflow;
  has(name: string): boolean;
  list(): Workflow[];
  /** Those of the engine, of the areas, and of the workflows. */
  readonly queues: readonly Queue[];
}

export interface Registrations {
  readonly workflows: readonly Workflow[];
  readonly queues: readonly Queue[];
  readonly messages: readonly MessageKind[];
}

/** @throws Error when two workflows or queues have one name, or a workflow runs on another queue than its messages */
export function makeRegistry({ workflows: list, queues, messages }: Registrations): Registry {
  const byName = new Map(list.map((workflow) => [workflow.name, workflow]));
  if (byName.size < list.length) throw new Error(`two workflows have one name: ${findTwice(list)}`);
  checkMessageQueues(messages, list);
  return {
    queues: listQueues([...ENGINE_QUEUES, ...queues, ...listConsumed(list)]),
    get(name) {
      const workflow = byName.get(name);
      if (!workflow) throw new AppError('not_found', 'Workflow type not found', { details: { type: name } });
      return workflow;
    },
    has: (name) => byName.has(name),
    list: () => [...byName.values()],
  };
}

function findTwice(list: readonly Workflow[]): string {
  const seen = new Set<string>();
  return list
    .filter(({ name }) => seen.size === seen.add(name).size)
    .map(({ name }) => name)
    .join(', ');
}

/**
 * Checks an input against the workflow's schema.
 * @throws AppError 400 naming every wrong field
 */
export function parseInput(workflow: Workflow, input: unknown): unknown {
  const parsed = workflow.input.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => ({ path: issue.path.join('.') || 'input', message: issue.message })));
}

/** The caller's id, else the one made from the subject, else a random one. */
export function toWorkflowId(workflow: Workflow, parsed: unknown, options: StartOptions = {}): string {
  return options.id ?? workflow.idOf?.(parsed as never) ?? newId('wf_');
}
