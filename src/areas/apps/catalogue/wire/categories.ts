import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { booleanParam, idField, limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { APP_STATUSES, type Market } from '../../records/index.ts';
import { CATEGORY_SECTIONS, CATEGORY_TYPES } from '../category.ts';
import type { CatalogueState } from '../describe-catalogue.ts';
import type { CategoryList } from '../list-categories.ts';
import type { CategoryFilter, ListedCategory } from '../store/categories.ts';
import { platformField, sectionFields, storefrontFields, toSection } from './fields.ts';

const LIMIT_DEFAULT = 200;
const LIMIT_MAX = 1_000;

export const CategoriesQuery = z.object({
  platform: platformField(),
  ...storefrontFields,
  ...sectionFields,
  category_type: z.enum(CATEGORY_TYPES).optional(),
  active_only: booleanParam().default(false).meta({ description: 'Leaves out hubs, rooms and stories that the store no longer has.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

export const ChildCategoriesQuery = CategoriesQuery.extend({ parent_id: idField() });

export function toCategoryQuestion(query: z.output<typeof CategoriesQuery>, storefront: string): Market & CategoryFilter & Page {
  const { platform, category_type: type, active_only: isActiveOnly, limit, offset } = query;
  return { platform, storefront, section: toSection(query), type, isActiveOnly, limit, offset };
}

export const CatalogueQuery = z.object(storefrontFields);

const CategoryBody = z
  .object({
    id: z.string().meta({ description: "The store's own" }),
    category_id: z.string(),
    grouping_id: z.string().nullable().meta({ description: 'Of a hub with a number: what `POST /api/app-store/grouping` takes.' }),
    room_id: z.string().nullable().meta({ description: 'Of a room with a number: what `GET /api/app-store/room/debug` takes.' }),
    name: z.string(),
    category_type: z.enum(CATEGORY_TYPES),
    category_section: z.enum(CATEGORY_SECTIONS),
    section: z.enum(CATEGORY_SECTIONS),
    content_type: z.enum(CATEGORY_SECTIONS),
    parent_category_id: z.string().nullable(),
    platform: z.enum(PLATFORMS),
    storefront: z.string(),
    is_active: z.boolean().meta({ description: 'False: the store no longer has it' }),
    is_stable: z.boolean().meta({ description: 'False: its id is only its place on a page' }),
    apps_count: z.int().meta({ description: 'Apps on its lists in the week in which they were last read' }),
    first_seen_at: z.string().nullable().meta({ description: 'Null: known beforehand, no crawl has stored it yet' }),
    last_seen_at: z.string().nullable(),
    last_scraped_at: z.string().nullable().meta({ description: 'When its lists were last read; null: never' }),
  })
  .meta({ id: 'AppCategory' });

export const CategoriesResponse = z.object({ success: z.boolean(), categories: z.array(CategoryBody), ...ListFields });
export const ChildCategoriesResponse = CategoriesResponse.extend({ parent_id: z.string() });

export function toAppCategoriesBody(
  { limit, offset, ...market }: Market & Page,
  { categories, total }: CategoryList,
): z.input<typeof CategoriesResponse> {
  return {
    success: true,
    categories: categories.map((category) => toCategoryBody(market, category)),
    ...toListFields(categories, { limit, offset }, total),
  };
}

function toCategoryBody({ platform, storefront }: Market, category: ListedCategory): z.input<typeof CategoryBody> {
  const { id, categorySection: section, categoryType: type } = category;
  const number = platform === 'store_a' && NUMBER.test(id) ? id : null;
  const pages = { groupingId: type === 'grouping' ? number : null, roomId: type === 'room' ? number : null };
  return toBody(CategoryBody, { ...category, ...pages, categoryId: id, section, contentType: section, platform, storefront });
}

/** Landing pages have names; a list that is only an index on a page has no number either. */
const NUMBER = /^\d{1,20}$/u;

const ORPHANS_MAX = 1_000;

export const CatalogueResponse = z.object({
  success: z.boolean(),
  storefront: z.string(),
  total_categories: z.int(),
  by_platform: z.object({ store_a: z.int(), store_b: z.int() }),
  hierarchy_depth: z.int().meta({ description: 'Categories from one without a parent down to the lowest' }),
  orphaned_categories: z
    .array(z.object({ id: z.string(), name: z.string(), platform: z.enum(PLATFORMS), parent_category_id: z.string().nullable() }))
    .meta({ description: `Their parent is not known; of more than ${ORPHANS_MAX} the first.`, maxItems: ORPHANS_MAX }),
  orphaned_categories_count: z.int(),
  apps: z.array(z.object({ platform: z.enum(PLATFORMS), status: z.enum(APP_STATUSES), total: z.int() })),
});

export function toCatalogueBody(
  storefront: string,
  { total, byPlatform, hierarchyDepth, orphans, apps }: CatalogueState,
): z.input<typeof CatalogueResponse> {
  return {
    success: true,
    storefront,
    total_categories: total,
    by_platform: byPlatform,
    hierarchy_depth: hierarchyDepth,
    orphaned_categories: orphans.slice(0, ORPHANS_MAX).map(({ id, name, platform, parentCategoryId }) => ({
      id,
      name,
      platform,
      parent_category_id: parentCategoryId,
    })),
    orphaned_categories_count: orphans.length,
    apps: [...apps],
  };
}
