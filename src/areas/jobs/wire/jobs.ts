import { z } from 'zod';
import { EstimateBody } from '#areas/costs/index.ts';
import { idField, limitField, nameField, offsetField } from '#http/fields.ts';
import { Pagination } from '#http/paging.ts';
import { isCron } from '#workflows/schedules/cron.ts';
import { jobConfigField } from '../job-config.ts';
import type { JobTypes } from '#area/job-type.ts';
import { toBody } from '#http/to-body.ts';
import type { CreateJobInput } from '../create-job.ts';
import { JOB_RUN_STATUSES } from '../job.ts';
import { correctNextRun } from '../next-run.ts';
import type { ListedJob } from '../store/jobs.ts';
import type { UpdateJobInput } from '../update-job.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;
const CRON_LENGTH_MAX = 100;
const TYPE_PATTERN = /^[a-z][a-z0-9_]{0,63}$/u;

export const JobParams = z.object({ jobId: idField() });
export const JobPageQuery = z.object({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });

const CronSchedule = z
  .string()
  .trim()
  .max(CRON_LENGTH_MAX)
  .refine(isCron, 'must be a cron text of five fields, such as 0 2 * * *')
  .nullish()
  .meta({ description: 'In UTC; six fields begin with seconds. Null: the job only runs by hand.' });

/** The body of a new job, whose type may be one of these. */
export function makeCreateJobBody(types: JobTypes) {
  const known = types.list.map(({ name, summary }) => `\`${name}\` ${summary}`).join('; ');
  return z
    .object({
      name: nameField(),
      type: z
        .string()
        .regex(TYPE_PATTERN, 'must be a name of lower-case letters, digits and underscores')
        .meta({ description: `${known}. Runs of any other type fail until a version has work for it.` }),
      cron_schedule: CronSchedule,
      is_enabled: z.boolean().optional().meta({ description: 'True when there is a schedule.' }),
      config: jobConfigField(types).default({}),
    })
    .superRefine(
      ({ type, config }, context) => {
        if (typeof type !== 'string' || typeof config !== 'object' || config === null) return;
        for (const { path, message } of types.get(type).findProblems(config))
          context.addIssue({ code: 'custom', path: ['config', path], message, input: config });
      },
      // Beside wrong fields, so that one answer names everything.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    );
}
type CreateJobBody = z.output<ReturnType<typeof makeCreateJobBody>>;

export const makeUpdateJobBody = (types: JobTypes) =>
  z.object({
    cron_schedule: CronSchedule,
    is_enabled: z.boolean().optional(),
    config: jobConfigField(types).optional().meta({ description: 'Merged into what is there, field by field; null means "not set".' }),
  });

const JobBody = z
  .object({
    id: z.string(),
    job_id: z.string(),
    name: z.string(),
    type: z.string(),
    cron_schedule: z.string().nullable(),
    is_enabled: z.boolean(),
    is_default: z.boolean(),
    config: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    updated_at: z.int().meta({ description: 'Epoch milliseconds' }),
    last_run: z.string().nullable().meta({ description: 'When the newest run began.' }),
    last_run_status: z.enum(JOB_RUN_STATUSES).nullable(),
    next_run: z.string().nullable().meta({ description: 'In UTC; null when the job only runs by hand.' }),
  })
  .meta({ id: 'Job' });

export const JobResponse = JobBody.extend({ success: z.boolean(), job: JobBody });
export const OneJobResponse = JobResponse.extend({
  estimate: EstimateBody.meta({ description: 'What a run now would cost at most; at crawl depth 2 at least.' }),
});
export const JobListResponse = z.object({ success: z.boolean(), jobs: z.array(JobBody), count: z.int(), pagination: Pagination });
export const DeleteJobResponse = z.object({ success: z.boolean(), id: z.string(), job_id: z.string(), deleted: z.boolean() });

export function toCreateJobInput(body: CreateJobBody): CreateJobInput {
  const cronSchedule = body.cron_schedule ?? null;
  return { name: body.name, type: body.type, cronSchedule, isEnabled: body.is_enabled ?? cronSchedule !== null, config: body.config };
}

export function toUpdateJobInput(body: z.output<ReturnType<typeof makeUpdateJobBody>>): UpdateJobInput {
  return { cronSchedule: body.cron_schedule, isEnabled: body.is_enabled, config: body.config };
}

export function toJobBody({ job, lastRun }: ListedJob, now: Date): z.input<typeof JobBody> {
  return toBody(JobBody, {
    ...job,
    jobId: job.id,
    lastRun: lastRun?.at,
    lastRunStatus: lastRun?.status,
    nextRun: correctNextRun(job, now),
  });
}

export function toJobResponse(listed: ListedJob, now: Date): z.input<typeof JobResponse> {
  const job = toJobBody(listed, now);
  return { success: true, ...job, job };
}
