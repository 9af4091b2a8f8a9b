import { PLATFORMS } from '#areas/assets/index.ts';
import type { Page } from '#kernel/lists.ts';
import { toShownApp, type AppReadContext, type ShownApp } from './get-app.ts';
import { findCategoryNames } from './list-categories.ts';
import { appList, type AppFilter } from './store/apps.ts';

/** Known apps of a storefront, those with most ratings first. */
export async function listApps(
  ctx: AppReadContext,
  filter: AppFilter & Page,
): Promise<{ readonly apps: readonly ShownApp[]; readonly total: number }> {
  const { rows, total } = await appList.read(ctx.postgres, filter, filter);
  const named = await Promise.all(
    PLATFORMS.map(async (platform) => {
      const ids = rows.flatMap((app) => (app.platform === platform ? app.primaryCategory : []));
      return [platform, await findCategoryNames(ctx, { platform, storefront: filter.storefront }, ids)] as const;
    }),
  );
  const names = new Map(named);
  return { apps: rows.map((app) => toShownApp(ctx, app, names.get(app.platform) ?? new Map())), total };
}
