import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { dryRunField, EstimateBody, toEstimateFields } from '#areas/costs/index.ts';
import { Pagination, toPagination } from '#http/paging.ts';
import type { StartedRun } from '../run-job.ts';
import type { JobPlan } from '#area/job-type.ts';
import { toBody } from '#http/to-body.ts';
import { JOB_RUN_STATUSES, QUEUE_ITEM_STATUSES, type ListPage, type QueueItem } from '../job.ts';
import type { PricedRun } from '../list-runs.ts';
import { JobPageQuery } from './jobs.ts';
import { formatPlural } from '#kernel/text.ts';

export const RunJobBody = z.object({ dry_run: dryRunField() });

export const planFields = {
  estimated_apps: z.int(),
  estimated_duration: z.string().meta({ description: 'A guess in words, such as `8 minutes`.' }),
  estimated_duration_seconds: z.int(),
};

export const RunJobResponse = z.object({
  success: z.boolean(),
  job_id: z.string(),
  run_id: z.string(),
  workflow_id: z.string(),
  status: z.enum(JOB_RUN_STATUSES),
  status_url: z.string(),
  queued_categories: z.int(),
  ...planFields,
});
export const RunEstimateResponse = z.object({
  success: z.boolean(),
  dry_run: z.boolean(),
  queued_categories: z.int(),
  ...planFields,
  estimate: EstimateBody,
});

export const RunBody = z
  .object({
    id: z.string(),
    run_id: z.string(),
    job_id: z.string().nullable().meta({ description: 'Null for a crawl that no job asked for.' }),
    type: z.string(),
    platform: z.enum(PLATFORMS).nullable(),
    config: z.record(z.string(), z.unknown()),
    trigger: z.enum(['schedule', 'api']),
    status: z.enum(JOB_RUN_STATUSES),
    error: z.string().nullable().meta({ description: 'Why it failed.' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it was skipped (`drain_mode`, `budget_exceeded`), or completed before it had read everything.' }),
    created_at: z.string(),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
    total_cost_usd: z.number(),
    metadata: z.object({
      categories_queued: z.int(),
      categories_processed: z.int(),
      apps_discovered: z.int(),
      errors: z.int(),
    }),
  })
  .meta({ id: 'JobRun' });

export const JobRunsResponse = z.object({
  success: z.boolean(),
  job_id: z.string(),
  runs: z.array(RunBody),
  count: z.int(),
  pagination: Pagination,
});

export const QueueQuery = JobPageQuery.extend({ status: z.enum(QUEUE_ITEM_STATUSES).optional() });

const ItemBody = z
  .object({
    id: z.string(),
    run_id: z.string(),
    category_id: z.string(),
    status: z.enum(QUEUE_ITEM_STATUSES),
    error: z.string().nullable(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
  })
  .meta({ id: 'JobQueueItem' });

export const QueueResponse = z.object({
  success: z.boolean(),
  job_id: z.string(),
  queue_items: z.array(ItemBody),
  count: z.int(),
  pagination: Pagination,
});

export function toPlanFields({ estimatedApps, estimatedSeconds }: JobPlan) {
  return {
    estimated_apps: estimatedApps,
    estimated_duration: toDurationText(estimatedSeconds),
    estimated_duration_seconds: estimatedSeconds,
  };
}

export function toRunJobBody(jobId: string, { id, plan }: StartedRun): z.input<typeof RunJobResponse> {
  return {
    success: true,
    job_id: jobId,
    run_id: id,
    workflow_id: id,
    status: 'queued',
    status_url: `/api/admin/workflow/job-run/${id}`,
    queued_categories: plan.categories.length,
    ...toPlanFields(plan),
  };
}

export function toRunEstimateBody(plan: JobPlan): z.input<typeof RunEstimateResponse> {
  return {
    success: true,
    dry_run: true,
    queued_categories: plan.categories.length,
    ...toPlanFields(plan),
    estimate: toEstimateFields(plan.estimate),
  };
}

export function toRunsFields({ runs, total }: { runs: readonly PricedRun[]; total: number }, page: ListPage) {
  return { success: true, runs: runs.map(toJobRunBody), count: runs.length, pagination: toPagination(page, total) };
}

export function toJobRunBody(run: PricedRun): z.input<typeof RunBody> {
  return toBody(RunBody, {
    ...run,
    runId: run.id,
    platform: run.config.platform,
    error: run.status === 'failed' ? run.reason : null,
    reason: run.status === 'failed' ? null : run.reason,
    totalCostUsd: run.costUsd,
  });
}

export function toItemBody(item: QueueItem): z.input<typeof ItemBody> {
  return toBody(ItemBody, item);
}

/** @example toDurationText(90) // 2 minutes */
function toDurationText(seconds: number): string {
  if (seconds < 60) return 'less than a minute';
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return formatPlural(minutes, 'minute');
  return `${Math.ceil(minutes / 60)} hours`;
}
