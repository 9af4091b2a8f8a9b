import type { Estimate } from '#areas/costs/index.ts';
import { listRankedSources, type RankedSource } from '#areas/domains/index.ts';
import type { RequestContext } from '#context';
import { isBound } from '#http/caller.ts';
import { invalid } from '#kernel/errors.ts';
import { chooseSites, type ComparedSites, type SiteChoice } from './choose-sites.ts';
import { estimateMissing, fetchMissing, type FetchOrder, type FetchResult } from './fetch-missing.ts';
import type { GapFilter, GapKeyword, GapKind } from './gap.ts';
import { countGapKeywords, listGapKeywords, type GapOrder } from './store/gap.ts';

export interface GapInput extends SiteChoice {
  readonly filter: GapFilter;
  readonly page: GapOrder;
  /** Undefined: nothing is bought. */
  readonly fetch: Omit<FetchOrder, 'projectId'> | undefined;
}

export interface Gap {
  readonly sites: ComparedSites;
  /** The own site first. */
  readonly sources: readonly RankedSource[];
  /** Why a site's keywords could not be bought, by host. */
  readonly errors: ReadonlyMap<string, string>;
  /** Null: nothing can be said, because the keywords of the own site or of every competitor are not known. */
  readonly totals: Readonly<Record<GapKind | 'all', number>> | null;
  readonly keywords: readonly GapKeyword[];
  /** USD. */
  readonly costUsd: number;
}

type GapContext = Pick<RequestContext, 'postgres' | 'clock' | 'searchData' | 'config' | 'caller' | 'requestId' | 'signal'>;

/**
 * How a site stands beside its competitors, keyword by keyword, by their stored ranked keywords. A site whose keywords
 * are not known takes no part in the comparison, and is named.
 * @throws AppError `Project not found`; 400 for sites that cannot be compared
 * @throws BudgetExceededError | OutsideError when nothing came of what was to be bought
 */
export async function findGap(ctx: GapContext, input: GapInput): Promise<Gap> {
  const { sites, sources: before } = await readSources(ctx, input);
  const bought: FetchResult =
    input.fetch === undefined
      ? { costUsd: 0, errors: new Map() }
      : await fetchMissing(ctx, { sources: before, sites, order: toOrder(ctx, input, input.fetch) });
  const sources = input.fetch === undefined ? before : await listSources(ctx, sites);
  return { sites, sources, ...bought, ...(await compare(ctx, { sites, sources, input })) };
}

/** What `findGap` would buy. */
export async function estimateGap(ctx: GapContext, input: GapInput): Promise<Estimate> {
  const { sources } = await readSources(ctx, input);
  return input.fetch === undefined ? { calls: 0, costUsd: 0 } : estimateMissing(ctx, sources, toOrder(ctx, input, input.fetch));
}

async function readSources(ctx: GapContext, input: GapInput): Promise<{ sites: ComparedSites; sources: RankedSource[] }> {
  const sites = await chooseSites(ctx, input);
  return { sites, sources: await listSources(ctx, sites) };
}

function listSources(ctx: GapContext, { own, rivals, market, organizationId }: ComparedSites): Promise<RankedSource[]> {
  const question = { hosts: [own, ...rivals], market, organizationId: organizationId ?? ctx.caller.organizationId ?? null };
  return listRankedSources(ctx, question);
}

/** A bound caller sees what its organization has had fetched; the project says which one that is. */
function toOrder({ caller }: GapContext, { projectId }: SiteChoice, order: Omit<FetchOrder, 'projectId'>): FetchOrder {
  if (projectId === undefined && isBound(caller))
    throw invalid([{ path: 'project_id', message: 'project_id is required to fetch with this key' }]);
  return { ...order, projectId };
}

async function compare(
  { postgres }: GapContext,
  { sites, sources, input }: { readonly sites: ComparedSites; readonly sources: readonly RankedSource[]; readonly input: GapInput },
): Promise<Pick<Gap, 'totals' | 'keywords'>> {
  const [ownId, ...others] = sources.map(({ isKnown, domainId }) => (isKnown ? domainId : null));
  const rivalIds = others.filter((id) => id !== null);
  if (ownId === undefined || ownId === null || rivalIds.length === 0) return { totals: null, keywords: [] };
  const question = { sites: { ownId, rivalIds, market: sites.market }, filter: input.filter };
  const [totals, keywords] = await Promise.all([
    countGapKeywords(postgres, question),
    listGapKeywords(postgres, { ...question, page: input.page }),
  ]);
  return { totals, keywords };
}
