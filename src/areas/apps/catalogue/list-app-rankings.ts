import type { AppContext, RequestContext } from '#context';
import type { Page } from '#kernel/lists.ts';
import { toWeekKey } from '#kernel/weeks.ts';
import { listDailyRanks } from './analytics.ts';
import type { AppKey } from './app-key.ts';
import { CATEGORY_TYPES, type CategorySection, type CategoryType } from './category.ts';
import { getKnownApp } from './get-app.ts';
import { listOwnCategories } from './own-categories.ts';
import { categoryList, type ListedCategory } from './store/categories.ts';
import type { DayRange } from './store/history.ts';
import { weeklyRanks, type ListFilter, type WeeklyRank } from './store/rankings.ts';

type ReadContext = Pick<RequestContext, 'postgres' | 'clickhouse' | 'caller'>;

/** A position of an app on a list, of a week or of a day. */
export interface AppRank extends Omit<WeeklyRank, 'isCurrent'> {
  /** Null: the category is not known. */
  readonly categoryName: string | null;
  /** `YYYY-MM-DD` of the reading. */
  readonly day: string;
  /** Null for days: asked of weeks only. */
  readonly isCurrent: boolean | null;
}

export interface RankingsQuestion {
  readonly key: AppKey;
  readonly range: DayRange;
  readonly granularity: 'week' | 'day';
  readonly filter: ListFilter;
}

/** The positions of an app, by week or by day, newest first. @throws AppError `App not found` */
export async function listAppRankings(
  ctx: ReadContext,
  { key, range, granularity, filter, ...page }: RankingsQuestion & Page,
): Promise<{ readonly ranks: readonly AppRank[]; readonly total: number }> {
  await getKnownApp(ctx, key);
  if (granularity === 'day') {
    const { ranks, total } = await listDailyRanks(ctx.clickhouse, { ...key, ...filter, ...range, ...page });
    const categories = await findCategories(
      ctx,
      key,
      ranks.map(({ categoryId }) => categoryId),
    );
    return {
      total,
      ranks: ranks.map((rank) => ({
        ...key,
        ...rank,
        ...describeList(rank, categories),
        yearWeek: toWeekKey(rank.day),
        isCurrent: null,
        listUsd: priceOfDay(key),
      })),
    };
  }
  const question = { ...key, ...filter, fromWeek: toWeekKey(range.from), toWeek: toWeekKey(range.to) };
  const { rows: ranks, total } = await weeklyRanks.read(ctx.postgres, question, page);
  return { total, ranks: await nameRanks(ctx, key, ranks) };
}

/** What each day cost is not kept beside its positions: the lists of one store are free, those of the other are bought. */
function priceOfDay({ platform }: AppKey): number | null {
  return platform === 'store_a' ? 0 : null;
}

/** Weekly positions with the names of their categories. */
export async function nameRanks(ctx: Pick<AppContext, 'postgres'>, key: AppKey, ranks: readonly WeeklyRank[]): Promise<AppRank[]> {
  const categories = await findCategories(
    ctx,
    key,
    ranks.map(({ categoryId }) => categoryId),
  );
  return ranks.map((rank) => ({
    ...rank,
    categoryName: categories.get(rank.categoryId)?.name ?? null,
    day: rank.scrapedAt.toISOString().slice(0, 10),
  }));
}

async function findCategories(
  { postgres }: Pick<AppContext, 'postgres'>,
  { platform, storefront }: AppKey,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListedCategory>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const own = listOwnCategories(platform);
  const rows = await categoryList.page(postgres, { platform, storefront, own, ids: wanted }, { limit: wanted.length, offset: 0 });
  return new Map(rows.map((category) => [category.id, category]));
}

/** A daily position has only the id of its category and the name of its list, which an editorial list has from its kind. */
function describeList(
  { categoryId, chart }: { readonly categoryId: string; readonly chart: string },
  categories: ReadonlyMap<string, ListedCategory>,
): { categoryName: string | null; categoryType: CategoryType; categorySection: CategorySection; parentCategoryId: string | null } {
  const category = categories.get(categoryId);
  return {
    categoryName: category?.name ?? null,
    categoryType: CATEGORY_TYPES.find((type) => type === chart) ?? 'chart',
    categorySection: category?.categorySection ?? 'apps',
    parentCategoryId: category?.parentCategoryId ?? null,
  };
}
