import type { Sql } from '#stores/postgres/types.ts';
import type { Market } from '../keywords/market.ts';
import { markLostLinks, markLostKeywords } from './store.ts';

/** What can be lost: `market` belongs to keywords. */
export type LosablePart =
  | { readonly part: 'backlinks' | 'referring_domains'; readonly market?: undefined }
  | { readonly part: 'keywords'; readonly market: Market };

/**
 * After a fetch that brought everything there is: what it did not bring again is gone.
 * @param given.before when the fetch began
 * @param given.now kept as the time of the loss
 * @returns how many were lost
 */
export async function sweepLost(
  sql: Sql,
  given: LosablePart & { readonly domainId: number; readonly before: Date; readonly now: Date },
): Promise<number> {
  const lost = { domainId: given.domainId, before: given.before, lostAt: given.now };
  if (given.part === 'keywords') return await markLostKeywords(sql, { ...lost, market: given.market });
  return await markLostLinks(sql, given.part, lost);
}
