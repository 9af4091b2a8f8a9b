import { z } from 'zod';
import { RUN_STATUSES } from '../runs/research-run.ts';
import type { RunRecord } from '../runs/run-record.ts';

export const CancelResponse = z.object({
  success: z.boolean(),
  run_id: z.string(),
  status: z.enum(RUN_STATUSES),
  error: z.string().nullable(),
});

export function toCancelBody({ id, status, error }: RunRecord): z.input<typeof CancelResponse> {
  return { success: true, run_id: id, status, error };
}
