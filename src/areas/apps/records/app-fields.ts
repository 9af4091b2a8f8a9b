/**
 * Where a value of an app was read. `lookup`: the lookup service; `page`: its own page; `provider`: a paid record; `feed`:
 * a chart feed; `list`: a line about it on a chart, a shelf or another app's page.
 */
export const APP_SOURCES = ['lookup', 'page', 'provider', 'feed', 'list'] as const;
export type AppSource = (typeof APP_SOURCES)[number];

/** What is known of an app in one market. */
export interface AppValues {
  readonly title: string;
  readonly subtitle: string;
  readonly developerName: string;
  readonly description: string;
  /** 0 to 5. */
  readonly rating: number;
  readonly ratingCount: number;
  /** Ratings with one to five stars, in this order. */
  readonly ratingHistogram: readonly number[];
  readonly price: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly isFree: boolean;
  /** The id of a category. */
  readonly primaryCategory: string;
  /** Ids of categories. */
  readonly categories: readonly string[];
  readonly iconUrl: string;
  readonly screenshotUrls: readonly string[];
  readonly version: string;
  readonly sizeBytes: number;
  readonly installs: number;
  readonly releaseDate: Date;
  readonly currentVersionReleaseDate: Date;
  readonly websiteUrl: string;
}
export type AppField = keyof AppValues;

interface FieldRule {
  readonly column: string;
  /** In PostgreSQL. */
  readonly type: string;
  readonly kind: 'text' | 'texts' | 'picture' | 'pictures' | 'count' | 'counts' | 'number' | 'flag' | 'date';
  /** The sources, the best first. */
  readonly sources: readonly AppSource[];
  /** A change of it is noted. Ratings are a series of their own. */
  readonly isWatched: boolean;
  /** Every source writes it alike, so that a newer value is a change whatever it was read from. */
  readonly isExact: boolean;
}

const RECORD_FIRST: readonly AppSource[] = ['lookup', 'page', 'provider', 'feed', 'list'];
const PAGE_FIRST: readonly AppSource[] = ['page', 'lookup', 'provider', 'feed', 'list'];

const QUIET = { isWatched: false, isExact: false } as const;
const WATCHED = { isWatched: true, isExact: false } as const;
const EXACT = { isWatched: true, isExact: true } as const;

export const FIELD_RULES: Readonly<Record<AppField, FieldRule>> = {
  title: { column: 'title', type: 'text', kind: 'text', sources: PAGE_FIRST, ...EXACT },
  subtitle: { column: 'subtitle', type: 'text', kind: 'text', sources: PAGE_FIRST, ...WATCHED },
  developerName: { column: 'developer_name', type: 'text', kind: 'text', sources: PAGE_FIRST, ...WATCHED },
  description: { column: 'description', type: 'text', kind: 'text', sources: RECORD_FIRST, ...WATCHED },
  rating: { column: 'rating', type: 'double precision', kind: 'number', sources: RECORD_FIRST, ...QUIET },
  ratingCount: { column: 'rating_count', type: 'bigint', kind: 'count', sources: RECORD_FIRST, ...QUIET },
  ratingHistogram: { column: 'rating_histogram', type: 'bigint[]', kind: 'counts', sources: PAGE_FIRST, ...QUIET },
  price: { column: 'price', type: 'double precision', kind: 'number', sources: PAGE_FIRST, ...EXACT },
  currency: { column: 'currency', type: 'text', kind: 'text', sources: PAGE_FIRST, ...QUIET, isExact: true },
  isFree: { column: 'is_free', type: 'boolean', kind: 'flag', sources: PAGE_FIRST, ...QUIET, isExact: true },
  primaryCategory: { column: 'primary_category', type: 'text', kind: 'text', sources: PAGE_FIRST, ...WATCHED },
  categories: { column: 'categories', type: 'text[]', kind: 'texts', sources: PAGE_FIRST, ...QUIET },
  iconUrl: { column: 'icon_url', type: 'text', kind: 'picture', sources: PAGE_FIRST, ...WATCHED },
  screenshotUrls: { column: 'screenshot_urls', type: 'text[]', kind: 'pictures', sources: PAGE_FIRST, ...WATCHED },
  version: { column: 'version', type: 'text', kind: 'text', sources: RECORD_FIRST, ...EXACT },
  sizeBytes: { column: 'size_bytes', type: 'bigint', kind: 'count', sources: RECORD_FIRST, ...QUIET },
  installs: { column: 'installs', type: 'bigint', kind: 'count', sources: PAGE_FIRST, ...QUIET },
  releaseDate: { column: 'release_date', type: 'timestamptz', kind: 'date', sources: RECORD_FIRST, ...QUIET },
  currentVersionReleaseDate: {
    column: 'current_version_release_date',
    type: 'timestamptz',
    kind: 'date',
    sources: RECORD_FIRST,
    ...QUIET,
  },
  websiteUrl: { column: 'website_url', type: 'text', kind: 'text', sources: RECORD_FIRST, ...WATCHED },
};

export const APP_FIELDS = Object.keys(FIELD_RULES) as readonly AppField[];

/** Whether one source of a field is better than another, or the same. */
export function isAtLeast(field: AppField, source: AppSource, other: AppSource): boolean {
  const { sources } = FIELD_RULES[field];
  return sources.indexOf(source) <= sources.indexOf(other);
}
