import { defineEndpoint, type AppEndpoint } from '#context';
import { toPagination } from '#http/paging.ts';
import { listJobRuns, listQueueItems } from '../list-runs.ts';
import { planJobRun, runJob } from '../run-job.ts';
import { JobParams, JobPageQuery } from '../wire/jobs.ts';
import {
  JobRunsResponse,
  QueueQuery,
  QueueResponse,
  RunEstimateResponse,
  RunJobBody,
  RunJobResponse,
  toItemBody,
  toRunEstimateBody,
  toRunJobBody,
  toRunsFields,
} from '../wire/runs.ts';

const ofJob = { spec: '4.9', area: 'jobs', access: 'key', params: JobParams } as const;

const postRun = defineEndpoint({
  ...ofJob,
  method: 'POST',
  path: '/api/jobs/{jobId}/run',
  audited: true,
  summary: 'Run a job now, enabled or not',
  description: 'A job never overlaps itself: while it runs the answer is 409 with the id of the run in `details`.',
  body: RunJobBody,
  responses: { 200: RunJobResponse.or(RunEstimateResponse) },
  failures: ['conflict'],
  handle: async (ctx, { params: { jobId }, body }) => {
    if (body.dry_run) return { status: 200, body: toRunEstimateBody(await planJobRun(ctx, jobId)) };
    return { status: 200, body: toRunJobBody(jobId, await runJob(ctx, jobId)) };
  },
});

const getRuns = defineEndpoint({
  ...ofJob,
  method: 'GET',
  path: '/api/jobs/{jobId}/runs',
  summary: 'Runs of a job, newest first',
  description: 'Kept for 90 days; the newest longer.',
  query: JobPageQuery,
  responses: { 200: JobRunsResponse },
  handle: async (ctx, { params: { jobId }, query }) => ({
    status: 200,
    body: { job_id: jobId, ...toRunsFields(await listJobRuns(ctx, jobId, query), query) },
  }),
});

const getQueue = defineEndpoint({
  ...ofJob,
  method: 'GET',
  path: '/api/jobs/{jobId}/queue',
  summary: 'Categories that runs of a job crawl, those of the newest run first',
  query: QueueQuery,
  responses: { 200: QueueResponse },
  handle: async (ctx, { params: { jobId }, query }) => {
    const { items, total } = await listQueueItems(ctx, { jobId, ...query });
    return {
      status: 200,
      body: {
        success: true,
        job_id: jobId,
        queue_items: items.map(toItemBody),
        count: items.length,
        pagination: toPagination(query, total),
      },
    };
  },
});

export const runEndpoints: AppEndpoint[] = [postRun, getRuns, getQueue];
