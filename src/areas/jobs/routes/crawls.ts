import { planCrawl, requireKnownCategories, type CrawlConfig } from '#areas/apps/index.ts';
import type { JobTypes } from '#area/job-type.ts';
import { defineEndpoint, type AppEndpoint, type RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { cancelCrawl, getCrawlRun } from '../get-crawl-run.ts';
import { listCrawlRuns } from '../list-runs.ts';
import { startCrawl } from '../start-crawl.ts';
import {
  CancelCrawlResponse,
  CrawlEstimateResponse,
  CrawlParams,
  CrawlRunResponse,
  FullCrawlBody,
  StartCrawlBody,
  StartCrawlResponse,
  toCrawlEstimateBody,
  toCrawlRunBody,
  toFullCrawl,
  toStartCrawlBody,
} from '../wire/crawl.ts';
import { JobPageQuery } from '../wire/jobs.ts';
import { CrawlRunsResponse, toRunsFields } from '../wire/runs.ts';

const ofService = { spec: '4.9', area: 'jobs', access: 'admin' } as const;
const ofStores = { spec: '4.8', area: 'jobs', access: 'admin' } as const;
const starts = { method: 'POST', audited: true, responses: { 200: StartCrawlResponse.or(CrawlEstimateResponse) } } as const;

/** Begins a crawl that no job asked for, or says what it would take. */
async function begin(
  ctx: RequestContext,
  types: JobTypes,
  { dry_run: isDryRun, ...config }: CrawlConfig & { readonly dry_run?: boolean | undefined },
  field?: 'categories',
) {
  requireUnbound(ctx.caller);
  await requireKnownCategories(ctx, config, field);
  const plan = planCrawl(ctx, config);
  if (isDryRun === true) return { status: 200 as const, body: toCrawlEstimateBody(plan) };
  return { status: 200 as const, body: toStartCrawlBody(await startCrawl(ctx, types, config), plan) };
}

const makePostCrawl = (types: JobTypes) =>
  defineEndpoint({
    ...ofService,
    ...starts,
    path: '/api/admin/start-crawl',
    summary: 'Crawl categories of an app store once',
    description: 'The run appears in `GET /api/admin/crawl-runs`. A crawl waits until those of the same store and country have ended.',
    body: StartCrawlBody,
    handle: (ctx, { body }) => begin(ctx, types, body),
  });

const makePostTaxonomy = (types: JobTypes) =>
  defineEndpoint({
    ...ofStores,
    ...starts,
    path: '/api/admin/taxonomy-crawl',
    summary: 'Bring the categories of an app store up to date, and read their lists',
    description: 'All categories, or those of `category_ids`. Its end is announced by the event `categories_synced`.',
    body: StartCrawlBody,
    handle: (ctx, { body }) => begin(ctx, types, body),
  });

const makePostFull = (types: JobTypes) =>
  defineEndpoint({
    ...ofStores,
    ...starts,
    path: '/api/app-store/crawl/full',
    summary: 'Crawl categories of an app store with the pages of all apps on them, and of those similar to them',
    description: '`related_app_depth` is 1 when left out; all categories of the store when `categories` is.',
    body: FullCrawlBody,
    handle: (ctx, { body }) => begin(ctx, types, toFullCrawl(body), 'categories'),
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

const makeGetCrawl = (types: JobTypes) =>
  defineEndpoint({
    ...ofService,
    method: 'GET',
    path: '/api/admin/crawl-runs/{runId}',
    summary: 'One crawl: how far it is, its categories and what could not be read',
    params: CrawlParams,
    responses: { 200: CrawlRunResponse },
    handle: async (ctx, { params: { runId } }) => ({ status: 200, body: toCrawlRunBody(await getCrawlRun(ctx, types, runId)) }),
  });

const makePostCancel = (types: JobTypes) =>
  defineEndpoint({
    ...ofService,
    method: 'POST',
    path: '/api/admin/crawl-runs/{runId}/cancel',
    audited: true,
    summary: 'End a crawl at once; what it has stored stays',
    params: CrawlParams,
    responses: { 200: CancelCrawlResponse },
    failures: ['conflict'],
    handle: async (ctx, { params: { runId } }) => {
      await cancelCrawl(ctx, types, runId);
      return { status: 200, body: { success: true, run_id: runId, status: 'terminated' as const } };
    },
  });

export function makeCrawlEndpoints(types: JobTypes): AppEndpoint[] {
  return [makePostCrawl, makeGetCrawls, makeGetCrawl, makePostCancel, makePostTaxonomy, makePostFull].map((make) => make(types));
}
