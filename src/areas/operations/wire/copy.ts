import { z } from 'zod';
import { WORKFLOW_STATUSES } from '#workflows/types.ts';
import type { StartedCopy } from '../copy/start-copy.ts';

export const CopyBody = z.object({
  dry_run: z.boolean().default(false).meta({ description: 'Only compare' }),
  async: z.boolean().default(false).meta({ description: 'Answer at once; otherwise the end is waited for, 20 s at most' }),
});

const Table = z.object({
  source: z.string().meta({ description: 'What was compared; a table can have several sources' }),
  table: z.string(),
  days: z.int(),
  rows: z.int().meta({ description: 'That are to be there, by PostgreSQL' }),
  missing_rows: z.int().meta({ description: 'That were not there' }),
  copied_rows: z.int(),
  different: z.int().meta({ description: 'Rows that say something else in ClickHouse; they stay' }),
  extra_rows: z.int().meta({ description: 'That ClickHouse has more than once' }),
  checksum: z.string(),
  stored_checksum: z.string(),
  verified: z.boolean(),
  unequal_days: z.array(
    z.object({
      day: z.string(),
      missing_rows: z.int(),
      copied_rows: z.int(),
      checksum: z.string(),
      stored_checksum: z.string(),
    }),
  ),
});

export const CopyResponse = z.object({
  success: z.boolean(),
  workflow_id: z.string(),
  type: z.string(),
  status: z.enum(WORKFLOW_STATUSES),
  status_url: z.string(),
  warning: z.string().optional(),
  steps_done: z.int().optional().meta({ description: 'Tables and days that are done, while it runs' }),
  dry_run: z.boolean().optional(),
  verified: z.boolean().optional().meta({ description: 'Whether both stores have the same now' }),
  missing_rows: z.int().optional(),
  copied_rows: z.int().optional(),
  replays: z.int().optional().meta({ description: 'Projects whose history was worked out from the stored results' }),
  replayed_rows: z.int().optional().meta({ description: 'Rows of the history that this gave' }),
  tables: z.array(Table).optional(),
});

export function toCopyBody({ workflowId, type, status, report, stepsDone }: StartedCopy, isAsync: boolean): z.input<typeof CopyResponse> {
  const common = {
    success: true,
    workflow_id: workflowId,
    type,
    status,
    status_url: `/api/admin/workflow/${type}/${encodeURIComponent(workflowId)}`,
  };
  if (report === undefined)
    return { ...common, steps_done: stepsDone, ...(isAsync ? {} : { warning: 'The copy takes longer than a request may; it goes on.' }) };
  const { tables, ...sums } = report;
  return { ...common, ...sums, tables: tables.map((table) => ({ ...table, unequal_days: [...table.unequal_days] })) };
}
