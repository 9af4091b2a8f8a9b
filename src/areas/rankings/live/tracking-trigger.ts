import { z } from 'zod';
import type { WorkflowTrigger } from '#area/trigger.ts';
import { idField, integerField, listField } from '#http/fields.ts';
import { estimateTrackingRun } from './estimate-tracking-run.ts';

const IDS_MAX = 10_000;

export const trackingTrigger: WorkflowTrigger = {
  fields: '`keyword_ids[]` or `project_id`, or both; `location_code`, `force`',
  makePayload: (raw) => {
    const isNamed = raw['keyword_ids'] !== undefined || raw['project_id'] !== undefined;
    const missing = (other: string) => z.never({ error: `is required unless ${other} is given` });
    return z.object({
      keyword_ids: isNamed ? listField(idField(), { min: 1, max: IDS_MAX }).optional() : missing('project_id'),
      project_id: isNamed ? idField().optional() : missing('keyword_ids'),
      location_code: integerField({ min: 1 }).optional(),
      force: z.boolean().optional(),
    });
  },
  estimate: async (ctx, payload) => await estimateTrackingRun(ctx, payload),
};
