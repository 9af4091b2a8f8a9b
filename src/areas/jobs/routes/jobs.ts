import { toEstimateFields } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { toPagination } from '#http/paging.ts';
import type { JobTypes } from '#area/job-type.ts';
import { createJob } from '../create-job.ts';
import { deleteJob } from '../delete-job.ts';
import { getJob, listJobs } from '../get-job.ts';
import { updateJob } from '../update-job.ts';
import {
  DeleteJobResponse,
  JobListResponse,
  JobParams,
  JobResponse,
  makeCreateJobBody,
  JobPageQuery,
  OneJobResponse,
  toCreateJobInput,
  toJobBody,
  toJobResponse,
  toUpdateJobInput,
  makeUpdateJobBody,
} from '../wire/jobs.ts';

const common = { spec: '4.9', area: 'jobs', access: 'key' } as const;

const getJobs = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/jobs',
  summary: 'Scheduled jobs with their last and next runs, oldest first',
  query: JobPageQuery,
  responses: { 200: JobListResponse },
  handle: async (ctx, { query }) => {
    const { jobs, total } = await listJobs(ctx, query);
    const now = ctx.clock.now();
    return {
      status: 200,
      body: { success: true, jobs: jobs.map((job) => toJobBody(job, now)), count: jobs.length, pagination: toPagination(query, total) },
    };
  },
});

const makePostJob = (types: JobTypes) =>
  defineEndpoint({
    ...common,
    method: 'POST',
    path: '/api/jobs',
    audited: true,
    summary: 'Add a custom job',
    body: makeCreateJobBody(types),
    responses: { 201: JobResponse },
    handle: async (ctx, { body }) => {
      const job = await createJob(ctx, toCreateJobInput(body));
      return { status: 201, body: toJobResponse({ job, lastRun: undefined }, ctx.clock.now()) };
    },
  });

const getOneJob = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/jobs/{jobId}',
  summary: 'Read a job, and what a run of it costs',
  params: JobParams,
  responses: { 200: OneJobResponse },
  handle: async (ctx, { params }) => {
    const listed = await getJob(ctx, params.jobId);
    const { estimate } = await ctx.jobTypes.get(listed.job.type).plan(ctx, listed.job.config);
    return { status: 200, body: { ...toJobResponse(listed, ctx.clock.now()), estimate: toEstimateFields(estimate) } };
  },
});

const makePutJob = (types: JobTypes) =>
  defineEndpoint({
    ...common,
    method: 'PUT',
    path: '/api/jobs/{jobId}',
    audited: true,
    summary: 'Change when a job runs, and with which configuration',
    description: 'Holds at once in all processes. A run that is under way goes on as it was begun.',
    params: JobParams,
    body: makeUpdateJobBody(types),
    responses: { 200: JobResponse },
    handle: async (ctx, { params, body }) => ({
      status: 200,
      body: toJobResponse(await updateJob(ctx, params.jobId, toUpdateJobInput(body)), ctx.clock.now()),
    }),
  });

const removeJob = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/jobs/{jobId}',
  audited: true,
  summary: 'Remove a custom job and its runs',
  description: 'The default jobs stay; they can be switched off.',
  params: JobParams,
  responses: { 200: DeleteJobResponse },
  failures: ['conflict'],
  handle: async (ctx, { params: { jobId } }) => {
    await deleteJob(ctx, jobId);
    return { status: 200, body: { success: true, id: jobId, job_id: jobId, deleted: true } };
  },
});

export function makeJobEndpoints(types: JobTypes): AppEndpoint[] {
  return [getJobs, makePostJob(types), getOneJob, makePutJob(types), removeJob];
}
