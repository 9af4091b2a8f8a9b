import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { Page } from '#kernel/lists.ts';
import { toWeekKey } from '#kernel/weeks.ts';
import { findCategoryNames } from '../catalogue/list-categories.ts';
import { toShownIcon } from '../icons/icon.ts';
import { findApps, type StoredApp } from '../records/index.ts';
import { listChartPositions, type ChartPosition } from './store/chart-positions.ts';
import { trackedApps, type TrackedFilter } from './store/tracked-apps.ts';
import { toStoreAppKey, type TrackedApp } from './tracked-app.ts';

/** A tracked app with what was last read of it. */
export interface ShownTrackedApp extends TrackedApp {
  /** Undefined: it was never read. */
  readonly app: StoredApp | undefined;
  /** Our own copy, else the store's address, else the one that it was tracked with. */
  readonly shownIcon: string | null;
  readonly positions: readonly NamedPosition[];
}

/** A position with the name of its category; null: it is not known. */
export type NamedPosition = ChartPosition & { readonly categoryName: string | null };

/** Positions older than this are no longer shown. */
const SHOWN_DAYS = 28;

/**
 * The apps that a project tracks, oldest first, with their newest positions.
 * @throws AppError `Project not found`
 */
export async function listTrackedApps(
  ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'publicUrl'>,
  filter: TrackedFilter,
  page: Page,
): Promise<{ apps: ShownTrackedApp[]; total: number }> {
  await getProject(ctx, filter.projectId);
  const { rows: tracked, total } = await trackedApps.read(ctx.postgres, filter, page);
  const markets = [...groupByMarket(tracked).values()];
  const known = await Promise.all(markets.map((some) => findOfMarket(ctx, some)));
  const apps = new Map(known.flat().map((app) => [toStoreAppKey(app), app]));
  const sinceWeek = toWeekKey(toDay(new Date(ctx.clock.now().getTime() - SHOWN_DAYS * DAY_MS)));
  const positions = Map.groupBy(await nameCategories(ctx, await listChartPositions(ctx.postgres, tracked, sinceWeek)), toStoreAppKey);
  const show = (one: TrackedApp): ShownTrackedApp => {
    const app = apps.get(toStoreAppKey(one));
    const shownIcon = (app && toShownIcon(app, ctx.publicUrl())) ?? one.iconUrl;
    return { ...one, app, shownIcon, positions: positions.get(toStoreAppKey(one)) ?? [] };
  };
  return { apps: tracked.map(show), total };
}

async function nameCategories(ctx: Pick<RequestContext, 'postgres'>, positions: readonly ChartPosition[]): Promise<NamedPosition[]> {
  const named = await Promise.all(
    [...groupByMarket(positions)].map(async ([market, some]) => {
      const [{ platform, storefront }] = some as [ChartPosition];
      const ids = some.map(({ categoryId }) => categoryId);
      return [market, await findCategoryNames(ctx, { platform, storefront }, ids)] as const;
    }),
  );
  const names = new Map(named);
  return positions.map((position) => ({ ...position, categoryName: names.get(toMarket(position))?.get(position.categoryId) ?? null }));
}

function toMarket({ platform, storefront }: Pick<TrackedApp, 'platform' | 'storefront'>): string {
  return `${platform} ${storefront}`;
}

function groupByMarket<Row extends Pick<TrackedApp, 'platform' | 'storefront'>>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, toMarket);
}

async function findOfMarket({ postgres }: ProjectReader, some: readonly TrackedApp[]): Promise<StoredApp[]> {
  const [first] = some;
  if (first === undefined) return [];
  const { platform, storefront } = first;
  return [...(await findApps(postgres, { platform, storefront, appIds: some.map(({ appId }) => appId) })).values()];
}
