import * as z from 'zod/mini';
import { gridSearch } from '../../../ui/grid/place.ts';

export const STATES = ['running', 'ended', 'failed'] as const;

export type State = (typeof STATES)[number];

export const workflowsSearch = z.object({
  ...gridSearch,
  state: z._default(z.enum(STATES), 'running'),
  type: z.optional(z.string().check(z.maxLength(80))),
  offset: z.optional(z.int().check(z.gte(0))),
  /** Whether the form that starts a workflow is open, and for which type. */
  start: z.optional(z.string().check(z.maxLength(80))),
});
