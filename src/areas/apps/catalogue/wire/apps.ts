import { z } from 'zod';
import { nameField, idField, limitField, offsetField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import type { Page } from '#kernel/lists.ts';
import { APP_STATUSES } from '../../records/index.ts';
import type { getApp } from '../get-app.ts';
import type { AppStats } from '../get-app-stats.ts';
import type { listApps } from '../list-apps.ts';
import type { AppFilter } from '../store/apps.ts';
import type { DayRange, RatingDay } from '../store/history.ts';
import { AppBody, AppFields, toAppBody } from './app-body.ts';
import { appFields, platformField, rangeFields, storefrontFields } from './fields.ts';
import { RatingPrice } from './rating-reading.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;
const SEARCH_MAX = 100;

export const AppsQuery = z.object({
  platform: platformField().optional(),
  ...storefrontFields,
  category_id: idField().optional().meta({ description: 'As the first category or another one.' }),
  search: nameField(SEARCH_MAX).toLowerCase().optional().meta({ description: 'A part of the title.' }),
  status: z.enum(APP_STATUSES).optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

export const AppsResponse = z.object({ success: z.boolean(), apps: z.array(AppBody), ...ListFields });

export function toAppFilter(query: z.output<typeof AppsQuery>, storefront: string): AppFilter {
  const { platform, category_id: categoryId, search, status } = query;
  return { storefront, platform, categoryId, search, status };
}

export function toAppsBody(page: Page, { apps, total }: Awaited<ReturnType<typeof listApps>>): z.input<typeof AppsResponse> {
  return { success: true, apps: apps.map(toAppBody), ...toListFields(apps, page, total) };
}

export const AppQuery = z.object({ ...appFields, ...rangeFields });

const RatingBody = z.object({
  date: z.string(),
  rating: z.number().nullable(),
  rating_count: z.int().nullable(),
  rating_histogram: z.array(z.int()).nullable(),
  cost_usd: RatingPrice,
});
const RangeFields = { start_date: z.string(), end_date: z.string() };

export const AppResponse = z.object({
  success: z.boolean(),
  ...AppFields,
  ...RangeFields,
  changes: z
    .array(
      z.object({
        changed_at: z.string().meta({ description: 'When it was seen' }),
        field: z.string(),
        old_value: z.unknown(),
        new_value: z.unknown(),
      }),
    )
    .meta({ description: 'What changed in the range, newest first, 500 at most' }),
  ratings: z.array(RatingBody).meta({ description: 'One a day on which they were read, oldest first' }),
});

export function toAppResponse(
  { from, to }: DayRange,
  { app, changes, ratings }: Awaited<ReturnType<typeof getApp>>,
): z.input<typeof AppResponse> {
  return {
    success: true,
    ...toAppBody(app),
    start_date: from,
    end_date: to,
    changes: changes.map(({ changedAt, field, oldValue, newValue }) => ({
      changed_at: changedAt.toISOString(),
      field,
      old_value: oldValue,
      new_value: newValue,
    })),
    ratings: ratings.map(toRatingBody),
  };
}

function toRatingBody({ day, ratingHistogram, ...read }: RatingDay): z.input<typeof RatingBody> {
  return toBody(RatingBody, { ...read, date: day, ratingHistogram: ratingHistogram === null ? null : [...ratingHistogram] });
}

export const AppStatsResponse = z.object({
  success: z.boolean(),
  app_id: z.string(),
  platform: platformField(),
  storefront: z.string(),
  title: z.string(),
  rating: z.number().nullable(),
  rating_count: z.int().nullable(),
  rating_histogram: z.array(z.int()).nullable(),
  best_rank: z.int().nullable().meta({ description: 'On the charts as they were last read; null: on none' }),
  best_rank_in_range: z.int().nullable(),
  categories_ranked: z.int().meta({ description: 'Categories on whose charts it stands' }),
  ...RangeFields,
  history: z
    .array(RatingBody.extend({ best_rank: z.int().nullable() }))
    .meta({ description: 'Days of which a rating or a place is known, oldest first' }),
});

export function toAppStatsBody({ from, to }: DayRange, stats: AppStats): z.input<typeof AppStatsResponse> {
  const { appId, platform, storefront, title, rating, ratingCount, ratingHistogram } = stats.app;
  return {
    success: true,
    app_id: appId,
    platform,
    storefront,
    title,
    rating,
    rating_count: ratingCount,
    rating_histogram: ratingHistogram === null ? null : [...ratingHistogram],
    best_rank: stats.bestRank,
    best_rank_in_range: stats.bestRankOfRange,
    categories_ranked: stats.categoriesRanked,
    start_date: from,
    end_date: to,
    history: stats.history.map((day) => ({ ...toRatingBody(day), best_rank: day.bestRank })),
  };
}
