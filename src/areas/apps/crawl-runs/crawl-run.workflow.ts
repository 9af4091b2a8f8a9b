import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { findJob, findOpenRun, getJob, insertRunWithItems, jobRuns } from '#areas/jobs/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { idField } from '#http/fields.ts';
import { notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { JobConfig } from '#area/job-type.ts';
import { chooseFields, type WorkflowTrigger } from '#area/trigger.ts';
import { requireKnownCategories } from '../crawl/known-categories.ts';
import { crawlFields, type CrawlConfig } from '../crawl-config.ts';
import { findCrawlProblems, planCrawl } from '../crawl-plan.ts';
import { catalogRefresh } from '../job-types.ts';

declare module '#context' {
  interface WorkflowTypes {
    'crawl-run': WorkflowType<z.input<typeof CrawlInput>, object>;
  }
}

const CrawlInput = z.object({ job_id: z.string().optional(), platform: z.enum(PLATFORMS).optional(), ...crawlFields });

const trigger: WorkflowTrigger = {
  fields:
    '`job_id` or `platform`; `category_ids[]`, `related_app_depth`, `chart_types[]` (`store_b` only), `device`, `storefront`, `limit`',
  makePayload: (raw) =>
    z.object({ ...chooseFields(raw, { platform: z.enum(PLATFORMS), job_id: idField() }), ...crawlFields }).superRefine(
      (body, context) => {
        for (const { path, message } of findCrawlProblems(body as JobConfig))
          context.addIssue({ code: 'custom', path: [path], message, input: body });
      },
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  check: async (ctx, { job_id: jobId, ...config }) => {
    if (typeof jobId === 'string') await getJob(ctx, jobId);
    else await requireKnownCategories(ctx, config as unknown as CrawlConfig);
  },
  estimate: async (ctx, { job_id: jobId, ...config }) => {
    if (typeof jobId !== 'string') return planCrawl(ctx, config as unknown as CrawlConfig).estimate;
    const { job } = await getJob(ctx, jobId);
    return (await ctx.jobTypes.get(job.type).plan(ctx, job.config)).estimate;
  },
};

/** A crawl by hand: a run of a job, or one that no job asked for. The run is a child, so it is paused and ended with this. */
export const crawlRun = defineWorkflow({
  name: 'crawl-run',
  summary: 'crawls an app store, as a job says or as the payload does',
  input: CrawlInput,
  trigger,
  queue: jobRuns,
  steps: ['choose', 'start'],
  run: async (ctx, input): Promise<object> => {
    const runId = await ctx.step('choose', async () => newId('run_'));
    const openId = await ctx.step('start', () => startRun(ctx, { input, runId }));
    if (openId !== null) return { run_id: openId, skipped: true, reason: 'job_is_running' };
    const [end] = await ctx.runAll('job-run', [{ id: runId, input: { run_id: runId } }]);
    return { run_id: runId, status: end?.status, ...(typeof end?.output === 'object' ? end.output : { reason: end?.error ?? null }) };
  },
});

/** @returns the run that the job has under way, when it has one */
async function startRun(
  ctx: WorkflowContext,
  { input: { job_id: jobId, ...config }, runId }: { readonly input: z.output<typeof CrawlInput>; readonly runId: string },
): Promise<string | null> {
  const job = jobId === undefined ? undefined : (await findJob(ctx.postgres, jobId))?.job;
  if (jobId !== undefined && job === undefined) throw notFound('Job');
  const type = job === undefined ? catalogRefresh : ctx.jobTypes.get(job.type);
  const run = { id: runId, jobId: jobId ?? null, type, config: job?.config ?? config, trigger: 'api' } as const;
  return await ctx.postgres.transaction(async (tx) => {
    if (await insertRunWithItems(ctx, tx, run)) return null;
    const open = jobId === undefined ? undefined : await findOpenRun(tx, jobId);
    return open === undefined || open.id === runId ? null : open.id;
  });
}
