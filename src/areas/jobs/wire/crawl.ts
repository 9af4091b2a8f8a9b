import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { dryRunField, EstimateBody, toEstimateFields } from '#areas/costs/index.ts';
import { crawlFields, findCrawlProblems } from '#areas/apps/index.ts';
import type { JobConfig, JobPlan } from '#area/job-type.ts';
import { planFields, toPlanFields } from './runs.ts';

export const StartCrawlBody = z.object({ platform: z.enum(PLATFORMS), ...crawlFields, dry_run: dryRunField() }).superRefine(
  (body, context) => {
    if (typeof body !== 'object' || body === null) return;
    for (const { path, message } of findCrawlProblems(body as JobConfig))
      context.addIssue({ code: 'custom', path: [path], message, input: body });
  },
  // Beside wrong fields, so that one answer names everything.
  { when: ({ value }) => typeof value === 'object' && value !== null },
);

const crawlPlan = {
  success: z.boolean(),
  queued: z.int().meta({ description: 'Categories' }),
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  ...planFields,
};

export const StartCrawlResponse = z.object({ ...crawlPlan, run_id: z.string(), workflow_id: z.string(), status_url: z.string() });
export const CrawlEstimateResponse = z.object({ ...crawlPlan, dry_run: z.boolean(), estimate: EstimateBody });

export function toStartCrawlBody(runId: string, plan: JobPlan): z.input<typeof StartCrawlResponse> {
  return { ...toCrawlFields(plan), run_id: runId, workflow_id: runId, status_url: `/api/admin/workflow/job-run/${runId}` };
}

/** Nothing is queued by a dry run. */
export function toCrawlEstimateBody(plan: JobPlan): z.input<typeof CrawlEstimateResponse> {
  return { ...toCrawlFields(plan), queued: 0, dry_run: true, estimate: toEstimateFields(plan.estimate) };
}

function toCrawlFields(plan: JobPlan) {
  return {
    success: true,
    queued: plan.categories.length,
    categories: plan.categories.map(({ id, name }) => ({ id, name })),
    ...toPlanFields(plan),
  };
}
