import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { toBody } from '#http/to-body.ts';
import { APP_SOURCES, APP_STATUSES } from '../../records/index.ts';
import { RatingReadingBody, toRatingReading } from './rating-reading.ts';
import type { ShownApp } from '../get-app.ts';

const Text = z.string().nullable();
const Histogram = z.array(z.int()).nullable();

/** An app of section 2.8, with the names that other forms use beside the first ones. */
export const AppFields = {
  id: z.string(),
  app_id: z.string(),
  platform: z.enum(PLATFORMS),
  storefront: z.string().meta({ description: 'Country whose store says so' }),
  country: z.string(),
  title: z.string(),
  name: z.string(),
  subtitle: Text,
  developer_name: Text,
  developer: Text,
  description: Text,
  rating: z.number().nullable().meta({ description: '0 to 5; null: no ratings are known' }),
  rating_count: z.int().nullable(),
  reviews_count: z.int().nullable().meta({ description: 'As `rating_count`' }),
  rating_reading: RatingReadingBody.meta({ description: 'How rating and count were read, and what that cost' }),
  rating_histogram: Histogram.meta({ description: 'Ratings of one to five stars, in this order' }),
  price: z.number().nullable(),
  currency: Text,
  is_free: z.boolean().nullable(),
  primary_category: Text.meta({ description: 'The id of a category' }),
  category: Text.meta({ description: 'Its name' }),
  categories: z.array(z.string()).meta({ description: 'Ids of categories' }),
  icon_url: Text,
  icon: Text,
  screenshot_urls: z.array(z.string()),
  version: Text,
  size_bytes: z.int().nullable(),
  installs: z.int().nullable(),
  release_date: Text,
  current_version_release_date: Text,
  website_url: Text,
  url: z.string().meta({ description: 'Its page in the store' }),
  status: z.enum(['pending', ...APP_STATUSES]).meta({
    description: '`pending`: tracked and not read yet; `listed`: only seen on lists yet; `removed`: gone from the store',
  }),
  removed_at: Text,
  sources: z.record(z.string(), z.enum(APP_SOURCES)).meta({ description: 'Which source each value is from' }),
  fetched_at: Text.meta({ description: 'When its own page or record was last read' }),
  last_seen_at: Text.meta({ description: 'Null: never' }),
  created_at: z.int().meta({ description: 'Epoch milliseconds' }),
  updated_at: z.int().meta({ description: 'Epoch milliseconds: when a value last changed' }),
};
export const AppBody = z.object(AppFields).meta({ id: 'App' });

export function toAppBody(app: ShownApp): z.input<typeof AppBody> {
  return toBody(AppBody, {
    ...app,
    id: app.appId,
    country: app.storefront,
    name: app.title,
    developer: app.developerName,
    reviewsCount: app.ratingCount,
    ratingReading: toRatingReading(app),
    category: app.categoryName,
    iconUrl: app.shownIcon,
    icon: app.shownIcon,
    sources: toSourceFields(app.sources),
    url: toStoreUrl(app),
  });
}

/** Sources under the names that the body has for the values. */
function toSourceFields(sources: ShownApp['sources']): z.input<typeof AppBody>['sources'] {
  return Object.fromEntries(
    Object.entries(sources).map(([field, source]) => [field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`), source]),
  );
}

/** The page of an app that people see. */
export function toStoreUrl({ platform, storefront, appId }: Pick<ShownApp, 'platform' | 'storefront' | 'appId'>): string {
  if (platform === 'store_a') return `https://apps.apple.com/${storefront}/app/id${appId}`;
  return `https://play.google.com/store/apps/details?id=${encodeURIComponent(appId)}&gl=${storefront.toUpperCase()}`;
}
