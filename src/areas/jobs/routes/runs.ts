import { defineEndpoint, type AppEndpoint } from '#context';
import { toPagination } from '#http/paging.ts';
import { requireUnbound } from '#http/auth.ts';
import { planCrawl } from '#areas/apps/index.ts';
import type { JobTypes } from '#area/job-type.ts';
import { listCrawlRuns, listJobRuns, listQueueItems } from '../list-runs.ts';
import { planJobRun, runJob } from '../run-job.ts';
import { startCrawl } from '../start-crawl.ts';
import { CrawlEstimateResponse, StartCrawlBody, StartCrawlResponse, toCrawlEstimateBody, toStartCrawlBody } from '../wire/crawl.ts';
import { JobParams, JobPageQuery } from '../wire/jobs.ts';
import {
  CrawlRunsResponse,
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
const ofService = { spec: '4.9', area: 'jobs', access: 'admin' } as const;

const makePostRun = (types: JobTypes) =>
  defineEndpoint({
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
      if (body.dry_run) return { status: 200, body: toRunEstimateBody(await planJobRun(ctx, types, jobId)) };
      return { status: 200, body: toRunJobBody(jobId, await runJob(ctx, types, jobId)) };
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

const makePostCrawl = (types: JobTypes) =>
  defineEndpoint({
    ...ofService,
    method: 'POST',
    path: '/api/admin/start-crawl',
    summary: 'Crawl categories of an app store once',
    description: 'The run appears in `GET /api/admin/crawl-runs`.',
    body: StartCrawlBody,
    responses: { 200: StartCrawlResponse.or(CrawlEstimateResponse) },
    handle: async (ctx, { body: { dry_run: isDryRun, ...config } }) => {
      requireUnbound(ctx.caller);
      const plan = planCrawl(config);
      if (isDryRun) return { status: 200, body: toCrawlEstimateBody(plan) };
      return { status: 200, body: toStartCrawlBody(await startCrawl(ctx, types, config), plan) };
    },
  });

const makeGetCrawls = (types: JobTypes) =>
  defineEndpoint({
    ...ofService,
    method: 'GET',
    path: '/api/admin/crawl-runs',
    summary: 'Crawls of app stores, by jobs and by hand, newest first',
    query: JobPageQuery,
    responses: { 200: CrawlRunsResponse },
    handle: async (ctx, { query }) => ({ status: 200, body: toRunsFields(await listCrawlRuns(ctx, types, query), query) }),
  });

export function makeRunEndpoints(types: JobTypes): AppEndpoint[] {
  return [makePostRun(types), getRuns, getQueue, makePostCrawl(types), makeGetCrawls(types)];
}
