import { JobPageQuery, toRunsFields } from '#areas/jobs/index.ts';
import { defineEndpoint, type AppEndpoint, type RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { requireKnownCategories } from '../crawl/known-categories.ts';
import type { CrawlConfig } from '../crawl-config.ts';
import { planCrawl } from '../crawl-plan.ts';
import { cancelCrawl, getCrawlRun, listCrawlRuns } from './get-crawl-run.ts';
import { startCrawl } from './start-crawl.ts';
import {
  CancelCrawlResponse,
  CrawlEstimateResponse,
  CrawlParams,
  CrawlRunResponse,
  CrawlRunsResponse,
  FullCrawlBody,
  StartCrawlBody,
  StartCrawlResponse,
  toCrawlEstimateBody,
  toCrawlRunBody,
  toFullCrawl,
  toStartCrawlBody,
} from './wire.ts';

const ofService = { spec: '4.9', area: 'jobs', readWith: 'jobs', access: 'admin' } as const;
const ofStores = { spec: '4.8', area: 'jobs', readWith: 'jobs', access: 'admin' } as const;
const starts = { method: 'POST', audited: true, responses: { 200: StartCrawlResponse.or(CrawlEstimateResponse) } } as const;

/** Begins a crawl that no job asked for, or says what it would take. */
async function begin(
  ctx: RequestContext,
  { dry_run: isDryRun, ...config }: CrawlConfig & { readonly dry_run?: boolean | undefined },
  field?: 'categories',
) {
  requireUnbound(ctx.caller);
  await requireKnownCategories(ctx, config, field);
  const plan = planCrawl(ctx, config);
  if (isDryRun === true) return { status: 200 as const, body: toCrawlEstimateBody(plan) };
  return { status: 200 as const, body: toStartCrawlBody(await startCrawl(ctx, config), plan) };
}

const postCrawl = defineEndpoint({
  ...ofService,
  ...starts,
  path: '/api/admin/start-crawl',
  summary: 'Crawl categories of an app store once',
  description: 'The run appears in `GET /api/admin/crawl-runs`. A crawl waits until those of the same store and country have ended.',
  body: StartCrawlBody,
  handle: (ctx, { body }) => begin(ctx, body),
});

const postTaxonomy = defineEndpoint({
  ...ofStores,
  ...starts,
  path: '/api/admin/taxonomy-crawl',
  summary: 'Bring the categories of an app store up to date, and read their lists',
  description: 'All categories, or those of `category_ids`. Its end is announced by the event `categories_synced`.',
  body: StartCrawlBody,
  handle: (ctx, { body }) => begin(ctx, body),
});

const postFull = defineEndpoint({
  ...ofStores,
  ...starts,
  path: '/api/app-store/crawl/full',
  summary: 'Crawl categories of an app store with the pages of all apps on them, and of those similar to them',
  description: '`related_app_depth` is 1 when left out; all categories of the store when `categories` is.',
  body: FullCrawlBody,
  handle: (ctx, { body }) => begin(ctx, toFullCrawl(body), 'categories'),
});

const getCrawls = defineEndpoint({
  ...ofService,
  method: 'GET',
  path: '/api/admin/crawl-runs',
  summary: 'Crawls of app stores, by jobs and by hand, newest first',
  query: JobPageQuery,
  responses: { 200: CrawlRunsResponse },
  handle: async (ctx, { query }) => ({ status: 200, body: toRunsFields(await listCrawlRuns(ctx, query), query) }),
});

const getCrawl = defineEndpoint({
  ...ofService,
  method: 'GET',
  path: '/api/admin/crawl-runs/{runId}',
  summary: 'One crawl: how far it is, its categories and what could not be read',
  params: CrawlParams,
  responses: { 200: CrawlRunResponse },
  handle: async (ctx, { params: { runId } }) => ({ status: 200, body: toCrawlRunBody(await getCrawlRun(ctx, runId)) }),
});

const postCancel = defineEndpoint({
  ...ofService,
  method: 'POST',
  path: '/api/admin/crawl-runs/{runId}/cancel',
  audited: true,
  summary: 'End a crawl at once; what it has stored stays',
  params: CrawlParams,
  responses: { 200: CancelCrawlResponse },
  failures: ['conflict'],
  handle: async (ctx, { params: { runId } }) => {
    await cancelCrawl(ctx, runId);
    return { status: 200, body: { success: true, run_id: runId, status: 'terminated' as const } };
  },
});

export const crawlRunEndpoints: AppEndpoint[] = [postCrawl, getCrawls, getCrawl, postCancel, postTaxonomy, postFull];
