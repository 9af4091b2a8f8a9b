import { z } from 'zod';
import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { CSV_TYPE, toAttachment } from '#http/csv.ts';
import { toDay } from '#kernel/clock.ts';
import { toAppKey } from '../catalogue/choose-storefront.ts';
import { AppParams, toAppRef } from '../catalogue/wire/fields.ts';
import { listReviews } from './list-reviews.ts';
import { estimateReviewRefresh, refreshReviews } from './refresh-reviews.ts';
import {
  RefreshBody,
  RefreshResponse,
  ReviewsCsvQuery,
  ReviewsQuery,
  ReviewsResponse,
  toRefreshBody,
  toRefreshInput,
  toReviewFilter,
  toReviewsBody,
  toReviewsCsv,
} from './wire.ts';

const common = { spec: '4.8', area: 'apps', access: 'key', params: AppParams } as const;

const getReviews = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/apps/{app_id}/reviews',
  rows: 'reviews',
  summary: 'The stored reviews of an app, newest first',
  description: 'Each is stored once, as it was first seen. `reads` says when they were read.',
  query: ReviewsQuery,
  responses: { 200: ReviewsResponse },
  handle: async (ctx, { params, query }) => {
    const filter = toReviewFilter(await toAppKey(ctx, toAppRef(params, query)), query);
    return { status: 200, body: toReviewsBody(filter, await listReviews(ctx, filter, query), query) };
  },
});

const getReviewsCsv = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/apps/{app_id}/reviews.csv',
  summary: 'The stored reviews of an app as CSV',
  description: 'With the filters of the list. A text that a spreadsheet would run as a formula begins with an apostrophe.',
  query: ReviewsCsvQuery,
  contentType: CSV_TYPE,
  responses: { 200: z.string() },
  handle: async (ctx, { params, query }) => {
    const { reviews } = await listReviews(ctx, toReviewFilter(await toAppKey(ctx, toAppRef(params, query)), query), query);
    return { status: 200, body: toReviewsCsv(reviews), headers: toAttachment('reviews', params.app_id, toDay(ctx.clock.now())) };
  },
});

const postRefresh = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/apps/{app_id}/reviews/refresh',
  summary: 'Read the newest 200 reviews of an app',
  description: 'Bought from the provider; the answer names the price. With `dry_run` only the estimate is made.',
  body: RefreshBody,
  responses: { 200: EstimateResponse, 202: RefreshResponse },
  failures: ['not_configured'],
  handle: async (ctx, { params, body }) => {
    const input = toRefreshInput(await toAppKey(ctx, toAppRef(params, body)), body);
    const estimate = await estimateReviewRefresh(ctx, input);
    if (body.dry_run) return { status: 200, body: toEstimateBody(estimate) };
    return { status: 202, body: toRefreshBody(await refreshReviews(ctx, input), estimate) };
  },
});

export const reviewEndpoints: AppEndpoint[] = [getReviews, getReviewsCsv, postRefresh];
