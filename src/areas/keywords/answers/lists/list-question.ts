import { findCountryCode } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import type { ListMarket } from '#providers/search-data/lists.ts';
import { toListId, type KeptList, type KeptListContext } from './kept-list.ts';
import { FETCH_LIST, toPriceKind, type KeptListKind, type KeptLists } from './list-kinds.ts';

export interface ListQuestion<Kind extends KeptListKind> {
  readonly kind: Kind;
  /** Its location is a country, or a location in it. */
  readonly request: KeptLists[Kind]['request'];
  /** For which it is read. With SHARE_CACHE=organization it shares answers with no other. */
  readonly organizationId: string | null | undefined;
}

/** The question as the provider is asked. */
export function toAskedList<Kind extends KeptListKind>(
  ctx: KeptListContext,
  { kind, request: question, organizationId }: ListQuestion<Kind>,
): KeptList<KeptLists[Kind]['value']> {
  const isOfAds = 'source' in question && question.source === 'google_ads';
  const market = isOfAds ? {} : toListMarket(ctx, question);
  const limit = 'limit' in question ? question.limit : 0;
  const request = { ...question, ...market };
  const { limit: _limit, ...named } = { limit, ...request };
  const { withClickstream } = request as { readonly withClickstream?: boolean };
  return {
    id: toListId(ctx, kind, named, organizationId),
    kind,
    limit,
    organizationId,
    costUsd: ctx.searchData.estimateListUsd(toPriceKind(kind, isOfAds), limit, { withClickstream }),
    fetch: (scope, options) => FETCH_LIST[kind](ctx.searchData)(request, scope, options),
  };
}

/** @throws AppError 400 */
function toListMarket({ searchData }: Pick<AppContext, 'searchData'>, { locationCode, languageCode }: ListMarket): ListMarket {
  const countryCode = findCountryCode(locationCode);
  if (countryCode !== undefined && searchData.hasLists(countryCode, languageCode)) return { locationCode: countryCode, languageCode };
  throw new AppError('invalid', 'No keyword lists for this place and language', {
    message: `The provider has no lists of keywords for location_code ${locationCode} in the language ${languageCode}.`,
    details: [{ path: 'location_code', message: `has no lists of keywords in the language ${languageCode}` }],
    hint: 'POST /api/keywords/for-keywords and /api/keywords/overview take every place.',
  });
}
