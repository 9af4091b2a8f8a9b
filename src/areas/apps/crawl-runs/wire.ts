import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { dryRunField, EstimateBody, toEstimateFields } from '#areas/costs/index.ts';
import type { FieldProblem } from '#kernel/errors.ts';
import { planFields, RunBody, toPlanFields, toJobRunBody } from '#areas/jobs/index.ts';
import { crawlFields, type CrawlConfig } from '../crawl-config.ts';
import { findCrawlProblems } from '../crawl-plan.ts';
import type { CrawlProgress } from '../crawl/get-crawl-progress.ts';
import { CATEGORY_STATUSES } from '../crawl/store/categories.ts';
import { idField } from '#http/fields.ts';
import { Pagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { JobConfig, JobPlan } from '#area/job-type.ts';
import type { CrawlRun } from './get-crawl-run.ts';

const DEPTH_FULL = 1;

export const CrawlParams = z.object({ runId: idField() });

export const StartCrawlBody = withProblems(z.object({ platform: z.enum(PLATFORMS), ...crawlFields, dry_run: dryRunField() }), (body) =>
  findCrawlProblems(body as JobConfig),
);

const { category_ids: categoriesField, ...otherFields } = crawlFields;

export const FullCrawlBody = withProblems(
  z.object({ platform: z.enum(PLATFORMS), categories: categoriesField, ...otherFields, dry_run: dryRunField() }),
  ({ categories, ...body }: Record<string, unknown>) =>
    findCrawlProblems({ ...body, category_ids: categories } as JobConfig).map(({ path, message }) => ({
      path: path.replace('category_ids', 'categories'),
      message,
    })),
);

export function toFullCrawl({
  categories,
  ...body
}: z.output<typeof FullCrawlBody>): CrawlConfig & { readonly dry_run?: boolean | undefined } {
  return { ...body, category_ids: categories, related_app_depth: body.related_app_depth ?? DEPTH_FULL };
}

/** Problems beside those of single fields, so that one answer names everything. */
function withProblems<Schema extends z.ZodType>(schema: Schema, findProblems: (body: Record<string, unknown>) => readonly FieldProblem[]) {
  return schema.superRefine(
    (body, context) => {
      if (typeof body !== 'object' || body === null) return;
      for (const { path, message } of findProblems(body as Record<string, unknown>))
        context.addIssue({ code: 'custom', path: [path], message, input: body });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
}

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

const CategoryBody = z.object({
  category_id: z.string(),
  status: z.enum(CATEGORY_STATUSES),
  apps_found: z.int(),
  error: z.string().nullable(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
});

const FailedAppBody = z.object({ app_id: z.string(), error: z.string().nullable() });

const ProgressBody = z
  .object({
    categories_total: z.int(),
    categories_processed: z.int(),
    categories_synced: z.int().nullable().meta({ description: 'Categories that the store has, once the crawl has ended.' }),
    categories_retired: z.int().meta({ description: 'Categories that the store does not name any more' }),
    apps_discovered: z.int().meta({ description: 'New to the catalogue' }),
    apps_updated: z.int().meta({ description: 'Known before; something of them changed in the store' }),
    apps_read: z.int().meta({ description: 'Their own pages or records were read' }),
    apps_pending: z.int(),
    apps_failed: z.int(),
    apps_removed: z.int(),
    errors: z.int(),
    stop_reason: z.string().nullable().meta({ description: 'Why it ended before it had read everything.' }),
    categories: z.array(CategoryBody),
    failed_apps: z.array(FailedAppBody).meta({ description: 'The first of them' }),
  })
  .meta({ id: 'CrawlProgress' });

export const CrawlRunResponse = RunBody.extend({
  success: z.boolean(),
  progress: ProgressBody.nullable().meta({ description: 'Null until the crawl has begun.' }),
});

export const CrawlRunsResponse = z.object({ success: z.boolean(), runs: z.array(RunBody), count: z.int(), pagination: Pagination });

export const CancelCrawlResponse = z.object({ success: z.boolean(), run_id: z.string(), status: z.literal('terminated') });

export function toCrawlRunBody({ run, progress }: CrawlRun): z.input<typeof CrawlRunResponse> {
  return { success: true, ...toJobRunBody(run), progress: progress === undefined ? null : toProgressBody(progress) };
}

function toProgressBody({ categories, failedApps, ...counts }: CrawlProgress): z.input<typeof ProgressBody> {
  return toBody(ProgressBody, {
    ...counts,
    categories: categories.map((category) => toBody(CategoryBody, category)),
    failedApps: failedApps.map((app) => toBody(FailedAppBody, app)),
  });
}
