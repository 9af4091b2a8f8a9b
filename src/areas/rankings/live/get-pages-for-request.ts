import type { AppContext } from '#context';
import { carriedCauseOf } from '#http/caller.ts';
import type { RequestScope } from '#http/endpoint.ts';
import { messageOf } from '#kernel/errors.ts';
import type { SerpCheck } from '../check.ts';
import { listResultPages } from '../results/result-pages.ts';
import type { RunPage } from '../runs/serp-run.ts';
import { findCachedRuns } from './cached-runs.ts';
import { toLivePage, toPageKey } from './claim-pages.ts';
import { judgeOnDemand } from '../dispatch/judge-on-demand.ts';
import { newPagesId, SERP_PAGES, type PageOrder, type PageOutcome, type PagesSummary } from './page-orders.ts';
import { toPageRunId } from './run-pages.ts';
import type { CheckOutput } from './tracking-input.ts';

export type PageRequestContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'clock' | 'workflows'> &
  Pick<RequestScope, 'requestId' | 'caller'>;

export interface PageRequest {
  readonly check: SerpCheck;
  readonly projectId: string;
  /** Reads the page even when it is cached. */
  readonly force: boolean;
}

/** The page for a waiting request, or why there is none yet. `workflowId` is the workflow that reads it. */
export type RequestedPage =
  | (RunPage & { readonly state: 'read'; readonly isCached: boolean; readonly costUsd: number })
  | { readonly state: 'failed'; readonly error: string; readonly workflowId: string }
  | { readonly state: 'skipped'; readonly reason: string; readonly message: string | null }
  | { readonly state: 'running'; readonly workflowId: string };

/**
 * The pages of a request: from the cache of the last hour, or read now by one workflow. A page that is being
 * read for another request is waited for. The request that started a page pays for it; a page that is wanted
 * twice is read once.
 * @param deadline real time in epoch milliseconds; what is not there by then goes on and is `running`
 * @returns in the order of the requests
 */
export async function getPagesForRequest(
  ctx: PageRequestContext,
  requests: readonly PageRequest[],
  deadline: number,
): Promise<RequestedPage[]> {
  const cached = await findCached(ctx, requests);
  const orders = new Map<string, PageOrder>();
  for (const [at, { check, projectId, force }] of requests.entries()) {
    const key = toPageKey(toLivePage(check));
    const known = orders.get(key);
    if (cached[at] !== undefined) continue;
    // Who wants the AI overview pays for the page.
    const payer = known?.check.loadsOverview === true ? known : { check, project_id: projectId };
    orders.set(key, { ...payer, force: force || known?.force === true });
  }
  const read = orders.size === 0 ? new Map<string, RequestedPage>() : await readNow(ctx, [...orders.values()], deadline);
  const shown = new Set<string>();
  return requests.map(({ check }, at): RequestedPage => {
    const page = cached[at];
    if (page !== undefined) return { ...page, state: 'read', isCached: true, costUsd: 0 };
    const key = toPageKey(toLivePage(check));
    const found = read.get(key) as RequestedPage;
    const isRepeated = shown.has(key);
    shown.add(key);
    return isRepeated && found.state === 'read' ? { ...found, isCached: true, costUsd: 0 } : found;
  });
}

async function findCached(ctx: PageRequestContext, requests: readonly PageRequest[]): Promise<(RunPage | undefined)[]> {
  const runs = await findCachedRuns(
    ctx,
    requests.filter(({ force }) => !force).map(({ check }) => check),
  );
  const pages = await listResultPages(
    ctx,
    runs.flatMap((run) => run?.id ?? []),
  );
  const unforced = runs.values();
  return requests.map(({ force }) => {
    const run = force ? undefined : unforced.next().value;
    return run && pages.get(run.id);
  });
}

/** What a workflow found out about a page. */
type Found =
  | { readonly state: 'read'; readonly runId: string; readonly isCached: boolean; readonly costUsd: number }
  | Exclude<RequestedPage, { state: 'read' }>;

/** Starts one workflow for all pages, waits for its end, and gives each page as it is then, by its key. */
async function readNow(ctx: PageRequestContext, orders: readonly PageOrder[], deadline: number): Promise<Map<string, RequestedPage>> {
  const workflowId = await startReading(ctx, orders);
  await judgeOnDemand(ctx, { workflowId, keywordIdsOf: toKeywordIds(orders) });
  const found = await waitForFound(ctx, { workflowId, orders }, deadline);
  // Some pages are there and others are not when a workflow goes on at the deadline, or broke off.
  const runIds = found.map((one, at) => (one.state === 'read' ? one.runId : toPageRunId(workflowId, orders[at] as PageOrder)));
  const pages = await listResultPages(ctx, runIds);
  return new Map(
    orders.map((order, at) => {
      const page = toRequestedPage(workflowId, found[at] as Found, pages.get(runIds[at] ?? ''));
      return [toPageKey(toLivePage(order.check)), page];
    }),
  );
}

function toKeywordIds(orders: readonly PageOrder[]): ReadonlyMap<string, readonly string[]> {
  const byProject = Map.groupBy(orders, ({ project_id: projectId }) => projectId);
  return new Map([...byProject].map(([projectId, some]) => [projectId, some.map(({ check }) => check.keywordId)]));
}

/** One page has a workflow that tries it again itself; several are read together. */
async function startReading(ctx: PageRequestContext, orders: readonly PageOrder[]): Promise<string> {
  const cause = carriedCauseOf(ctx.caller);
  const [only] = orders;
  if (only === undefined || orders.length > 1) {
    return await ctx.workflows.startNow(SERP_PAGES, { pages: [...orders], ...cause }, { id: newPagesId() });
  }
  const { check, project_id: projectId, force } = only;
  const input = { project_id: projectId, source: 'api', check, force, requested_by: ctx.requestId, ...cause } as const;
  return await ctx.workflows.startNow('serp-tracking', input);
}

async function waitForFound(
  ctx: PageRequestContext,
  { workflowId, orders }: { readonly workflowId: string; readonly orders: readonly PageOrder[] },
  deadline: number,
): Promise<Found[]> {
  try {
    const ended = await ctx.workflows.waitFor<CheckOutput | PagesSummary>(workflowId, Math.max(0, deadline - ctx.clock.realNow()));
    if (ended === undefined) return orders.map(() => ({ state: 'running', workflowId }));
    const { output } = ended;
    return 'pages' in output ? output.pages.map((page) => toFoundPage(workflowId, page)) : [toFoundCheck(output)];
  } catch (error) {
    return orders.map(() => ({ state: 'failed', error: messageOf(error), workflowId }));
  }
}

function toFoundCheck({ skipped, run_id: runId, ...output }: CheckOutput): Found {
  if (skipped || runId === null) return { state: 'skipped', reason: output.reason ?? 'skipped', message: output.message };
  return { state: 'read', runId, isCached: output.cached, costUsd: output.cost_usd };
}

function toFoundPage(workflowId: string, page: PageOutcome): Found {
  if (page.state === 'read' && page.run_id !== null) {
    return { state: 'read', runId: page.run_id, isCached: page.cached, costUsd: page.cost_usd };
  }
  if (page.state === 'skipped') return { state: 'skipped', reason: page.reason ?? 'skipped', message: page.message };
  if (page.state === 'pending') return { state: 'running', workflowId: page.workflow_id ?? workflowId };
  return { state: 'failed', error: page.error ?? 'The page was not read', workflowId };
}

function toRequestedPage(workflowId: string, found: Found, page: RunPage | undefined): RequestedPage {
  if (found.state === 'read') {
    return page === undefined ? { state: 'failed', error: 'The result page is no longer kept', workflowId } : { ...page, ...found };
  }
  return page === undefined ? found : { ...page, state: 'read', isCached: false, costUsd: page.run.costUsd };
}
