import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { LinkAnswer, LinkSummary } from '#providers/search-data/links.ts';
import type { KnownDomain } from '../../records/known-domain.ts';
import { fillWeeks } from '../../snapshots/fill-weeks.ts';
import { addFetchCost, completeHistory } from '../store/fetches.ts';

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

/** The sums of the weeks before, those that are missing. @param fetch.isUnknown the index does not know the domain, so it has no history */
export async function fetchHistoryPart(
  ctx: Pick<AppContext, 'postgres' | 'clock' | 'outbox' | 'searchData'>,
  { isUnknown, ...fetch }: SummaryFetch & { readonly isUnknown: boolean },
): Promise<void> {
  if (isUnknown) await completeHistory(ctx.postgres, { domainId: fetch.domain.id, rows: 0, costUsd: 0, now: ctx.clock.now() });
  else await fillWeeks(ctx, fetch);
}
