import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

export const STATES = ['running', 'ended', 'failed'] as const;

export type State = (typeof STATES)[number];

export const workflowsSearch = v.object({
  ...pagedSearch,
  state: v.optional(v.picklist(STATES), 'running'),
  type: v.optional(v.pipe(v.string(), v.maxLength(80))),
  /** Whether the form that starts a workflow is open, and for which type. */
  start: v.optional(v.pipe(v.string(), v.maxLength(80))),
});
