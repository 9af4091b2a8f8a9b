import { z } from 'zod';
import { toCsv } from '#http/csv.ts';
import { idField, limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import type { Page } from '#kernel/lists.ts';
import type { Market } from '../../records/index.ts';
import { CATEGORY_SECTIONS, CATEGORY_TYPES } from '../category.ts';
import type { TopApp, TopApps, TopAppsQuestion } from '../list-top-apps.ts';
import { AppFields, toAppBody, toStoreUrl } from './app-body.ts';
import { chartField, deviceField, ListPrice, platformField, sectionFields, storefrontFields, toDevice, toSection } from './fields.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;

export const TopAppsQuery = z.object({
  platform: platformField(),
  ...storefrontFields,
  category_id: idField().optional(),
  ...sectionFields,
  chart: chartField().optional(),
  device: deviceField().default('phone'),
  year_week: z
    .string()
    .regex(/^\d{4}(?:0[1-9]|[1-4]\d|5[0-3])$/u, 'must be an ISO week like 202605')
    .optional()
    .meta({ description: 'As the list was last read in this week; ever when left out.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

export function toTopAppsQuestion(query: z.output<typeof TopAppsQuery>, storefront: string): TopAppsQuestion {
  const { platform, category_id: categoryId, chart, device, year_week: yearWeek } = query;
  return { platform, storefront, categoryId, section: toSection(query), chart, device: toDevice(device), yearWeek };
}

const TopAppBody = z
  .object(AppFields)
  .partial()
  .extend({
    id: z.string(),
    app_id: z.string(),
    title: z.string().nullable().meta({ description: 'Null: only its id is known, and what its record says is left out' }),
    url: z.string(),
    rank: z.int().meta({ description: 'In this answer' }),
    app_rank: z.int().meta({ description: 'On the list of `category_id`' }),
    previous_rank: z.int().nullable().meta({ description: 'There in the week before with a place; null: none is known' }),
    change: z.int().nullable().meta({ description: 'Places gained since then; positive is up' }),
    category_id: z.string(),
    category_name: z.string().nullable(),
    parent_category_id: z.string().nullable(),
    category_type: z.enum(CATEGORY_TYPES),
    category_section: z.enum(CATEGORY_SECTIONS),
    year_week: z.string().meta({ description: 'ISO week in UTC, `YYYYWW`' }),
    scraped_at: z.string(),
    list_usd: ListPrice,
  })
  .meta({ id: 'TopApp' });

export const TopAppsResponse = z.object({
  success: z.boolean(),
  platform: platformField(),
  storefront: z.string(),
  category_id: z.string().nullable().meta({ description: 'Whose list it is; null: all charts of the section together' }),
  apps: z.array(TopAppBody),
  ...ListFields,
});

export function toTopAppsBody(
  { platform, storefront, ...page }: Market & Page,
  { apps, total, categoryId }: TopApps,
): z.input<typeof TopAppsResponse> {
  return {
    success: true,
    platform,
    storefront,
    category_id: categoryId,
    apps: apps.map((app) => toTopAppBody({ platform, storefront }, app)),
    ...toListFields(apps, page, total),
  };
}

function toTopAppBody(market: Market, { app, appId, position, rank, scrapedAt, ...list }: TopApp): z.input<typeof TopAppBody> {
  return {
    ...(app && toAppBody(app)),
    id: appId,
    app_id: appId,
    title: app?.title ?? null,
    url: toStoreUrl({ ...market, appId }),
    rank: position,
    app_rank: rank,
    previous_rank: list.previousRank,
    change: list.previousRank === null ? null : list.previousRank - rank,
    category_id: list.categoryId,
    category_name: list.categoryName,
    parent_category_id: list.parentCategoryId,
    category_type: list.categoryType,
    category_section: list.categorySection,
    year_week: list.yearWeek,
    scraped_at: scrapedAt.toISOString(),
    list_usd: list.listUsd,
  };
}

const CSV_COLUMNS = [
  'rank',
  'app_rank',
  'previous_rank',
  'change',
  'app_id',
  'title',
  'developer_name',
  'rating',
  'rating_count',
  'price',
  'currency',
  'category_id',
  'category_name',
  'year_week',
  'scraped_at',
  'list_usd',
  'url',
] as const satisfies readonly (keyof z.input<typeof TopAppBody>)[];

export function toTopAppsCsv({ platform, storefront }: Market, { apps }: TopApps): string {
  return toCsv(
    CSV_COLUMNS,
    apps.map((app) => toTopAppBody({ platform, storefront }, app)),
  );
}
