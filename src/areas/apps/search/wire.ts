import { z } from 'zod';
import { PLATFORMS, type Platform } from '#areas/assets/index.ts';
import { dryRunField } from '#areas/costs/index.ts';
import { idField, integerField, nameField } from '#http/fields.ts';
import type { FoundApps, SearchAppsInput } from './search-apps.ts';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;

export const SearchAppsBody = z.object({
  query: nameField(),
  platform: z.enum(PLATFORMS),
  limit: integerField({ min: 1, max: LIMIT_MAX }).default(LIMIT_DEFAULT),
  project_id: idField().optional().meta({ description: 'It pays.' }),
  dry_run: dryRunField(),
});

export function toSearchInput({ query, platform, limit, project_id: projectId }: z.output<typeof SearchAppsBody>): SearchAppsInput {
  return { query, platform, limit, projectId };
}

const FoundApp = z.object({
  app_id: z.string(),
  title: z.string().nullable(),
  platform: z.enum(PLATFORMS),
  url: z.string().nullable(),
  icon: z.string().nullable(),
  icon_url: z.string().nullable(),
  developer: z.string().nullable(),
  developer_name: z.string().nullable(),
  rating: z.number().nullable(),
  reviews_count: z.int().nullable(),
  is_free: z.boolean().nullable(),
  category: z.string().nullable(),
});

export const SearchAppsResponse = z.object({
  success: z.boolean(),
  query: z.string(),
  platform: z.enum(PLATFORMS),
  count: z.int(),
  results: z.array(FoundApp),
  cost: z.number(),
  cached: z.boolean(),
});

export function toAppSearchBody(
  { query, platform }: { readonly query: string; readonly platform: Platform },
  { apps, costUsd, isCached }: FoundApps,
): z.input<typeof SearchAppsResponse> {
  const results = apps.map((app) => ({
    app_id: app.appId,
    title: app.title,
    platform,
    url: app.url,
    icon: app.iconUrl,
    icon_url: app.iconUrl,
    developer: app.developerName,
    developer_name: app.developerName,
    rating: app.rating,
    reviews_count: app.reviewsCount ?? app.ratingCount,
    is_free: app.isFree,
    category: app.categoryName ?? app.genres[0] ?? null,
  }));
  return { success: true, query, platform, count: results.length, results, cost: costUsd, cached: isCached };
}
