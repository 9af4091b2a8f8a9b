import { z } from 'zod';
import { booleanParam, limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import type { AppKey } from '../app-key.ts';
import type { AppRank } from '../list-app-rankings.ts';
import type { AllRankings, listRecommendations, ShownRecommendation } from '../list-recommendations.ts';
import { appFields, platformField } from './fields.ts';
import { RankBody, toRankBody } from './rankings.ts';

const LIMIT_DEFAULT = 100;
const SHELF_MAX = 200;

export const RecommendationsQuery = z.object({
  ...appFields,
  active_only: booleanParam().default(false).meta({ description: 'Leaves out what was gone when the shelf was last read.' }),
  limit: limitField(LIMIT_DEFAULT, SHELF_MAX),
  offset: offsetField(),
});

export const RecommendationBody = z
  .object({
    id: z.string(),
    source_app_id: z.string(),
    recommended_app_id: z.string(),
    platform: platformField(),
    section: z.enum(['similar']),
    position: z.int(),
    first_seen: z.string(),
    last_seen: z.string(),
    times_seen: z.int(),
    is_active: z.int().meta({ description: '1: there when the shelf was last read, else 0' }),
    title: z.string().nullable().meta({ description: 'Of the other app; null: only its id is known' }),
    developer_name: z.string().nullable(),
    icon_url: z.string().nullable(),
    rating: z.number().nullable(),
    rating_count: z.int().nullable(),
  })
  .meta({ id: 'AppRecommendation' });

export const RecommendationsResponse = z.object({
  success: z.boolean(),
  app_id: z.string(),
  recommendations: z.array(RecommendationBody),
  ...ListFields,
});

export function toRecommendationsBody(
  { appId, ...page }: AppKey & Page,
  { recommendations, total }: Awaited<ReturnType<typeof listRecommendations>>,
): z.input<typeof RecommendationsResponse> {
  return {
    success: true,
    app_id: appId,
    recommendations: recommendations.map(toRecommendationBody),
    ...toListFields(recommendations, page, total),
  };
}

export function toRecommendationBody(recommendation: ShownRecommendation): z.input<typeof RecommendationBody> {
  return toBody(RecommendationBody, { ...recommendation, iconUrl: recommendation.shownIcon });
}

const CombinedBody = z.object({
  type: z.enum(['category', 'recommendation']),
  rank: z.int(),
  category_id: z.string().nullable().meta({ description: 'Of a list' }),
  category_name: z.string().nullable(),
  chart: z.string().nullable(),
  device: z.string().nullable(),
  source_app_id: z.string().nullable().meta({ description: 'Of the shelf of an app' }),
  source_title: z.string().nullable(),
  is_active: z.int(),
  seen_at: z.string(),
});

export const AllRankingsResponse = z.object({
  success: z.boolean(),
  app_id: z.string(),
  platform: platformField(),
  storefront: z.string(),
  rankings: z.array(CombinedBody).meta({ description: 'Both kinds in one shape' }),
  category_rankings: z.array(RankBody).meta({ description: 'The newest place on each list, the best first' }),
  recommendation_rankings: z
    .array(RecommendationBody)
    .meta({ description: 'Its places on the shelves of other apps; the page counts these' }),
  ...ListFields,
});

export function toAllRankingsBody(
  { appId, platform, storefront, ...page }: AppKey & Page,
  { ranks, recommendations, recommendationsTotal }: AllRankings,
): z.input<typeof AllRankingsResponse> {
  return {
    success: true,
    app_id: appId,
    platform,
    storefront,
    rankings: [...ranks.map(combineRank), ...recommendations.map(combineRecommendation)],
    category_rankings: ranks.map(toRankBody),
    recommendation_rankings: recommendations.map(toRecommendationBody),
    ...toListFields(recommendations, page, recommendationsTotal),
  };
}

function combineRank(rank: AppRank): z.input<typeof CombinedBody> {
  return toBody(CombinedBody, {
    ...rank,
    type: 'category',
    sourceAppId: null,
    sourceTitle: null,
    isActive: rank.isCurrent === true ? 1 : 0,
    seenAt: rank.scrapedAt,
  });
}

function combineRecommendation({ position, sourceAppId, title, isActive, lastSeen }: ShownRecommendation): z.input<typeof CombinedBody> {
  return toBody(CombinedBody, {
    type: 'recommendation',
    rank: position,
    categoryId: null,
    categoryName: null,
    chart: null,
    device: null,
    sourceAppId,
    sourceTitle: title,
    isActive,
    seenAt: lastSeen,
  });
}
