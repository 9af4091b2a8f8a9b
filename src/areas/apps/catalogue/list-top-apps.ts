import type { Platform } from '#areas/assets/index.ts';
import type { Page } from '#kernel/lists.ts';
import { findApps, type Market } from '../records/index.ts';
import { STORE_A_ROOT_ID } from '../store-categories.ts';
import type { CategorySection } from './category.ts';
import { toShownApp, type AppReadContext, type ShownApp } from './get-app.ts';
import { assertCategory, findCategoryNames } from './list-categories.ts';
import { countTopOfSection, listTopOfSection, topOfCategory, type TopPosition, type TopQuestion } from './store/rankings.ts';

/** The list of a section, and of the whole store. */
const ROOTS: Readonly<Record<Platform, Readonly<Record<CategorySection | 'all', string | undefined>>>> = {
  store_a: { all: STORE_A_ROOT_ID, apps: STORE_A_ROOT_ID, games: '6014', arcade: 'page:arcade' },
  store_b: { all: 'APPLICATION', apps: 'APPLICATION', games: 'GAME', arcade: undefined },
};

/** What is listed unless said otherwise. */
const FREE_CHARTS: Readonly<Record<Platform, string>> = { store_a: 'top-free', store_b: 'topselling_free' };

export interface TopAppsQuestion extends Omit<TopQuestion, 'freeChart'> {
  readonly section: CategorySection | undefined;
  readonly categoryId: string | undefined;
}

export interface TopApp extends TopPosition {
  /** Null: only its id is known. */
  readonly app: ShownApp | null;
  readonly categoryName: string | null;
}

export interface TopApps {
  readonly apps: readonly TopApp[];
  readonly total: number;
  /** Whose list it is; null: all charts of the section together, each app at its best position. */
  readonly categoryId: string | null;
}

/**
 * The top of a list as it was last read, or last read in a week. Without a category it is the list of the section or
 * of the store; where that was never read, all charts of the section together.
 * @throws AppError `Category not found`
 */
export async function listTopApps(ctx: AppReadContext, { section, categoryId, ...given }: TopAppsQuestion & Page): Promise<TopApps> {
  const input = { ...given, freeChart: FREE_CHARTS[given.platform] };
  const listId = categoryId ?? ROOTS[input.platform][section ?? 'all'];
  if (listId !== undefined) {
    const question = { ...input, categoryId: listId };
    const total = await topOfCategory.count(ctx.postgres, question);
    if (total === 0 && categoryId !== undefined) await assertCategory(ctx, input, categoryId);
    if (total > 0 || categoryId !== undefined)
      return {
        ...(await describePositions(ctx, input, await topOfCategory.page(ctx.postgres, question, question))),
        total,
        categoryId: listId,
      };
  }
  const question = { ...input, section };
  const [positions, total] = await Promise.all([listTopOfSection(ctx.postgres, question), countTopOfSection(ctx.postgres, question)]);
  return { ...(await describePositions(ctx, input, positions)), total, categoryId: null };
}

async function describePositions(
  ctx: AppReadContext,
  { platform, storefront }: Market,
  positions: readonly TopPosition[],
): Promise<{ readonly apps: readonly TopApp[] }> {
  const market = { platform, storefront };
  const known = await findApps(ctx.postgres, { ...market, appIds: positions.map(({ appId }) => appId) });
  const categoryIds = [...positions.map(({ categoryId }) => categoryId), ...[...known.values()].map((app) => app.primaryCategory)];
  const names = await findCategoryNames(ctx, market, categoryIds);
  return {
    apps: positions.map((position) => {
      const app = known.get(position.appId);
      return {
        ...position,
        app: app === undefined ? null : toShownApp(ctx, app, names),
        categoryName: names.get(position.categoryId) ?? null,
      };
    }),
  };
}
