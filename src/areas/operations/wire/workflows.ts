import { z } from 'zod';
import { idField } from '#http/fields.ts';
import type { StartedWorkflow } from '../start-workflow.ts';
import { WORKFLOW_STATUSES, type WorkflowInstance, type WorkflowStep } from '#workflows/types.ts';

export const StartParams = z.object({ type: idField() });
export const StartBody = z.looseObject({}).meta({
  description:
    'subscription-dispatch: `dry_run`, `project_id`, `limit`. serp-tracking: `keyword_ids`, `location_code`, `project_id`, `force`. domain-onboard: `domain`, `project_id`.',
});

export const StartResponse = z.object({
  success: z.boolean(),
  workflow_id: z.string(),
  type: z.string(),
  status: z.enum(['running', 'completed']),
  status_url: z.string(),
  estimate: z.object({ calls: z.int(), cost_usd: z.number() }).optional().meta({ description: 'Of a dry run' }),
});

export function toStartBody({ id, type, estimate }: StartedWorkflow): z.infer<typeof StartResponse> {
  const status = estimate === undefined ? 'running' : 'completed';
  return { success: true, workflow_id: id, type, status, status_url: toStatusUrl(type, id), ...(estimate ? { estimate } : {}) };
}

function toStatusUrl(type: string, id: string): string {
  return `/api/admin/workflow/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;
}

export const WorkflowParams = z.object({ type: idField(), workflow_id: idField() });

const Step = z
  .object({
    name: z.string(),
    status: z.enum(['completed', 'running', 'pending', 'failed']),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'WorkflowStep' });

export const WorkflowResponse = z.object({
  success: z.boolean(),
  id: z.string(),
  workflow_id: z.string(),
  type: z.string(),
  status: z.enum(WORKFLOW_STATUSES),
  steps: z.array(Step),
  output: z.unknown(),
  error: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  status_url: z.string(),
});

export function toWorkflowBody(instance: WorkflowInstance, steps: readonly WorkflowStep[]): z.infer<typeof WorkflowResponse> {
  return {
    success: true,
    id: instance.id,
    workflow_id: instance.id,
    type: instance.type,
    status: instance.status,
    steps: steps.map(toStepBody),
    output: instance.output ?? null,
    error: instance.error ?? null,
    created_at: instance.createdAt.toISOString(),
    updated_at: instance.updatedAt.toISOString(),
    status_url: toStatusUrl(instance.type, instance.id),
  };
}

function toStepBody({ name, status, startedAt, completedAt, error }: WorkflowStep): z.infer<typeof Step> {
  return {
    name,
    status,
    started_at: startedAt?.toISOString() ?? null,
    completed_at: completedAt?.toISOString() ?? null,
    error: error ?? null,
  };
}
