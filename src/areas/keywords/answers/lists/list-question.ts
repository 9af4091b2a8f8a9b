import { findCountryCode } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { hashId } from '#kernel/ids.ts';
import type { ListMarket } from '#providers/search-data/lists.ts';
import { toOwnerId } from '../../keyword.ts';
import type { KeptListKind, KeptLists } from './list-kinds.ts';

export type ListContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'config'>;

export interface ListQuestion<Kind extends KeptListKind> {
  readonly kind: Kind;
  /** Its location is a country, or a location in it. */
  readonly request: KeptLists[Kind]['request'];
  /** For which it is read. With SHARE_CACHE=organization it shares answers with no other. */
  readonly organizationId: string | null | undefined;
}

export interface AskedList<Kind extends KeptListKind> {
  readonly id: string;
  readonly kind: Kind;
  readonly request: KeptLists[Kind]['request'];
  readonly isOfAds: boolean;
  /** Rows; 0 where a list always comes whole. */
  readonly limit: number;
}

/** The question as the provider is asked; its limit is no part of its id, because a long list serves who wants a short one. */
export function toAskedList<Kind extends KeptListKind>(
  ctx: ListContext,
  { kind, request, organizationId }: ListQuestion<Kind>,
): AskedList<Kind> {
  const isOfAds = 'source' in request && request.source === 'google_ads';
  const market = isOfAds ? {} : toListMarket(ctx, request);
  const limit = 'limit' in request ? request.limit : 0;
  const { limit: _limit, ...named } = { limit, ...request, ...market };
  const parts = Object.entries(named)
    .filter(([, value]) => value !== undefined && value !== false)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const owner = toOwnerId(ctx.config, organizationId ?? undefined) ?? '';
  return { id: hashId('ans_', [kind, JSON.stringify(parts), owner]), kind, request: { ...request, ...market }, isOfAds, limit };
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
