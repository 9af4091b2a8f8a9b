import { getVisibleDomain, type DomainReader } from './get-visible-domain.ts';
import { countRankedKeywords, selectRankedKeywords, type RankedKeywordPage, type RankedKeywordRecord } from './store/domain-keywords.ts';
import type { DomainDetails } from './store/domain-records.ts';
import { selectFetches, type DomainFetch } from './store/fetches.ts';

export interface RankedKeywordsResult {
  readonly record: DomainDetails;
  readonly keywords: readonly RankedKeywordRecord[];
  readonly total: number;
  /** The fetches that brought them, one for each market. */
  readonly fetches: readonly DomainFetch[];
}

/**
 * What a domain ranks for, by its newest fetches (specification 4.6). Nothing fetched yet is an empty
 * list without fetches.
 * @throws AppError `Domain not found`
 */
export async function listDomainKeywords(
  ctx: DomainReader,
  { domain, ...page }: Omit<RankedKeywordPage, 'domainId'> & { readonly domain: string },
): Promise<RankedKeywordsResult> {
  const record = await getVisibleDomain(ctx, domain);
  const filter = { ...page, domainId: record.id };
  const [keywords, total, parts] = await Promise.all([
    selectRankedKeywords(ctx.postgres, filter),
    countRankedKeywords(ctx.postgres, filter),
    selectFetches(ctx.postgres, record.id),
  ]);
  return { record, keywords, total, fetches: parts.filter(({ part }) => part === 'keywords') };
}
