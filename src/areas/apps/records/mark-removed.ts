import type { Sql } from '#stores/postgres/types.ts';
import type { Market } from './market.ts';
import { insertChanges, markAppsRemoved } from './store/apps.ts';
import { retireRecommendations } from './store/recommendations.ts';
import { toChangeRow } from './store-apps.ts';

/**
 * Marks apps that are gone from the store: they and all that is known of them are kept, what they recommend is inactive.
 * A page or record that can be read again brings an app back.
 * @returns the ids of those that were not marked before; apps that are not known are left out
 */
export async function markRemoved(
  tx: Sql,
  { platform, storefront, appIds, now }: Market & { readonly appIds: readonly string[]; readonly now: Date },
): Promise<string[]> {
  const market = { platform, storefront };
  const marked = await markAppsRemoved(tx, market, { appIds, now });
  const ids = marked.map(({ appId }) => appId);
  await insertChanges(
    tx,
    marked.map(({ appId, status }) =>
      toChangeRow(market, { appId, now, change: { field: 'status', oldValue: status, newValue: 'removed' } }),
    ),
  );
  // All that was seen up to now.
  await retireRecommendations(tx, market, { sourceAppIds: ids, before: new Date(now.getTime() + 1) });
  return ids;
}
