import type { AppContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { findApps, type StoredApp } from '../records/index.ts';
import type { AppKey } from './app-key.ts';
import { findCategoryNames } from './list-categories.ts';
import { listChanges, listRatingDays, type AppChange, type DayRange, type RatingDay } from './store/history.ts';

/** The newest of a range; more are asked for by a shorter one. */
const CHANGES_MAX = 500;

type ReadContext = Pick<AppContext, 'postgres'>;

export interface NamedApp extends StoredApp {
  /** Null: the category is not known. */
  readonly categoryName: string | null;
}

/** @throws AppError `App not found` */
export async function getStoredApp({ postgres }: ReadContext, key: AppKey): Promise<StoredApp> {
  const app = (await findApps(postgres, { ...key, appIds: [key.appId] })).get(key.appId);
  if (app === undefined) throw notFound('App');
  return app;
}

/** An app with what changed of it and its ratings in a range of days. @throws AppError `App not found` */
export async function getApp(
  ctx: ReadContext,
  { key, range }: { readonly key: AppKey; readonly range: DayRange },
): Promise<{ readonly app: NamedApp; readonly changes: readonly AppChange[]; readonly ratings: readonly RatingDay[] }> {
  const app = await getStoredApp(ctx, key);
  const [names, changes, ratings] = await Promise.all([
    findCategoryNames(ctx, key, [app.primaryCategory]),
    listChanges(ctx.postgres, key, { ...range, limit: CHANGES_MAX }),
    listRatingDays(ctx.postgres, key, range),
  ]);
  return { app: withName(app, names), changes, ratings };
}

/** Apps with the names of their categories. */
export function withName(app: StoredApp, names: ReadonlyMap<string, string>): NamedApp {
  return { ...app, categoryName: names.get(app.primaryCategory ?? '') ?? null };
}
