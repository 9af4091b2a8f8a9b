import type { AppContext } from '#context';
import type { Market } from './market.ts';
import { listBestPlaces, type BestPlace } from './store/best-places.ts';

export interface OwnPlacesQuestion {
  /** Normalized host. */
  readonly domain: string;
  /** For which they are read: with SHARE_CACHE=organization only what it had fetched itself. */
  readonly organizationId: string | null;
  readonly market: Market;
  /** Whether the organization has had the list for itself, whatever is shared. */
  readonly canRead: boolean;
}

/** What a domain ranks for, by what was fetched of it: its best unpaid place for each keyword, by the keyword. */
export async function findOwnPlaces(
  { postgres, config }: Pick<AppContext, 'postgres' | 'config'>,
  question: OwnPlacesQuestion,
): Promise<ReadonlyMap<string, BestPlace>> {
  const isShared = question.canRead || config.shareCache === 'service';
  const places = await listBestPlaces(postgres, { ...question, isShared });
  return new Map(places.map((place) => [place.keyword, place]));
}
