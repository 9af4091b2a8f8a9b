import { listWatchedAssets, raiseEdits, type WatchedAsset } from '#areas/keywords/index.ts';
import { assertNotArchived, getProjects, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { requireCredentials } from '#providers/search-data/index.ts';
import type { SerpCheck } from '../check.ts';
import { toRequestedCheck } from './requested-check.ts';
import { ingestSerp } from '../ingest/ingest-serp.ts';
import { getPagesForRequest, type PageRequestContext, type RequestedPage } from './get-pages-for-request.ts';
import { matchOwnSites, type OwnMatch } from '../ingest/match-own-sites.ts';
import { findCachedRuns } from './cached-runs.ts';
import type { Device, TrackedChannel } from '../vocabulary.ts';

/** One keyword of an on-demand check. */
export interface TrackRequest {
  readonly projectId: string;
  readonly keywordText: string;
  readonly locationCode: number | undefined;
  readonly languageCode: string | undefined;
  readonly device: Device;
  readonly engine: SerpCheck['engine'];
  readonly channel: TrackedChannel;
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

export type TrackContext = ProjectReader & PageRequestContext & Pick<AppContext, 'outbox' | 'searchData' | 'config'>;

/**
 * Checks keywords now. Pages read within the last hour are reused, for any project; a page that is asked for
 * twice at once is read once. Keywords need not be tracked; those that are show the result in their rankings.
 * @throws AppError `Project not found`, `Project is archived`, `not_configured`
 */
export async function trackRankings(ctx: TrackContext, requests: readonly TrackRequest[]): Promise<TrackResult[]> {
  const checks = await toChecks(ctx, requests);
  const assets = await listWatchedAssets(ctx.postgres, [...new Set(requests.map(({ projectId }) => projectId))]);
  await assertConfigured(ctx, requests, checks);
  const pages = await getPagesForRequest(
    ctx,
    requests.map(({ projectId, force }, index) => ({ check: checks[index] as SerpCheck, projectId, force })),
    ctx.clock.realNow() + WAIT_MS,
  );
  const results = await Promise.all(
    requests.map(async (request, index): Promise<TrackResult> => {
      const check = checks[index] as SerpCheck;
      const page = pages[index] as RequestedPage;
      // The workflow gave every project its positions when it read the page; a project may have begun to track since.
      if (page.state === 'read' && page.isCached) await ingestSerp(ctx, { check, page, isStored: true, onlyProjectId: request.projectId });
      return toResult(request, check, { page, assets: assets.get(request.projectId) ?? [] });
    }),
  );
  // The caller reads its own check at once, while others arrive too (`getTrackedVersion`).
  await raiseEdits(ctx.postgres, [...new Set(requests.map(({ projectId }) => projectId))]);
  return results;
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
  const cached = await findCachedRuns(ctx, checks);
  if (checks.every((_check, index) => requests[index]?.force !== true && cached[index] !== undefined)) return;
  requireCredentials(ctx.searchData);
}

function toResult(
  { projectId, targetDomain, channel }: TrackRequest,
  check: SerpCheck,
  { page, assets }: { readonly page: RequestedPage; readonly assets: readonly WatchedAsset[] },
): TrackResult {
  const items = page.state === 'read' ? page.items : [];
  return { check, projectId, page, ...matchOwnSites(items, { channel, targetDomain, assets }) };
}
