import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { LinkAnswer, LinkSummary } from '#providers/search-data/links.ts';
import type { KnownDomain } from '../../records/known-domain.ts';
import { addFetchCost } from '../store/fetches.ts';

export interface SummaryFetch {
  readonly domain: KnownDomain;
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

/**
 * The sums of all links to a domain; null: the provider's index does not know it. The part is complete
 * only with the snapshot (`storeResults`), because the sums are kept nowhere else.
 */
export async function fetchSummaryPart(
  { postgres, searchData }: Pick<AppContext, 'postgres' | 'searchData'>,
  { domain, scope, signal }: SummaryFetch,
): Promise<LinkAnswer<LinkSummary>> {
  const answer = await searchData.fetchLinkSummary(domain.domain, scope, signal);
  await addFetchCost(postgres, { domainId: domain.id, part: 'summary' }, answer.costUsd);
  return answer;
}
