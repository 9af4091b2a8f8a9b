import { findCountryCode } from '#areas/projects/index.ts';
import { invalid } from '#kernel/errors.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { MetricsSource } from '#providers/search-data/index.ts';
import type { KeywordList } from './get-keyword-list.ts';
import type { KeptListContext } from './kept-list.ts';
import type { ListQuestion } from './list-question.ts';

/** Keywords around up to 200 seeds. */
export interface SeedsQuestion {
  readonly keywords: readonly string[];
  readonly locationCode: number;
  readonly languageCode: string;
  readonly limit: number;
  readonly organizationId: string | undefined;
}

export interface RelatedKeywords {
  readonly source: MetricsSource;
  readonly list: KeywordList<'ideas' | 'related'>;
}

/**
 * The list that answers it: of the provider's own database, or of the ads planner where that does not reach. The
 * order of the seeds makes no difference.
 * @throws AppError 400 for more seeds than the list takes
 */
export function toRelatedQuestion(
  { searchData }: Pick<KeptListContext, 'searchData'>,
  { keywords, organizationId, limit, ...market }: SeedsQuestion,
): ListQuestion<'ideas' | 'related'> & { readonly source: MetricsSource } {
  const countryCode = findCountryCode(market.locationCode);
  const seeds = [...new Set(keywords.map(normalizeKeyword))].toSorted();
  if (countryCode !== undefined && searchData.hasLists(countryCode, market.languageCode)) {
    const request = { keywords: seeds, ...market, locationCode: countryCode, limit };
    return { kind: 'ideas', request, organizationId, source: 'labs' };
  }
  const max = searchData.subjectsPerList('ads_related');
  if (seeds.length > max) throw invalid([{ path: 'keywords', message: `must have at most ${max} entries for this place and language` }]);
  return { kind: 'related', request: { source: 'google_ads', keywords: seeds, ...market }, organizationId, source: 'google_ads' };
}
