import { z } from 'zod';
import { defineEndpoint, type AppEndpoint, type RequestContext } from '#context';
import { CSV_TYPE, toAttachment } from '#http/csv.ts';
import { toDay } from '#kernel/clock.ts';
import type { Page } from '#kernel/lists.ts';
import { toAppKey, toListStorefront } from '../choose-storefront.ts';
import { getApp } from '../get-app.ts';
import { getAppStats } from '../get-app-stats.ts';
import { listAllRankings, listRecommendations } from '../list-recommendations.ts';
import { listAppRankings, type RankingsQuestion } from '../list-app-rankings.ts';
import { listApps } from '../list-apps.ts';
import {
  AppQuery,
  AppResponse,
  AppsQuery,
  AppsResponse,
  AppStatsResponse,
  toAppFilter,
  toAppResponse,
  toAppsBody,
  toAppStatsBody,
} from '../wire/apps.ts';
import { AppParams, toAppRef, toListFilter, toRange } from '../wire/fields.ts';
import { AppRankingsCsvQuery, AppRankingsQuery, AppRankingsResponse, toAppRankingsBody, toAppRankingsCsv } from '../wire/rankings.ts';
import {
  AllRankingsResponse,
  RecommendationsQuery,
  RecommendationsResponse,
  toAllRankingsBody,
  toRecommendationsBody,
} from '../wire/recommendations.ts';

const common = { area: 'apps', spec: '4.8', method: 'GET', access: 'key' } as const;

const getApps = defineEndpoint({
  ...common,
  path: '/api/apps',
  summary: 'The known apps of a storefront',
  description: 'Those with most ratings first. Known is what a crawl has seen, or a project tracks.',
  query: AppsQuery,
  responses: { 200: AppsResponse },
  handle: async (ctx, { query }) => {
    const { limit, offset } = query;
    const filter = toAppFilter(query, await toListStorefront(ctx, query));
    return { status: 200, body: toAppsBody(query, await listApps(ctx, { ...filter, limit, offset })) };
  },
});

const getOne = defineEndpoint({
  ...common,
  path: '/api/apps/{app_id}',
  summary: 'An app: what is known, what changed, and its ratings',
  description:
    'A value that a source does not say stays as it was; `sources` says where each is from. An app that is gone from its store is kept, with `status` `removed`. ' +
    'A change is what the store changed between two readings, not the first sight of a value.',
  params: AppParams,
  query: AppQuery,
  responses: { 200: AppResponse },
  handle: async (ctx, { params, query }) => {
    const range = toRange(query, ctx.clock.now());
    const key = await toAppKey(ctx, toAppRef(params, query));
    return { status: 200, body: toAppResponse(range, await getApp(ctx, { key, range })) };
  },
});

const getStats = defineEndpoint({
  ...common,
  path: '/api/apps/{app_id}/stats',
  summary: 'Rating and best place of an app, now and by day',
  params: AppParams,
  query: AppQuery,
  responses: { 200: AppStatsResponse },
  handle: async (ctx, { params, query }) => {
    const range = toRange(query, ctx.clock.now());
    const key = await toAppKey(ctx, toAppRef(params, query));
    return { status: 200, body: toAppStatsBody(range, await getAppStats(ctx, { key, range })) };
  },
});

const getRankings = defineEndpoint({
  ...common,
  path: '/api/apps/{app_id}/rankings',
  summary: 'The places of an app on charts and editorial lists, by week or by day',
  description: 'Newest first. A day on which a list was read and the app did not stand on it has no row.',
  params: AppParams,
  query: AppRankingsQuery,
  responses: { 200: AppRankingsResponse },
  handle: async (ctx, { params, query }) => ({
    status: 200,
    body: toAppRankingsBody(query, await listAppRankings(ctx, await toRankingsQuestion(ctx, params, query))),
  }),
});

const getRankingsCsv = defineEndpoint({
  ...common,
  path: '/api/apps/{app_id}/rankings.csv',
  summary: 'The places of an app as CSV',
  params: AppParams,
  query: AppRankingsCsvQuery,
  contentType: CSV_TYPE,
  responses: { 200: z.string() },
  handle: async (ctx, { params, query }) => {
    const { ranks } = await listAppRankings(ctx, await toRankingsQuestion(ctx, params, query));
    return { status: 200, body: toAppRankingsCsv(ranks), headers: toAttachment('rankings', params.app_id, toDay(ctx.clock.now())) };
  },
});

async function toRankingsQuestion(
  ctx: RequestContext,
  params: z.output<typeof AppParams>,
  query: z.output<typeof AppRankingsQuery>,
): Promise<RankingsQuestion & Page> {
  const { granularity, limit, offset } = query;
  const key = await toAppKey(ctx, toAppRef(params, query));
  return { key, range: toRange(query, ctx.clock.now()), filter: toListFilter(query), granularity, limit, offset };
}

const getRecommendations = defineEndpoint({
  ...common,
  path: '/api/apps/{app_id}/recommendations',
  summary: 'The similar apps that the store shows with an app',
  description: 'What is there now first, in the order of the shelf; then what was there before, with `is_active` 0.',
  params: AppParams,
  query: RecommendationsQuery,
  responses: { 200: RecommendationsResponse },
  handle: async (ctx, { params, query }) => {
    const key = await toAppKey(ctx, toAppRef(params, query));
    const page = { limit: query.limit, offset: query.offset };
    const found = await listRecommendations(ctx, { key, ...page, isActiveOnly: query.active_only });
    return { status: 200, body: toRecommendationsBody({ ...key, ...page }, found) };
  },
});

const getAllRankings = defineEndpoint({
  ...common,
  path: '/api/app-store/apps/{app_id}/all-rankings',
  summary: 'Every list and shelf on which an app stands',
  description: 'Its newest place on each chart and editorial list, and the apps that recommend it.',
  params: AppParams,
  query: RecommendationsQuery,
  responses: { 200: AllRankingsResponse },
  handle: async (ctx, { params, query }) => {
    const key = await toAppKey(ctx, toAppRef(params, query));
    const page = { limit: query.limit, offset: query.offset };
    const found = await listAllRankings(ctx, { key, ...page, isActiveOnly: query.active_only });
    return { status: 200, body: toAllRankingsBody({ ...key, ...page }, found) };
  },
});

export const appEndpoints: AppEndpoint[] = [getApps, getOne, getStats, getRankings, getRankingsCsv, getRecommendations, getAllRankings];
