import { z } from 'zod';
import { idField } from '#http/fields.ts';
import type { Rematch, RematchInput } from '../rematch/start-rematch.ts';

export const RematchBody = z.object({
  project_id: idField(),
  asset_id: idField().nullish().meta({ description: 'Only the past of this website or place.' }),
  dry_run: z.boolean().default(false).meta({ description: 'Counts what would be recomputed and changes nothing.' }),
});

export const RematchResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  asset_id: z.string().nullable(),
  dry_run: z.boolean(),
  status: z.enum(['running', 'completed']),
  progress: z.object({ done: z.int(), total: z.int() }).meta({ description: 'Steps of a few keywords each.' }),
  keywords: z.int().nullable().meta({ description: 'Keywords that were looked at. Null while it runs.' }),
  checks: z.int().nullable().meta({ description: 'Stored checks that were looked at.' }),
  recomputed: z.int().nullable().meta({ description: 'Outcomes that the history did not have so, or with `dry_run` would be given.' }),
  workflow_id: z.string(),
  status_url: z.string(),
  warning: z.string().optional(),
});

export function toRematchInput(body: z.output<typeof RematchBody>): RematchInput {
  return { projectId: body.project_id, assetId: body.asset_id ?? undefined, isDryRun: body.dry_run };
}

const STILL_RUNNING = 'The past takes longer to work out than this request can wait. It goes on; ask again or ask status_url.';

/** 200 when it has ended, 202 while it goes on. */
export function toRematchReply(input: RematchInput, rematch: Rematch): { status: 200 | 202; body: z.input<typeof RematchResponse> } {
  const { workflowId, isRunning, done, total, output } = rematch;
  const body = {
    success: true,
    project_id: input.projectId,
    asset_id: input.assetId ?? null,
    dry_run: input.isDryRun,
    status: isRunning ? ('running' as const) : ('completed' as const),
    progress: { done, total },
    keywords: output?.keywords ?? null,
    checks: output?.checks ?? null,
    recomputed: output?.recomputed ?? null,
    workflow_id: workflowId,
    status_url: `/api/admin/workflow/rankings-rematch/${workflowId}`,
    ...(isRunning ? { warning: STILL_RUNNING } : {}),
  };
  return { status: isRunning ? 202 : 200, body };
}
