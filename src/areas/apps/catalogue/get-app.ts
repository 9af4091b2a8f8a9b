import type { AppContext, RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { toShownIcon } from '../icons/icon.ts';
import { findApps, type AppStatus, type StoredApp } from '../records/index.ts';
import { findNamedApp, type NamedApp } from '../tracking/store/pending-apps.ts';
import type { AppKey } from './app-key.ts';
import { findCategoryNames } from './list-categories.ts';
import { listChanges, listAppRatingDays, type AppChange, type DayRange, type RatingDay } from './store/history.ts';

/** The newest of a range; more are asked for by a shorter one. */
const CHANGES_MAX = 500;

export type AppReadContext = Pick<RequestContext, 'postgres' | 'publicUrl' | 'caller'>;

/** An app that was read, or that a project of the caller tracks. */
export interface KnownApp extends Omit<StoredApp, 'status' | 'lastSeenAt'> {
  /** `pending`: it is tracked, and no answer of its store named it yet. */
  readonly status: AppStatus | 'pending';
  /** Null: never. */
  readonly lastSeenAt: Date | null;
}

/** An app as it is shown. */
export interface ShownApp extends KnownApp {
  /** Null: the category is not known. */
  readonly categoryName: string | null;
  /** Our own copy of the icon, or the store's address while there is none. */
  readonly shownIcon: string | null;
}

/** @throws AppError `App not found` when no answer of its store named it, and the caller tracks it in no project */
export async function getKnownApp({ postgres, caller }: Pick<AppReadContext, 'postgres' | 'caller'>, key: AppKey): Promise<KnownApp> {
  const app = (await findApps(postgres, { ...key, appIds: [key.appId] })).get(key.appId);
  if (app !== undefined) return app;
  const named = await findNamedApp(postgres, caller, key);
  if (named === undefined) throw notFound('App');
  return toPendingApp(key, named);
}

/** All that is known before the first reading: how its project calls it. */
function toPendingApp({ platform, storefront, appId }: AppKey, { name, iconUrl, trackedAt }: NamedApp): KnownApp {
  return {
    platform,
    storefront,
    appId,
    title: name,
    iconUrl,
    status: 'pending',
    createdAt: trackedAt,
    updatedAt: trackedAt,
    categories: [],
    screenshotUrls: [],
    sources: {},
    subtitle: null,
    developerName: null,
    description: null,
    rating: null,
    ratingCount: null,
    ratingHistogram: null,
    price: null,
    currency: null,
    isFree: null,
    primaryCategory: null,
    version: null,
    sizeBytes: null,
    installs: null,
    releaseDate: null,
    currentVersionReleaseDate: null,
    websiteUrl: null,
    iconKey: null,
    removedAt: null,
    fetchedAt: null,
    lastSeenAt: null,
    boughtUsd: null,
  };
}

/** An app with what changed of it and its ratings in a range of days. @throws AppError `App not found` */
export async function getApp(
  ctx: AppReadContext,
  { key, range }: { readonly key: AppKey; readonly range: DayRange },
): Promise<{ readonly app: ShownApp; readonly changes: readonly AppChange[]; readonly ratings: readonly RatingDay[] }> {
  const app = await getKnownApp(ctx, key);
  const [names, changes, ratings] = await Promise.all([
    findCategoryNames(ctx, key, [app.primaryCategory]),
    listChanges(ctx.postgres, key, { ...range, limit: CHANGES_MAX }),
    listAppRatingDays(ctx.postgres, key, range),
  ]);
  return { app: toShownApp(ctx, app, names), changes, ratings };
}

export function toShownApp({ publicUrl }: Pick<AppContext, 'publicUrl'>, app: KnownApp, names: ReadonlyMap<string, string>): ShownApp {
  return { ...app, categoryName: names.get(app.primaryCategory ?? '') ?? null, shownIcon: toShownIcon(app, publicUrl()) };
}
