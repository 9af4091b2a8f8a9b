import type { JobOutcome } from '#area/job-type.ts';
import type { AnswerEnd } from '#purchases/index.ts';
import type { WorkflowContext } from '#context';
import type { WorkflowEnd } from '#workflows/define.ts';
import { fetchAppData } from '../bought/app-data.ts';
import type { CrawlConfig } from '../crawl-config.ts';
import { listCrawled } from '../crawl-plan.ts';
import type { CategoryCrawlOutput } from './category-crawl.workflow.ts';
import { closeCrawl } from './close-crawl.ts';
import { toCrawl, type Crawl } from './crawl.ts';
import { noteProgress, publishCrawl } from './progress.ts';
import { readApps } from './read-apps.ts';
import { toListRequests } from './lists/read-bought-lists.ts';
import { endCategory, insertCrawlCategories } from './store/categories.ts';
import { insertCrawl, isFirstInLine, setStopReason } from './store/crawls.ts';

/** The workflow type under which a crawl's calls are booked. */
export const CRAWL_RUN = 'crawl-run';
const OVER_BUDGET = 'budget_exceeded';

/**
 * Crawls categories of a store, as the work of a job run: first the lists of all categories, each by a child, then the apps
 * on them as deep as asked for. All lists come first, so that an app which is listed anywhere is known as such before it is
 * met as a similar one. Everything is stored as it is read, and what is stored is not read again after a crash.
 */
export async function runCrawl(ctx: WorkflowContext, config: CrawlConfig): Promise<JobOutcome> {
  const crawl = toCrawl(ctx.workflowId, config);
  const categoryIds = listCrawled(config).map(({ id }) => id);
  await ctx.step('openCrawl', () => openCrawl(ctx, crawl, categoryIds));
  // One crawl of a market at a time: the store's rate limit is one for the whole service, so that two at once take as long as one
  // after the other, and the second one finds what the first has read.
  await ctx.waitUntil(async () => ((await isFirstInLine(ctx.postgres, crawl.runId)) ? true : undefined));
  const ordered = crawl.platform === 'store_b' ? await orderLists(ctx, crawl, categoryIds) : undefined;
  const children = categoryIds.map((id, at) => ({
    id: `${crawl.runId}-${id}`,
    input: { run_id: crawl.runId, platform: crawl.platform, category_id: id, ordered: ordered?.[at] ?? [] },
  }));
  const ends = await ctx.runAll('category-crawl', children);
  const lost = ends.flatMap((end, at) => {
    const error = toLoss(end);
    return error === undefined ? [] : { categoryId: categoryIds[at] ?? '', error };
  });
  if (lost.length > 0) await ctx.step('endLists', () => failCategories(ctx, crawl, lost));
  await readApps(ctx, crawl);
  return await ctx.step('closeCrawl', () => closeCrawl(ctx, crawl));
}

async function openCrawl(ctx: WorkflowContext, crawl: Crawl, categoryIds: readonly string[]): Promise<void> {
  const now = ctx.clock.now();
  await ctx.postgres.transaction(async (tx) => {
    await insertCrawl(tx, crawl, { now, categories: categoryIds.length });
    await insertCrawlCategories(tx, crawl.runId, categoryIds);
  });
  publishCrawl(ctx.live, crawl, { status: 'waiting', categories_total: categoryIds.length });
}

/** The provider takes a while for a list, so all are ordered together. A spent budget leaves some out. */
async function orderLists(ctx: WorkflowContext, crawl: Crawl, categoryIds: readonly string[]): Promise<AnswerEnd[][]> {
  const requests = categoryIds.map((id) => toListRequests(crawl, { id }));
  const ends = await fetchAppData(ctx, requests.flat(), { source: 'workflow', workflowType: CRAWL_RUN, projectIds: [], key: 'lists' });
  if (ends.some(({ error }) => error === OVER_BUDGET)) await ctx.step('stop', () => setStopReason(ctx.postgres, crawl.runId, OVER_BUDGET));
  const size = crawl.charts.length;
  return requests.map((_requests, at) => ends.slice(at * size, (at + 1) * size));
}

/** Why a child has not read its category. */
function toLoss({ status, error, output }: WorkflowEnd<CategoryCrawlOutput>): string | undefined {
  if (status !== 'completed' || output === undefined) return error ?? 'terminated';
  if ('category_id' in output) return undefined;
  return output.drained === true ? 'drain_mode' : (output.reason ?? 'skipped');
}

/** What a child could not read after all its tries, or did not begin: never an empty list. */
async function failCategories(
  ctx: WorkflowContext,
  crawl: Crawl,
  lost: readonly { readonly categoryId: string; readonly error: string }[],
): Promise<void> {
  const now = ctx.clock.now();
  for (const { categoryId, error } of lost)
    await ctx.postgres.transaction(async (tx) => {
      if (!(await endCategory(tx, { runId: crawl.runId, categoryId, now, appsFound: 0, error }))) return;
      await noteProgress(tx, ctx, crawl, { counts: { categoriesProcessed: 1, errors: 1 }, event: { category_id: categoryId, error } });
    });
}
