import type { Area } from '#area/index.ts';
import type { WorkflowTrigger } from '#area/trigger.ts';
import { PRUNE_WORKFLOW } from '#workflows/schedules/prune.ts';

/** A workflow that may be started by hand. */
export interface Trigger extends WorkflowTrigger {
  readonly type: string;
}

/** What the areas say of workflows. */
export interface Triggers {
  readonly list: readonly Trigger[];
  /** Every type that a workflow can have: of all areas, and of the engine. */
  readonly types: readonly string[];
}

/** @param own names of the workflows of the area that asks */
export function makeTriggers(areas: readonly Area[], own: readonly string[]): Triggers {
  const workflows = areas.flatMap((area) => area.workflows ?? []);
  return {
    list: workflows.flatMap(({ name, trigger }) => (trigger === undefined ? [] : [{ type: name, ...trigger }])),
    types: [...new Set([...workflows.map(({ name }) => name), ...own, PRUNE_WORKFLOW])].toSorted(),
  };
}
