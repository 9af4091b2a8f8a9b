import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { dryRunField, EstimateBody, toEstimateFields, type Estimate } from '#areas/costs/index.ts';
import { DEFAULT_LANGUAGE_CODE, languageCodeField } from '#areas/projects/index.ts';
import { toCsv } from '#http/csv.ts';
import { dayParam, idField, integerParam, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { StartedWorkflow, toStartedWorkflow } from '../app-ref/fields.ts';
import { appFields } from '../catalogue/wire/fields.ts';
import type { AppKey } from '../catalogue/app-key.ts';
import type { Reviews } from './list-reviews.ts';
import type { RefreshInput } from './refresh-reviews.ts';
import type { Review } from './review.ts';
import type { ReviewFilter } from './store/reviews.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;
const CSV_LIMIT = 10_000;
const VERSION_LENGTH_MAX = 100;

const Filter = z.object({
  ...appFields,
  language_code: languageCodeField().optional(),
  rating: integerParam({ min: 1, max: 5 }).optional(),
  version: nameField(VERSION_LENGTH_MAX).optional(),
  since: dayParam().optional().meta({ description: 'Those written on that day and later.' }),
});
export const ReviewsQuery = Filter.extend({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });
export const ReviewsCsvQuery = Filter.extend({ limit: limitField(CSV_LIMIT, CSV_LIMIT), offset: offsetField() });
type ReviewsQuery = z.output<typeof ReviewsQuery>;

export function toReviewFilter(key: AppKey, query: z.output<typeof Filter>): ReviewFilter {
  const { language_code: languageCode, rating, version, since } = query;
  return { ...key, languageCode, rating, version, since };
}

const ReviewBody = z
  .object({
    id: z.string(),
    review_id: z.string(),
    rating: z.int(),
    title: z.string().nullable(),
    body: z.string(),
    text: z.string(),
    language_code: z.string().nullable(),
    version: z.string().nullable(),
    reviewed_at: z.string(),
    first_seen_at: z.string(),
  })
  .meta({ id: 'AppReview' });

const ReadBody = z.object({
  language_code: z.string(),
  read_at: z.string().nullable().meta({ description: 'When they were last read; null: never.' }),
  reviews_read: z.int().nullable(),
  tried_at: z.string(),
  error: z.string().nullable(),
});

export const ReviewsResponse = z.object({
  success: z.boolean(),
  app_id: z.string(),
  platform: z.enum(PLATFORMS),
  storefront: z.string(),
  reviews: z.array(ReviewBody).meta({ description: 'Newest first.' }),
  ratings: z.array(z.int()).meta({ description: 'Stored reviews that match, of one to five stars in this order.' }),
  reads: z.array(ReadBody).meta({ description: 'When reviews were read, by language; empty: never.' }),
  ...ListFields,
});

export function toReviewsBody(filter: ReviewFilter, found: Reviews, page: ReviewsQuery): z.input<typeof ReviewsResponse> {
  return {
    success: true,
    app_id: filter.appId,
    platform: filter.platform,
    storefront: filter.storefront,
    reviews: found.reviews.map(toReviewBody),
    ratings: [...found.stars],
    reads: found.reads.map((read) => toBody(ReadBody, read)),
    ...toListFields(found.reviews, page, found.total),
  };
}

function toReviewBody(review: Review): z.input<typeof ReviewBody> {
  return toBody(ReviewBody, { ...review, reviewId: review.id, text: review.body });
}

const CSV_COLUMNS = ['id', 'reviewed_at', 'rating', 'title', 'body', 'language_code', 'version', 'first_seen_at'] as const;

/** A line for each review. */
export function toReviewsCsv(reviews: readonly Review[]): string {
  return toCsv(CSV_COLUMNS, reviews.map(toReviewBody));
}

export const RefreshBody = z.object({
  project_id: idField().optional().meta({ description: 'It pays.' }),
  ...appFields,
  language_code: languageCodeField().default(DEFAULT_LANGUAGE_CODE),
  dry_run: dryRunField(),
});

export function toRefreshInput(key: AppKey, body: z.output<typeof RefreshBody>): RefreshInput {
  const { project_id: projectId, language_code: languageCode } = body;
  return { ...key, projectId, languageCode };
}

export const RefreshResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  estimate: EstimateBody,
  ...StartedWorkflow.shape,
});

export function toRefreshBody(workflowId: string, estimate: Estimate): z.input<typeof RefreshResponse> {
  const message = 'The newest reviews are being read';
  return { success: true, message, estimate: toEstimateFields(estimate), ...toStartedWorkflow('app-reviews', workflowId) };
}
