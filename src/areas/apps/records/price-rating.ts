import type { StoredApp } from './store/apps.ts';

/**
 * What it cost to read the rating of an app, in USD: nothing on its own page, in the lookup service or on a feed. Null: not recorded,
 * because a list said it, which may have been bought or not.
 */
export function priceRating({ sources, boughtUsd }: Pick<StoredApp, 'sources' | 'boughtUsd'>): number | null {
  const source = sources.rating ?? sources.ratingCount ?? 'list';
  if (source === 'list') return null;
  return source === 'provider' ? boughtUsd : 0;
}
