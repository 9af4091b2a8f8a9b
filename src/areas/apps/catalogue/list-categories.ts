import type { AppContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { Market } from '../records/index.ts';
import { listOwnCategories } from './own-categories.ts';
import { categoryList, type CategoryFilter, type ListedCategory } from './store/categories.ts';

type ReadContext = Pick<AppContext, 'postgres'>;

export interface CategoryList {
  readonly categories: readonly ListedCategory[];
  readonly total: number;
}

/** Categories of a market, by section, type and name; those that no crawl has read yet are among them. */
export async function listCategories(ctx: ReadContext, input: Market & CategoryFilter & Page): Promise<CategoryList> {
  const { rows, total } = await categoryList.read(ctx.postgres, { ...input, own: listOwnCategories(input.platform) }, input);
  return { categories: rows, total };
}

/** @throws AppError `Category not found` when neither the product nor a crawl knows it */
export async function assertCategory(ctx: ReadContext, { platform, storefront }: Market, id: string): Promise<void> {
  const { total } = await listCategories(ctx, { platform, storefront, ids: [id], limit: 1, offset: 0 });
  if (total === 0) throw notFound('Category');
}

/** @throws AppError `Category not found` */
export async function listChildCategories(ctx: ReadContext, input: Market & Page & { readonly parentId: string }): Promise<CategoryList> {
  await assertCategory(ctx, input, input.parentId);
  return await listCategories(ctx, input);
}

/** Names of categories by id; those that are not known are missing. */
export async function findCategoryNames(
  ctx: ReadContext,
  { platform, storefront }: Market,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].flatMap((id) => id ?? []);
  if (wanted.length === 0) return new Map();
  const own = listOwnCategories(platform);
  const page = { limit: wanted.length, offset: 0 };
  const rows = await categoryList.page(ctx.postgres, { platform, storefront, own, ids: wanted }, page);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
