import { hashId } from '#kernel/ids.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Market } from './market.ts';
import { retireRecommendations, upsertRecommendations, type RecommendationRow } from './store/recommendations.ts';

/** The shelf of similar apps of one app, read whole. */
export interface SimilarList {
  readonly sourceAppId: string;
  /** In the order of the shelf; positions count from 1. */
  readonly appIds: readonly string[];
}

/**
 * Writes what apps recommend. What is listed again is counted once more; what is no longer listed becomes inactive. A list
 * that is handed in empty makes all of its app inactive, so one that could not be read is left out by the caller.
 * @returns how many are listed
 */
export async function storeRecommendations(
  tx: Sql,
  { platform, storefront, lists, now }: Market & { readonly lists: readonly SimilarList[]; readonly now: Date },
): Promise<number> {
  const market = { platform, storefront };
  const sorted = lists.toSorted((left, right) => (left.sourceAppId < right.sourceAppId ? -1 : 1));
  const rows = new Map<string, RecommendationRow>();
  for (const list of sorted) for (const row of toRows(market, list, now)) rows.set(String(row.id), row);
  await upsertRecommendations(tx, [...rows.values()]);
  await retireRecommendations(tx, market, { sourceAppIds: sorted.map(({ sourceAppId }) => sourceAppId), before: now });
  return rows.size;
}

/** Each app once, at its first position; none recommends itself. */
function toRows(market: Market, { sourceAppId, appIds }: SimilarList, now: Date): RecommendationRow[] {
  const placed = new Map(appIds.map((appId, index) => [appId, index + 1] as const).toReversed());
  placed.delete(sourceAppId);
  return [...placed]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([appId, position]) => ({
      id: hashId('rec_', [market.platform, market.storefront, sourceAppId, 'similar', appId]),
      ...market,
      source_app_id: sourceAppId,
      recommended_app_id: appId,
      section: 'similar',
      position,
      first_seen: now,
      last_seen: now,
    }));
}
