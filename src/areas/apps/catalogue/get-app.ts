import type { AppContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { toShownIcon } from '../icons/icon.ts';
import { findApps, type StoredApp } from '../records/index.ts';
import type { AppKey } from './app-key.ts';
import { findCategoryNames } from './list-categories.ts';
import { listChanges, listRatingDays, type AppChange, type DayRange, type RatingDay } from './store/history.ts';

/** The newest of a range; more are asked for by a shorter one. */
const CHANGES_MAX = 500;

export type AppReadContext = Pick<AppContext, 'postgres' | 'publicUrl'>;

/** An app as it is shown. */
export interface ShownApp extends StoredApp {
  /** Null: the category is not known. */
  readonly categoryName: string | null;
  /** Our own copy of the icon, or the store's address while there is none. */
  readonly shownIcon: string | null;
}

/** @throws AppError `App not found` */
export async function getStoredApp({ postgres }: Pick<AppContext, 'postgres'>, key: AppKey): Promise<StoredApp> {
  const app = (await findApps(postgres, { ...key, appIds: [key.appId] })).get(key.appId);
  if (app === undefined) throw notFound('App');
  return app;
}

/** An app with what changed of it and its ratings in a range of days. @throws AppError `App not found` */
export async function getApp(
  ctx: AppReadContext,
  { key, range }: { readonly key: AppKey; readonly range: DayRange },
): Promise<{ readonly app: ShownApp; readonly changes: readonly AppChange[]; readonly ratings: readonly RatingDay[] }> {
  const app = await getStoredApp(ctx, key);
  const [names, changes, ratings] = await Promise.all([
    findCategoryNames(ctx, key, [app.primaryCategory]),
    listChanges(ctx.postgres, key, { ...range, limit: CHANGES_MAX }),
    listRatingDays(ctx.postgres, key, range),
  ]);
  return { app: toShownApp(ctx, app, names), changes, ratings };
}

export function toShownApp({ publicUrl }: Pick<AppContext, 'publicUrl'>, app: StoredApp, names: ReadonlyMap<string, string>): ShownApp {
  return { ...app, categoryName: names.get(app.primaryCategory ?? '') ?? null, shownIcon: toShownIcon(app, publicUrl()) };
}
