import { getVisibleDomain, type DomainReader } from '../records/get-visible-domain.ts';
import { countRankedKeywords, listRankedKeywords, type RankedKeywordPage, type RankedKeywordRecord } from './store/ranked-keywords.ts';
import type { DomainDetails } from '../records/store/details.ts';
import { listFetches, type DomainFetch } from '../onboarding/store/fetches.ts';

export interface RankedKeywordsResult {
  readonly record: DomainDetails;
  readonly keywords: readonly RankedKeywordRecord[];
  readonly total: number;
  /** The fetches that brought them, one for each market. */
  readonly fetches: readonly DomainFetch[];
}

/**
 * What a domain ranks for, by its newest fetches. Nothing fetched yet is an empty
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
    listRankedKeywords(ctx.postgres, filter),
    countRankedKeywords(ctx.postgres, filter),
    listFetches(ctx.postgres, record.id),
  ]);
  return { record, keywords, total, fetches: parts.filter(({ part }) => part === 'keywords') };
}
