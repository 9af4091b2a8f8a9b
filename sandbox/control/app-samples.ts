import { DAY_MS } from '#kernel/durations.ts';
import type { World } from '../world/index.ts';
import { describeApp } from '../world/apps/app-state.ts';
import { isInStore, type StoreApp } from '../world/apps/store-app.ts';
import { findStorefront, type Storefront } from '../world/apps/storefronts.ts';

const PER_STORE = 24;
const EVENTS_PER_STORE = 6;
const SPREAD = 21;
/** Popular enough to be in the charts. */
const POPULARITY_MIN = 0.6;

/** Apps of both stores to try things on that stay in the store, some of them on both. */
export function sampleApps(world: World, day: number): Record<string, unknown> {
  return {
    apps: listStores(world).flatMap((apps) => {
      const lasting = apps.filter((app) => isInStore(app, day) && app.removedDay === undefined && app.popularity >= POPULARITY_MIN);
      return lasting
        .filter((_app, at) => at % SPREAD === 0)
        .slice(0, PER_STORE)
        .map((app) => show(world, app, day));
    }),
  };
}

/** The next apps that leave the stores or come to them, seen from `day`. */
export function sampleAppMoves(world: World, day: number): Record<string, unknown> {
  const stores = listStores(world);
  return {
    leaving_apps: stores.flatMap((apps) => listNext(apps, day, ({ removedDay }) => removedDay)),
    coming_apps: stores.flatMap((apps) => listNext(apps, day, ({ bornDay }) => bornDay)),
  };
}

function listStores(world: World): (readonly StoreApp[])[] {
  return (['store_a', 'store_b'] as const).map((platform) => world.apps.list(platform));
}

function show(world: World, app: StoreApp, day: number): object {
  const { title, rating } = describeApp(app, { day, storefront: findStorefront('us') as Storefront });
  const twin = world.apps.findTwin(app);
  return {
    platform: app.platform,
    app_id: app.appId,
    title,
    name: app.name,
    developer: app.developer.name,
    category_id: app.categoryId,
    rating,
    other_store_app_id: twin?.appId ?? null,
  };
}

/** The first ones to which something happens after a day. */
function listNext(apps: readonly StoreApp[], day: number, dayOfEvent: (app: StoreApp) => number | undefined): object[] {
  return apps
    .flatMap((app) => {
      const on = dayOfEvent(app);
      return on === undefined || on <= day ? [] : [{ app, on }];
    })
    .toSorted((left, right) => left.on - right.on)
    .slice(0, EVENTS_PER_STORE)
    .map(({ app, on }) => ({ platform: app.platform, app_id: app.appId, date: toDate(on) }));
}

export function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
