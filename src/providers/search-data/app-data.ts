import type { SpendScope } from '../metering.ts';

export const APP_STORES = ['store_a', 'store_b'] as const;
/** `store_a` is the App Store, `store_b` is Google Play. */
export type AppStore = (typeof APP_STORES)[number];

/** Where a store is looked at. */
interface StoreView {
  readonly store: AppStore;
  /** Country in lower case, for example `us`. */
  readonly storefront: string;
  /** ISO 639-1; `en` when left out. */
  readonly languageCode?: string | undefined;
}

/** One question for the provider's queue. The provider knows no devices: what it says is of phones. */
export type AppDataRequest = StoreView &
  (
    | { readonly kind: 'app_info'; readonly appId: string }
    | {
        readonly kind: 'app_list';
        /** `store_b`: `topselling_free`, `topselling_paid`, `topgrossing` and others; `store_a`: `top-free`, `top-paid`, `top-grossing`. */
        readonly chart: string;
        /** The store's own id of a category, for example `GAME_ACTION`; null: the whole store. */
        readonly categoryId: string | null;
        /** Apps to read: up to 200, of `store_a` up to 1,000. */
        readonly depth: number;
      }
    /** `depth`: apps to read, up to 200, of `store_a` up to 700. */
    | { readonly kind: 'app_searches'; readonly keyword: string; readonly depth: number }
    /** `depth`: reviews to read, the newest first, up to 500. */
    | { readonly kind: 'app_reviews'; readonly appId: string; readonly depth: number }
  );

export type AppDataKind = AppDataRequest['kind'];

/** What the provider answered. `readAt`: when it read the store. */
export type AppDataAnswer = { readonly readAt: Date } & (
  | {
      readonly kind: 'app_info';
      /** Null: the store has no such app in this country. */
      readonly app: AppInfo | null;
    }
  /** Empty only when the store said that there is nothing. */
  | { readonly kind: 'app_list' | 'app_searches'; readonly apps: readonly AppListing[] }
  | {
      readonly kind: 'app_reviews';
      readonly reviews: readonly AppReviewRow[];
      readonly rating: number | null;
      readonly ratingCount: number | null;
    }
);

/** What every source of an app has, or null. */
interface AppFacts {
  readonly appId: string;
  readonly title: string | null;
  readonly url: string | null;
  readonly iconUrl: string | null;
  readonly developerName: string | null;
  /** 0 to 5; null: not rated yet. */
  readonly rating: number | null;
  readonly ratingCount: number | null;
  readonly reviewsCount: number | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly isFree: boolean | null;
}

/** An app in a chart or a search. */
export interface AppListing extends AppFacts {
  /** Position in the list, from 1. */
  readonly rank: number;
}

export interface AppReference {
  readonly appId: string;
  readonly title: string | null;
}

/** An app as its own page says. */
export interface AppInfo extends AppFacts {
  readonly subtitle: string | null;
  readonly description: string | null;
  readonly developerId: string | null;
  readonly websiteUrl: string | null;
  /** As the store names it, in the language of the request. */
  readonly categoryName: string | null;
  readonly genres: readonly string[];
  readonly installs: number | null;
  /** Null also where it varies with the device. */
  readonly version: string | null;
  readonly sizeBytes: number | null;
  readonly releasedAt: Date | null;
  readonly updatedAt: Date | null;
  readonly releaseNotes: string | null;
  readonly screenshotUrls: readonly string[];
  /** In the order of the store. */
  readonly similar: readonly AppReference[];
  readonly moreByDeveloper: readonly AppReference[];
}

export interface AppReviewRow {
  /** The store's own. */
  readonly id: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly title: string | null;
  readonly body: string;
  readonly version: string | null;
  readonly reviewedAt: Date;
  readonly author: string | null;
  readonly helpfulCount: number | null;
  readonly reply: { readonly body: string; readonly repliedAt: Date | null } | null;
}

/** Apps by words of their title, in the provider's own database: at once, and some days old. */
export interface AppListingsRequest {
  readonly store: AppStore;
  readonly query: string;
  /** Rows, 1 to 1,000. */
  readonly limit: number;
}

export interface AppListings {
  readonly apps: readonly AppInfo[];
  /** How many there are in all. */
  readonly total: number;
  readonly costUsd: number;
}

/** What the provider knows of app stores. Questions for its queue are posted and collected as `TaskQueue` says. */
export interface AppData {
  /** What a question costs at most, in USD, at normal priority. */
  estimateAppDataUsd(request: AppDataRequest): number;
  /**
   * Reads an answer of the queue.
   * @param body as received, gzip or plain
   * @throws OutsideError as `TaskQueue.readSerpAnswer`
   */
  readAppData(body: Buffer, request: AppDataRequest): Promise<QueuedAppData>;
  estimateAppListingsUsd(limit: number): number;
  /**
   * Looks apps up in the provider's database.
   * @throws OutsideError for every failure, `credentials_missing` included
   * @throws BudgetExceededError when a budget has no room
   */
  fetchAppListings(request: AppListingsRequest, scope: SpendScope, signal?: AbortSignal): Promise<AppListings>;
}

/** An answer out of the queue: which task and which of our posts it says it is of. */
export interface QueuedAppData {
  readonly taskId: string;
  readonly tag: string | undefined;
  readonly answer: AppDataAnswer;
}
