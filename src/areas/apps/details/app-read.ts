import { isRetryable, messageOf } from '#kernel/errors.ts';
import { AppStoreError, type LookupRecord, type StoreProduct } from '#providers/app-store/index.ts';
import { mergeObserved, observeApp, type ObservedApp } from '../records/index.ts';
import { REVIEWS_READ, type ObservedReview } from '../reviews/review.ts';
import { observeLockup, observeProduct, observeRecord, observeReview } from './observe.ts';

/** What one app's sources gave together. */
export type AppRead =
  | {
      readonly state: 'read';
      readonly app: ObservedApp;
      /** Apps that are similar, in their order; undefined: no source says, and what is known stays. */
      readonly similar: readonly ObservedApp[] | undefined;
      /** They were looked for: a whole page without them is one of an app that has none. */
      readonly isSimilarRead: boolean;
      /** The newest that its page shows. */
      readonly reviews?: readonly ObservedReview[];
    }
  /** The store does not have it. */
  | { readonly state: 'removed' }
  /** No source gave anything: nothing may be concluded from that. */
  | { readonly state: 'unread'; readonly error: string; readonly isPassing: boolean };

export interface ReadApp {
  readonly appId: string;
  readonly read: AppRead;
}

/** The same without what it recommends. */
export function leaveSimilar({ appId, read }: ReadApp): ReadApp {
  return { appId, read: read.state === 'read' ? { ...read, similar: undefined, isSimilarRead: false } : read };
}

/** What the page or the lookup service gave for one app. */
export type Tried<Value> = { readonly value: Value } | { readonly error: unknown };

/**
 * Puts both free sources of `store_a` together, value by value. One of them is enough. An app is gone only when both
 * say so, or one does and the other cannot be asked: a lookup that is silent about an app whose page cannot be read is
 * no proof, and neither is a page that is not there beside a record that is.
 */
export function joinFreeSources(page: Tried<StoreProduct>, lookup: Tried<LookupRecord | undefined>): AppRead {
  const record = 'value' in lookup ? lookup.value : undefined;
  if ('value' in page) {
    const observed = [observeProduct(page.value), ...(record === undefined ? [] : [observeRecord(record)])];
    const { appId, similar, reviews = [], missing } = page.value;
    return {
      state: 'read',
      app: mergeObserved(observed),
      similar: similar?.map(observeLockup),
      isSimilarRead: similar !== undefined || missing.length === 0,
      reviews: reviews.slice(0, REVIEWS_READ).flatMap((review) => observeReview(appId, review) ?? []),
    };
  }
  if (record !== undefined) return { state: 'read', app: observeRecord(record), similar: undefined, isSimilarRead: false };
  if (isRemoved(page.error)) return { state: 'removed' };
  return { state: 'unread', error: messageOf(page.error), isPassing: isPassing(page.error) };
}

function isRemoved(error: unknown): boolean {
  return error instanceof AppStoreError && error.reason === 'removed';
}

/** The store is away or asks for a pause: other apps would fail alike. A page that cannot be understood is its own matter. */
function isPassing(error: unknown): boolean {
  return isRetryable(error) && !(error instanceof AppStoreError && error.reason === 'unreadable');
}

/** An app that others recommend, of which at most the name is known. */
export function observeNamed({ appId, title }: { readonly appId: string; readonly title: string | null }): ObservedApp {
  return observeApp(appId, 'list', { title });
}
