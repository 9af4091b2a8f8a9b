import { setTimeout as sleep } from 'node:timers/promises';
import { assertNotArchived, getProjects, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import type { RequestScope } from '#http/endpoint.ts';
import { AppError } from '#kernel/errors.ts';
import type { SerpCheck } from '../check.ts';
import { toRequestedCheck } from './requested-check.ts';
import { ingestSerp } from '../ingest/ingest-serp.ts';
import { getPageForRequest, type PageRequestContext, type RequestedPage } from './get-page-for-request.ts';
import { matchOwnSites, type OwnMatch } from '../ingest/match-own-sites.ts';
import { CREDENTIALS_PROBLEM, findCachedRun } from './plan-check.ts';
import { countFirstChecks, listWatchedAssets } from '../tracked/store.ts';
import type { WatchedAsset } from '../tracked/tracking-project.ts';
import type { Channel, Device } from '../vocabulary.ts';

/** One keyword of an on-demand check. */
export interface TrackRequest {
  readonly projectId: string;
  readonly keywordText: string;
  readonly locationCode: number | undefined;
  readonly languageCode: string | undefined;
  readonly device: Device;
  readonly engine: SerpCheck['engine'];
  readonly channel: Channel;
  /** The domain to find; undefined: the project's own sites. */
  readonly targetDomain: string | undefined;
  readonly depth: number;
  readonly force: boolean;
}

/** The result for one keyword. */
export interface TrackResult extends OwnMatch {
  readonly check: SerpCheck;
  readonly projectId: string;
  readonly page: RequestedPage;
}

export type TrackContext = ProjectReader &
  PageRequestContext &
  Pick<AppContext, 'outbox' | 'searchData' | 'config'> &
  Pick<RequestScope, 'signal'>;

/**
 * Checks keywords now. Pages read within the last hour are reused, for any project; a page that is asked for
 * twice at once is read once. Keywords need not be tracked; those that are show the result in their rankings.
 * @throws AppError `Project not found`, `Project is archived`, `DataForSEO credentials not configured`
 */
export async function trackRankings(ctx: TrackContext, requests: readonly TrackRequest[]): Promise<TrackResult[]> {
  const checks = await toChecks(ctx, requests);
  const assets = await listWatchedAssets(ctx.postgres, [...new Set(requests.map(({ projectId }) => projectId))]);
  await assertConfigured(ctx, requests, checks);
  await waitForFirstChecks(
    ctx,
    checks.filter((_check, index) => requests[index]?.force !== true),
  );
  const pages = getPages(ctx, requests, checks);
  return await Promise.all(
    requests.map(async (request, index): Promise<TrackResult> => {
      const check = checks[index] as SerpCheck;
      const page = await (pages[index] as Promise<RequestedPage>);
      // The workflow gave every project its positions when it read the page; a project may have begun to track since.
      if (page.state === 'read' && page.isCached) await ingestSerp(ctx, { check, page, isStored: true, onlyProjectId: request.projectId });
      return toResult(request, check, { page, assets: assets.get(request.projectId) ?? [] });
    }),
  );
}

/** A first check takes a second or two; a request that comes meanwhile waits for it instead of paying again. */
const FIRST_CHECK_WAIT_MS = 5_000;
const FIRST_CHECK_POLL_MS = 100;
/** A first check that is still open after this is stuck; it is not waited for. */
const FIRST_CHECK_AGE_MS = 60_000;

/** Waits for the first checks of keywords that were tracked a moment ago: their pages are used here too. */
async function waitForFirstChecks(ctx: TrackContext, checks: readonly SerpCheck[]): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - FIRST_CHECK_AGE_MS);
  const deadline = ctx.clock.realNow() + FIRST_CHECK_WAIT_MS;
  while ((await countFirstChecks(ctx.postgres, checks, since)) > 0 && ctx.clock.realNow() < deadline) {
    await sleep(FIRST_CHECK_POLL_MS, undefined, { signal: ctx.signal });
  }
}

/** The page of each check; one that is asked for twice is read and paid for once. */
function getPages(ctx: TrackContext, requests: readonly TrackRequest[], checks: readonly SerpCheck[]): Promise<RequestedPage>[] {
  const deadline = ctx.clock.realNow() + WAIT_MS;
  const obtained = new Map<string, Promise<RequestedPage>>();
  return requests.map(({ projectId, force }, index) => {
    const check = checks[index] as SerpCheck;
    const key = JSON.stringify([check.keywordId, check.engine, check.channel, check.depth, force]);
    const known = obtained.get(key);
    if (known !== undefined) return known.then((page) => (page.state === 'read' ? { ...page, isCached: true, costUsd: 0 } : page));
    const obtaining = getPageForRequest(ctx, { check, projectId, force, deadline });
    obtained.set(key, obtaining);
    return obtaining;
  });
}

/** A request answers within 30 s; a longer check continues and is reported as running. */
const WAIT_MS = 25_000;

/** What each request asks for. @throws AppError `Project not found`, `Project is archived` */
export async function toChecks(ctx: TrackContext, requests: readonly TrackRequest[]): Promise<SerpCheck[]> {
  const projects = await getProjects(
    ctx,
    requests.map(({ projectId }) => projectId),
  );
  for (const project of projects.values()) assertNotArchived(project);
  return requests.map((request) => toRequestedCheck(ctx, request, projects.get(request.projectId)));
}

/** Without credentials only what is cached can be answered. */
async function assertConfigured(ctx: TrackContext, requests: readonly TrackRequest[], checks: readonly SerpCheck[]): Promise<void> {
  if (ctx.searchData.isConfigured) return;
  for (const [index, check] of checks.entries()) {
    if (requests[index]?.force !== true && (await findCachedRun(ctx, check)) !== undefined) continue;
    throw new AppError('not_configured', CREDENTIALS_PROBLEM.message, { hint: CREDENTIALS_PROBLEM.hint });
  }
}

function toResult(
  { projectId, targetDomain, channel }: TrackRequest,
  check: SerpCheck,
  { page, assets }: { readonly page: RequestedPage; readonly assets: readonly WatchedAsset[] },
): TrackResult {
  const items = page.state === 'read' ? page.items : [];
  return { check, projectId, page, ...matchOwnSites(items, { channel, targetDomain, assets }) };
}
