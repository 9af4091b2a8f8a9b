import type { AppRatingReading, AppReview, TopApp } from '#client';
import { METRICS_PROVIDER, type Reading } from '#ui/states/reading.ts';

const SOURCES: Readonly<Record<AppRatingReading['source'], string>> = {
  lookup: 'the lookup service of the store',
  page: 'its page in the store',
  provider: METRICS_PROVIDER,
  feed: 'a feed of the store',
  list: 'a list of the store',
};

/** How rating and number of ratings were read. */
export function toRatingReading(read: AppRatingReading | null | undefined): Reading {
  return read ? { checkedAt: read.read_at, provider: SOURCES[read.source], costUsd: read.cost_usd } : {};
}

/** How the price of an app was read: mostly together with its rating. */
export function toPriceReading({ sources, rating_reading: read, last_seen_at: seenAt, fetched_at: fetchedAt }: TopApp): Reading {
  const source = sources?.['price'];
  if (source === undefined || source === read?.source) return toRatingReading(read);
  const isFree = source === 'lookup' || source === 'page' || source === 'feed';
  const checkedAt = source === 'list' || source === 'feed' ? seenAt : fetchedAt;
  return { checkedAt, provider: SOURCES[source], ...(isFree && { costUsd: 0 }) };
}

interface ListPlace {
  readonly scraped_at: string;
  readonly list_usd: number | null;
}

/** How a place on a list was read: with the whole list, from the store itself or from the provider, which is paid. */
export function toListReading({ scraped_at: checkedAt, list_usd: costUsd }: ListPlace): Reading {
  return toPaidReading({ checkedAt, costUsd });
}

/** What was read without paying is from the store itself; of what has no price on record it is not known. */
export function toPaidReading(read: Pick<Reading, 'checkedAt' | 'day' | 'costUsd'>): Reading {
  const { costUsd } = read;
  return { ...read, provider: costUsd === 0 ? 'the store' : costUsd === null ? undefined : METRICS_PROVIDER };
}

/** What reading reviews cost stands in the ledger, not beside each of them. */
export function toReviewReading({ first_seen_at: checkedAt }: AppReview): Reading {
  return { checkedAt };
}
