import type { Platform } from '#areas/assets/index.ts';

export const TERM_STATUSES = ['pending', 'ranked', 'not_found', 'failed'] as const;
/** Outcome of the newest check of a term. */
export type TermStatus = (typeof TERM_STATUSES)[number];

/** Positions that a search of a store reads. */
export const SEARCH_DEPTH = 100;

/** A search of a store: the same for all who share it. */
export interface StoreSearch {
  /** With whom it is shared: empty, the whole service; else the organization's own. */
  readonly ownerId: string;
  readonly platform: Platform;
  /** ISO country in lower case. */
  readonly storefront: string;
  readonly languageCode: string;
  /** Normalized. */
  readonly keyword: string;
}

/** Where an app stood in the answer. */
export interface SearchPosition {
  /** From 1. */
  readonly rank: number;
  readonly appId: string;
}

/** What came of a search: the positions that the store shows, or why there are none. */
export type SearchEnd =
  | {
      readonly state: 'read';
      readonly positions: readonly SearchPosition[];
      readonly checkedDepth: number;
      /** Null: not recorded. */
      readonly costUsd: number | null;
    }
  | { readonly state: 'failed'; readonly error: string };

/** One text for a search: the key of its claim, which never changes, and of maps. */
export function toSearchKey({ ownerId, platform, storefront, languageCode, keyword }: StoreSearch): string {
  return `app-search:${ownerId}:${platform}:${storefront}:${languageCode}:${keyword}`;
}
