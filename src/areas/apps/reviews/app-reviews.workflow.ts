import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import type { AnswerEnd } from '#purchases/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { CauseFields, toCause } from '#kernel/spending/cause.ts';
import { fetchAppData, readAppData } from '../bought/app-data.ts';
import { appDetailsFetch } from '../queues.ts';
import { REVIEWS_READ, type ReviewSubject } from './review.ts';
import { insertReviews, upsertReviewRead } from './store/reviews.ts';

declare module '#context' {
  interface WorkflowTypes {
    'app-reviews': WorkflowType<z.input<typeof AppReviewsInput>, AppReviewsOutput>;
  }
}

const AppReviewsInput = z.object({
  platform: z.enum(PLATFORMS),
  storefront: z.string().min(2),
  app_id: z.string().min(1),
  language_code: z.string().min(2),
  /** They share the price. */
  project_ids: z.array(z.string().min(1)),
  ...CauseFields,
});

export interface AppReviewsOutput {
  /** Reviews that the store gave, and those of them that were new. Null: they could not be read, `error` says why. */
  readonly reviews_read: number | null;
  readonly reviews_added: number;
  readonly error: string | null;
  readonly cost_usd: number;
}

/** Buys the newest reviews of an app and adds those that are not there. */
export const appReviews = defineWorkflow({
  name: 'app-reviews',
  label: 'Reviews',
  summary: 'Reads the newest reviews of an app: fetch, store',
  input: AppReviewsInput,
  queue: appDetailsFetch,
  steps: ['store'],
  run: async (ctx, input): Promise<AppReviewsOutput> => {
    const { project_ids: projectIds, app_id: appId, language_code: languageCode, platform, storefront } = input;
    const subject = { platform, storefront, appId, languageCode };
    const scope = { source: 'api', workflowType: 'app-reviews', projectIds, key: 'reviews', ...toCause(input) } as const;
    const [end] = await fetchAppData(ctx, [toReviewsRequest(subject)], scope);
    return await ctx.step('store', () => storeReviews(ctx, subject, end));
  },
});

/** The request of reviews to the provider. */
export function toReviewsRequest({ platform, ...subject }: ReviewSubject) {
  return { kind: 'app_reviews', store: platform, ...subject, depth: REVIEWS_READ } as const;
}

async function storeReviews(ctx: WorkflowContext, subject: ReviewSubject, end: AnswerEnd | undefined): Promise<AppReviewsOutput> {
  const [answer] = end === undefined ? [] : await readAppData(ctx, [end]);
  const now = ctx.clock.now();
  const costUsd = end?.costUsd ?? 0;
  if (answer?.kind !== 'app_reviews') {
    const error = end?.error ?? 'the answer is not there';
    await upsertReviewRead(ctx.postgres, subject, { now, reviewsRead: null, error });
    return { reviews_read: null, reviews_added: 0, error, cost_usd: costUsd };
  }
  const { appId, languageCode } = subject;
  const reviews = answer.reviews.map((review) => ({ ...review, appId, languageCode }));
  const added = await ctx.postgres.transaction(async (tx) => {
    await upsertReviewRead(tx, subject, { now, reviewsRead: reviews.length, error: null });
    return await insertReviews(tx, subject, { reviews, now });
  });
  return { reviews_read: reviews.length, reviews_added: added, error: null, cost_usd: costUsd };
}
