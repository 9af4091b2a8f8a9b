import type { Platform } from '#areas/assets/index.ts';

/** One store in one country: prices, ratings, charts and what is sold differ between them. */
export interface Market {
  readonly platform: Platform;
  /** ISO 3166 alpha-2 in lower case. */
  readonly storefront: string;
}
