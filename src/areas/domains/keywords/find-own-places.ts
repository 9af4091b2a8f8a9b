import type { AppContext } from '#context';
import type { Market } from './market.ts';
import { listBestPlaces, type BestPlace } from './store/best-places.ts';

export interface OwnPlacesQuestion {
  /** Normalized host. */
  readonly domain: string;
  /** For which they are read: with SHARE_CACHE=organization only what it had fetched itself. */
  readonly organizationId: string | null;
  readonly market: Market;
  /** Normalized. */
  readonly keywords: readonly string[];
}

/** The places of a domain on the result pages of keywords, by what was fetched of it: by keyword, those alone that it is known to rank for. */
export async function findOwnPlaces(
  { postgres, config }: Pick<AppContext, 'postgres' | 'config'>,
  question: OwnPlacesQuestion,
): Promise<ReadonlyMap<string, BestPlace>> {
  const isShared = config.shareCache === 'service';
  const places = await listBestPlaces(postgres, { ...question, isShared });
  return new Map(places.map((place) => [place.keyword, place]));
}
