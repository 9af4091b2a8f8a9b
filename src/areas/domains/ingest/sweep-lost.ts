import type { Sql } from '#stores/postgres/types.ts';
import { markLostBacklinks } from '../store/backlinks.ts';
import { markLostKeywords, type Market } from '../store/keywords.ts';
import { markLostReferringDomains } from '../store/upsert-referring.ts';

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
  const { domainId, before, now } = given;
  if (given.part === 'keywords') return await markLostKeywords(sql, { domainId, market: given.market, before, lostAt: now });
  const mark = given.part === 'backlinks' ? markLostBacklinks : markLostReferringDomains;
  return await mark(sql, domainId, before, now);
}
