import type { AppContext } from '#context';
import type { Sql } from '#stores/postgres/types.ts';
import { APP_FIELDS, FIELD_RULES } from './app-fields.ts';
import { applyObserved, type FieldChange } from './apply-observed.ts';
import type { Market } from './market.ts';
import { mergeByApp, type ObservedApp } from './observed-app.ts';
import {
  insertApps,
  insertChanges,
  lockApps,
  touchApps,
  updateApps,
  updateBoughtPrices,
  type AppRow,
  type ChangeRow,
  type StoredApp,
  markAppsRemoved,
} from './store/apps.ts';
import { priceRating } from './price-rating.ts';
import { storeRatings } from './store-ratings.ts';
import { retireRecommendations } from './store/recommendations.ts';

export interface StoreAppsInput extends Market {
  readonly apps: readonly ObservedApp[];
  readonly now: Date;
}

export interface StoredApps {
  /** Ids of apps that were not known before. */
  readonly added: readonly string[];
  /** Ids of known apps of which something changed in the store. */
  readonly changed: readonly string[];
  /** Ids of unknown apps that nothing gave a title of: they are not stored. */
  readonly untitled: readonly string[];
}

/**
 * Adds unknown apps and brings known ones up to date, many at once. What a source does not say stays as it was; what
 * changed is noted. Ratings of apps whose own page or record was read go into their series too. The same app several
 * times is one, and a repetition with the same `now` adds nothing.
 */
export async function storeApps(tx: Sql, ctx: Pick<AppContext, 'outbox'>, input: StoreAppsInput): Promise<StoredApps> {
  const { now, platform, storefront } = input;
  const market = { platform, storefront };
  const apps = mergeByApp(input.apps);
  const titled = apps.filter(({ values }) => values.title !== undefined);
  const added = new Set(
    await insertApps(
      tx,
      titled.map((app) => toNewRow(market, app, now)),
    ),
  );
  const known = apps.filter(({ appId }) => !added.has(appId));
  const { changed, knownIds } = await updateKnown(tx, market, { known, now });
  await updateBoughtPrices(tx, market, apps);
  await storeRatings(tx, ctx, { ...market, now, ratings: apps.flatMap(toRating) });
  const untitled = known.flatMap(({ appId }) => (knownIds.has(appId) ? [] : appId));
  return { added: [...added], changed, untitled };
}

async function updateKnown(tx: Sql, market: Market, { known, now }: { readonly known: readonly ObservedApp[]; readonly now: Date }) {
  const observed = new Map(known.map((app) => [app.appId, app]));
  const stored = observed.size === 0 ? [] : await lockApps(tx, market, [...observed.keys()]);
  const rows: AppRow[] = [];
  const changes: ChangeRow[] = [];
  for (const before of stored) {
    const seen = observed.get(before.appId);
    // An observation that arrives late must not undo a later one.
    if (seen === undefined || before.updatedAt > now) continue;
    const applied = applyObserved(before, seen, now);
    if (applied.isDifferent) rows.push(toRow(market, applied.app, now));
    changes.push(...applied.changes.map((change) => toChangeRow(market, { appId: before.appId, change, now })));
  }
  await updateApps(tx, rows);
  await insertChanges(tx, changes);
  const knownIds = new Set(stored.map(({ appId }) => appId));
  const fetchedIds = known.flatMap(({ appId, isFetched }) => (isFetched && knownIds.has(appId) ? appId : []));
  if (knownIds.size > 0) await touchApps(tx, market, { appIds: [...knownIds], fetchedIds, now });
  return { changed: [...new Set(changes.map((change) => change.app_id))], knownIds };
}

function toNewRow({ platform, storefront }: Market, app: ObservedApp, now: Date): AppRow {
  return {
    platform,
    storefront,
    app_id: app.appId,
    ...toValueColumns(app.values),
    sources: app.sources,
    status: app.isFetched ? 'available' : 'listed',
    removed_at: null,
    fetched_at: app.isFetched ? now : null,
    last_seen_at: now,
    created_at: now,
    updated_at: now,
  };
}

function toRow({ platform, storefront }: Market, app: StoredApp, now: Date): AppRow {
  const { appId, sources, status, removedAt } = app;
  return { platform, storefront, app_id: appId, ...toValueColumns(app), sources, status, removed_at: removedAt, updated_at: now };
}

function toValueColumns(values: ObservedApp['values'] | StoredApp): AppRow {
  const columns = APP_FIELDS.map((field) => [FIELD_RULES[field].column, values[field] ?? null]);
  return { ...Object.fromEntries(columns), categories: values.categories ?? [], screenshot_urls: values.screenshotUrls ?? [] };
}

export function toChangeRow(
  { platform, storefront }: Market,
  { appId, change, now }: { readonly appId: string; readonly change: FieldChange; readonly now: Date },
): ChangeRow {
  return {
    platform,
    storefront,
    app_id: appId,
    changed_at: now,
    field: change.field === 'status' ? 'status' : FIELD_RULES[change.field].column,
    old_value: JSON.stringify(change.oldValue),
    new_value: JSON.stringify(change.newValue),
  };
}

function toRating({ appId, isFetched, values: { rating, ratingCount, ratingHistogram }, sources, boughtUsd }: ObservedApp) {
  if (!isFetched || (rating === undefined && ratingCount === undefined)) return [];
  const costUsd = priceRating({ sources, boughtUsd: boughtUsd ?? null });
  return [{ appId, rating: rating ?? null, ratingCount: ratingCount ?? null, ratingHistogram: ratingHistogram ?? null, costUsd }];
}

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
