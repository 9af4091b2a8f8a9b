import { addDays } from '#kernel/days.ts';
import type { AlertContext, Observation, Source, SourceQuestion, Subject } from '../event-kind.ts';
import { FACT_DAYS } from '../fold-facts.ts';
import { listAskedApps, toAppKey } from './app-places.ts';
import { listListingChanges, listPoorReviews, listRatings, type FoundReview, type ListingChange, type RatingDay } from './store/apps.ts';
import type { FollowedApp } from './store/assets.ts';

export interface RatingObservation extends Observation, RatingDay {}
export interface ReviewObservation extends Observation, FoundReview {}
export interface ListingObservation extends Observation, ListingChange {}

/** An app as a subject. */
export interface AppSubject extends Subject {
  readonly isOwn: boolean;
}

/** Longer than apps are read seldom. */
const RATING_LOOK_BACK_DAYS = 30;
const FACT_LOOK_BACK_DAYS = FACT_DAYS * 2;

/** What listings are watched for: what people read and see before they install. */
export const LISTING_FIELDS = [
  'title',
  'subtitle',
  'developerName',
  'description',
  'price',
  'primaryCategory',
  'iconUrl',
  'screenshotUrls',
  'version',
  'websiteUrl',
  'status',
] as const;

export const appRatings: Source<AppSubject, RatingObservation> = {
  name: 'app_ratings',
  lookBackDays: RATING_LOOK_BACK_DAYS,
  read: (ctx, question) =>
    readApps(ctx, question, {
      prefix: 'rating',
      isAsked: ({ isOwn }) => isOwn,
      list: async (app) =>
        (await listRatings(ctx.postgres, app, toDays(question, RATING_LOOK_BACK_DAYS))).map((one) => ({ ...one, at: endOf(one.day) })),
    }),
};

/** Reviews by the day on which they were first seen; those written before the project tracked the app are no news. */
export const appReviews: Source<AppSubject, ReviewObservation> = {
  name: 'app_reviews',
  lookBackDays: FACT_LOOK_BACK_DAYS,
  read: (ctx, question) =>
    readApps(ctx, question, {
      prefix: 'reviews',
      isAsked: ({ isOwn }) => isOwn,
      list: async (app) => {
        const asked = { ...toDays(question, FACT_LOOK_BACK_DAYS), stars: toStars(question), writtenSince: app.trackedAt };
        return (await listPoorReviews(ctx.postgres, app, asked)).map((one) => ({ ...one, at: one.firstSeenAt }));
      },
    }),
};

export const appListings: Source<AppSubject, ListingObservation> = {
  name: 'app_listings',
  lookBackDays: FACT_LOOK_BACK_DAYS,
  read: (ctx, question) =>
    readApps(ctx, question, {
      prefix: 'listing',
      isAsked: ({ isOwn }) => toSides(question).includes(isOwn ? 'own' : 'competitor'),
      list: async (app) => {
        const asked = { ...toDays(question, FACT_LOOK_BACK_DAYS), fields: LISTING_FIELDS };
        return (await listListingChanges(ctx.postgres, app, asked)).map((one) => ({ ...one, at: one.changedAt }));
      },
    }),
};

interface Reading<Seen> {
  readonly prefix: string;
  readonly isAsked: (app: FollowedApp) => boolean;
  readonly list: (app: FollowedApp) => Promise<Seen[]>;
}

async function* readApps<Seen>(ctx: AlertContext, question: SourceQuestion, { prefix, isAsked, list }: Reading<Seen>) {
  for (const app of (await listAskedApps(ctx, question)).filter(isAsked)) {
    const { name, assetId, isOwn } = app;
    yield { subject: { key: `${prefix}:${toAppKey(app)}`, label: name, assetId, isOwn }, observations: await list(app) };
  }
}

function toDays({ from, to }: SourceQuestion, lookBackDays: number): { readonly from: string; readonly to: string } {
  return { from: addDays(from, -lookBackDays), to };
}

function toStars({ condition }: SourceQuestion): number {
  return (condition.when as { readonly stars?: number }).stars ?? 2;
}

function toSides({ condition }: SourceQuestion): readonly string[] {
  const { of = 'any' } = condition.when as { readonly of?: string };
  return of === 'any' ? ['own', 'competitor'] : [of];
}

function endOf(day: string): Date {
  return new Date(`${day}T23:59:59.999Z`);
}
