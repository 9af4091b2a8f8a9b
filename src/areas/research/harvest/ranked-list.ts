import { findRankedSource, isRankedFetchUnderWay, type RankedSource } from '#areas/domains/index.ts';
import type { AppContext } from '#context';
import { isBound, type Caller } from '#http/caller.ts';
import type { ResearchMarket } from '../runs/research-run.ts';
import type { HarvestOrder } from './harvest-order.ts';
import { groupMarkets, type AskedMarket } from './plan/group-markets.ts';

/** What is known of the positions of a site in one market. */
export interface RankedReading extends Pick<ResearchMarket, 'locationCode' | 'languageCode'> {
  /** `partial`: there are more keywords than were fetched. `failed`: it was asked for, and nothing came. `not_offered`: the provider has no such list. */
  readonly status: 'complete' | 'partial' | 'failed' | 'not_offered';
  readonly rowsFetched: number | null;
  /** According to the provider; null: it did not say. */
  readonly rowsTotal: number | null;
  /** ISO 8601, in the observed world. */
  readonly fetchedAt: string | null;
}

/** A market by its text. */
export type MarketKey = string;

export function toMarketKey({ locationCode, languageCode }: Pick<AskedMarket, 'locationCode' | 'languageCode'>): MarketKey {
  return `${locationCode} ${languageCode}`;
}

type ListContext = Pick<AppContext, 'postgres' | 'config'>;

/** What there is of the list of a market. @param caller whose estimate it is; undefined: the run itself, which shares what is shared */
export async function findRankedList(
  ctx: ListContext,
  { host, organizationId }: Pick<HarvestOrder, 'host' | 'organizationId'>,
  { market, caller }: { readonly market: Pick<AskedMarket, 'locationCode' | 'languageCode'>; readonly caller?: Caller | undefined },
): Promise<RankedSource> {
  const { locationCode, languageCode } = market;
  const isOwnAlone = ctx.config.shareCache === 'organization' || (caller !== undefined && isBound(caller));
  return await findRankedSource(ctx, { host, market: { locationCode, languageCode }, organizationId, isOwnAlone });
}

/** The markets whose list is there and costs nothing. */
export async function listRankedMarkets(
  ctx: ListContext & Pick<AppContext, 'searchData'>,
  order: HarvestOrder,
  caller?: Caller,
): Promise<ReadonlySet<MarketKey>> {
  const markets = groupMarkets(ctx.searchData, order.confirmation.markets);
  const sources = await Promise.all(markets.map((market) => findRankedList(ctx, order, { market, caller })));
  return new Set(markets.filter((_market, at) => sources[at]?.isKnown === true).map(toMarketKey));
}

/** Whether the list has not to be waited for: an onboarding that fetches it leaves it to everyone. */
export async function isRankedListFree(
  ctx: Pick<AppContext, 'postgres' | 'config' | 'workflows'>,
  host: string,
  { locationCode, languageCode }: Pick<AskedMarket, 'locationCode' | 'languageCode'>,
): Promise<boolean> {
  return !(await isRankedFetchUnderWay(ctx, { host, market: { locationCode, languageCode } }));
}

export function toRankedReading({ locationCode, languageCode }: RankedReading | AskedMarket, source: RankedSource): RankedReading {
  const { status, rowsFetched, rowsTotal, fetchedAt } = source;
  return {
    locationCode,
    languageCode,
    status: status === 'complete' || status === 'partial' ? status : 'failed',
    rowsFetched,
    rowsTotal,
    fetchedAt: fetchedAt?.toISOString() ?? null,
  };
}
