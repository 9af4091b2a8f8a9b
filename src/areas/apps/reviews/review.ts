import type { Platform } from '#areas/assets/index.ts';

/** The reviews of an app in one storefront and language. */
export interface ReviewSubject {
  readonly platform: Platform;
  /** ISO country in lower case. */
  readonly storefront: string;
  readonly appId: string;
  readonly languageCode: string;
}

/** The newest that a reading takes. */
export const REVIEWS_READ = 200;

/** A review as a source gives it. */
export interface ObservedReview {
  readonly appId: string;
  /** The store's own. */
  readonly id: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly title: string | null;
  readonly body: string;
  /** In which it was asked for; null: a page shows reviews without saying. */
  readonly languageCode: string | null;
  /** Null: the source does not say. */
  readonly version: string | null;
  readonly reviewedAt: Date;
}

/** A review as it is stored: once, as it was first seen. */
export interface Review extends Omit<ObservedReview, 'appId'> {
  readonly firstSeenAt: Date;
}

/** When the reviews of an app were read in a language, and how that ended. */
export interface ReviewRead {
  readonly languageCode: string;
  /** The last that went well; null: none did. */
  readonly readAt: Date | null;
  readonly reviewsRead: number | null;
  readonly triedAt: Date;
  /** Why the last one failed. */
  readonly error: string | null;
}
