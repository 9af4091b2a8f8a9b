/**
 * What an app store says. In all of these `undefined` means that the source does not say (never store it), `null`
 * that it says there is none, and an empty list that it was read and has no entries.
 */

export type StoreDevice = 'iphone' | 'ipad';
/** Charts that the pages of `store_a` show. */
export type WebChart = 'top-free' | 'top-paid';

/** An app as it stands on a list. */
export interface StoreLockup {
  readonly appId: string;
  readonly title: string;
  readonly bundleId: string | undefined;
  readonly subtitle: string | null | undefined;
  readonly developerName: string | undefined;
  /** 0 to 5, to one decimal; null: not rated yet. */
  readonly rating: number | null | undefined;
  /** In the currency of the storefront. */
  readonly price: number | undefined;
  readonly isFree: boolean | undefined;
  readonly isArcade: boolean | undefined;
  readonly iconUrl: string | undefined;
  /** The page's own address, with the name in it: reading this one saves a redirect. */
  readonly pageUrl: string | undefined;
}

export interface StoreReview {
  /** The store's own. */
  readonly id: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly title: string | null;
  readonly body: string;
  readonly reviewedAt: Date;
}

/** The page of an app. */
export interface StoreProduct {
  readonly appId: string;
  readonly title: string;
  readonly bundleId: string | undefined;
  readonly subtitle: string | null | undefined;
  readonly developerName: string | undefined;
  readonly developerId: string | undefined;
  readonly description: string | undefined;
  /** 0 to 5, to one decimal; null: not rated yet. */
  readonly rating: number | null | undefined;
  readonly ratingCount: number | undefined;
  /** Ratings of one to five stars, in this order. */
  readonly ratingHistogram: readonly number[] | undefined;
  readonly price: number | undefined;
  readonly currency: string | undefined;
  readonly isFree: boolean | undefined;
  readonly isArcade: boolean | undefined;
  readonly hasInAppPurchases: boolean | undefined;
  /** Number of the category. */
  readonly primaryCategory: string | undefined;
  /** 512 pixels wide. */
  readonly iconUrl: string | undefined;
  /** Screenshots of the device that was asked for. */
  readonly screenshotUrls: readonly string[] | undefined;
  readonly version: string | undefined;
  readonly versionReleasedAt: Date | undefined;
  readonly releaseNotes: string | undefined;
  /** The shelf of the page, the first ten or so, in its order; `fetchSimilar` gives all. Empty also where a whole page has no such shelf. */
  readonly similar: readonly StoreLockup[] | undefined;
  /** The newest, eight or so. */
  readonly reviews: readonly StoreReview[] | undefined;
  readonly pageUrl: string | undefined;
  /** Names of what every page has and this one lacks. Evidence of it is kept. */
  readonly missing: readonly string[];
}

/** A record of the lookup service, for one storefront. */
export interface LookupRecord {
  readonly appId: string;
  readonly title: string;
  readonly bundleId: string | undefined;
  readonly developerName: string;
  readonly developerId: string | undefined;
  readonly description: string | undefined;
  /** 0 to 5, with all decimals. Both are left out of the record of an app without ratings. */
  readonly rating: number | undefined;
  readonly ratingCount: number | undefined;
  /** Undefined: not sold now (ordered before its release, or withdrawn). */
  readonly price: number | undefined;
  readonly currency: string | undefined;
  readonly isFree: boolean | undefined;
  readonly primaryCategory: string | undefined;
  readonly categories: readonly string[];
  readonly iconUrl: string | undefined;
  /** Often empty although the page has some: empty means unknown. */
  readonly screenshotUrls: Readonly<Record<StoreDevice, readonly string[]>>;
  readonly version: string | undefined;
  readonly sizeBytes: number | undefined;
  readonly releaseDate: Date | undefined;
  readonly currentVersionReleaseDate: Date | undefined;
  readonly releaseNotes: string | undefined;
  readonly websiteUrl: string | undefined;
  /** Without parameters. */
  readonly pageUrl: string | undefined;
}

/** A position on a chart. Numbers have gaps where the chart lists a bundle of apps. */
export interface ChartRank {
  readonly rank: number;
  readonly appId: string;
  /** Shown by the first 25 or so. */
  readonly lockup: StoreLockup | undefined;
}

export interface StoreChart {
  /** Number of the category; 36 for all apps, 6014 for all games. */
  readonly categoryId: string;
  readonly chart: WebChart;
  readonly ranks: readonly ChartRank[];
}

export interface ChartPage {
  /** Ranks in the chart that was asked for. */
  readonly ranks: readonly ChartRank[];
  /** All charts of the page: free and paid; on the page of the whole store those of apps and of games. */
  readonly charts: readonly StoreChart[];
  /** The categories that have a chart now. */
  readonly categories: readonly { readonly categoryId: string; readonly name: string }[];
}

/** What a link of an editorial page leads to. */
export type StoreLinkKind = 'room' | 'grouping' | 'chart' | 'story' | 'app';

export interface StoreLink {
  readonly kind: StoreLinkKind;
  readonly id: string;
  readonly title: string | undefined;
  /** On large pictures at the top of a page. */
  readonly isHero: boolean;
}

/** A part of an editorial page. */
export interface StoreShelf {
  /** Its index on the page: not stable. */
  readonly id: string;
  readonly title: string | undefined;
  /** What lies behind its "See All"; `hero` for large pictures; `none` without a link. */
  readonly kind: 'room' | 'grouping' | 'chart' | 'story' | 'hero' | 'none';
  /** The id of what lies behind; undefined without a link. */
  readonly childId: string | undefined;
  /** Apps in their order, each once. */
  readonly apps: readonly StoreLockup[];
  /** Other pages that its entries lead to. */
  readonly links: readonly StoreLink[];
  /** A browser would load its entries later, from where we do not read. */
  readonly isDeferred: boolean;
}

export interface ShelvesPage {
  readonly title: string | undefined;
  readonly shelves: readonly StoreShelf[];
}

/** Pages that consist of shelves. */
export type ShelvesPageKind = 'grouping' | 'room' | 'story' | 'landing';
/** Before the id of a landing page where it stands among categories. */
export const LANDING_PREFIX = 'page:';
export const LANDING_IDS = ['today', 'apps', 'games', 'arcade'] as const;

/** A chart feed. `top-free` and `top-paid` of the whole store on phones are open; the others are of the first generation. */
export type FeedName = 'top-free' | 'top-paid' | 'top-grossing' | 'new' | 'new-free' | 'new-paid';

export interface FeedRow {
  readonly rank: number;
  readonly appId: string;
  readonly title: string;
  readonly developerName: string | undefined;
  readonly bundleId: string | undefined;
  readonly price: number | undefined;
  readonly currency: string | undefined;
  readonly categoryId: string | undefined;
  readonly iconUrl: string | undefined;
}
