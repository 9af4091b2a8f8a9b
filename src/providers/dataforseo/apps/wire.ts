import { z } from 'zod';

const text = z.string().nullish();
const number = z.number().nullish();
const texts = z.array(z.string()).nullish();
const rating = z.object({ value: number, votes_count: number }).nullish();

/** The one object of an answer. */
export const AppResultWire = z.object({
  app_id: text,
  location_code: number,
  items_count: number,
  rating,
  items: z.array(z.unknown()).nullish(),
});
export type AppResultWire = z.output<typeof AppResultWire>;

/** An app of a chart, of a search, or as its own page says: which fields are there depends on that. */
export const AppItemWire = z.object({
  app_id: z.string(),
  rank_group: number,
  rank_absolute: number,
  title: text,
  url: text,
  icon: text,
  reviews_count: number,
  rating,
  price: z.object({ current: number, currency: text }).nullish(),
  is_free: z.boolean().nullish(),
  developer: text,
  subtitle: text,
  description: text,
  developer_id: text,
  developer_website: text,
  main_category: text,
  genres: texts,
  categories: texts,
  installs_count: number,
  version: text,
  size: text,
  released_date: text,
  last_update_date: text,
  update_notes: text,
  images: texts,
  similar_apps: z.array(z.object({ app_id: text, title: text })).nullish(),
  more_apps_by_developer: z.array(z.object({ app_id: text, title: text })).nullish(),
});
export type AppItemWire = z.output<typeof AppItemWire>;

export const AppReviewWire = z.object({
  id: z.string(),
  version: text,
  rating: z.object({ value: z.number() }),
  timestamp: z.string(),
  title: text,
  review_text: text,
  helpful_count: number,
  user_profile: z.object({ profile_name: text }).nullish(),
  responses: z.array(z.object({ title: text, text, timestamp: text })).nullish(),
});
