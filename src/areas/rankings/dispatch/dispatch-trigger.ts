import { z } from 'zod';
import type { WorkflowTrigger } from '#area/trigger.ts';
import { idField, integerField } from '#http/fields.ts';

const DISPATCH_MAX = 1_000_000;

export const dispatchTrigger: WorkflowTrigger = {
  fields: '`project_id`, `limit`',
  makePayload: () =>
    z.object({
      project_id: idField().optional(),
      limit: integerField({ min: 1, max: DISPATCH_MAX }).optional(),
    }),
  estimate: 'runs dry',
};
