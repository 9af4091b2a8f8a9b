import type { Area } from '#area/index.ts';
import type { NotBuiltTrigger, WorkflowTrigger } from '#area/trigger.ts';
import { PRUNE_WORKFLOW } from '#workflows/schedules/prune.ts';

/** A workflow that may be started by hand, or asked for. */
export type Trigger = (WorkflowTrigger & { readonly type: string; readonly missing?: never }) | NotBuiltTrigger;

/** What the areas say of workflows. */
export interface Triggers {
  readonly list: readonly Trigger[];
  /** Every type that a workflow can have: of all areas, of the engine, and those that are not built yet. */
  readonly types: readonly string[];
}

/** @param own names of the workflows of the area that asks */
export function makeTriggers(areas: readonly Area[], own: readonly string[]): Triggers {
  const workflows = areas.flatMap((area) => area.workflows ?? []);
  const missing = areas.flatMap(({ notBuiltTriggers = [] }) => notBuiltTriggers);
  const types = [...workflows.map(({ name }) => name), ...missing.map(({ type }) => type), ...own, PRUNE_WORKFLOW];
  return {
    list: [...workflows.flatMap(({ name, trigger }) => (trigger === undefined ? [] : [{ type: name, ...trigger }])), ...missing],
    types: [...new Set(types)].toSorted(),
  };
}
