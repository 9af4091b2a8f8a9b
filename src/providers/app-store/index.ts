import type { SpendScope } from '../metering.ts';
import type {
  ChartPage,
  FeedName,
  FeedRow,
  LookupRecord,
  ShelvesPage,
  ShelvesPageKind,
  StoreDevice,
  StoreLockup,
  StoreProduct,
  WebChart,
} from './types.ts';

/** On whose behalf a store is read; every call is in the ledger, free of charge. */
export interface StoreOptions {
  readonly scope: SpendScope;
  readonly signal?: AbortSignal | undefined;
}

/** An app in a storefront, which is a country code in lower case. */
export interface StoreAppRequest {
  readonly appId: string;
  readonly storefront: string;
  readonly device?: StoreDevice | undefined;
  /** The page's own address when a list or a record named it: saves a redirect. */
  readonly pageUrl?: string | undefined;
}

/**
 * `store_a` as its own pages, its lookup service and its feeds show it (docs/apps.md, "Reading store_a"). Calls wait for their
 * slot, which all processes share; nothing is tried again here: a workflow step owns that.
 *
 * Every method throws `AppStoreError` when the store gives nothing that can be used, other `OutsideError`s when it cannot
 * be reached, and `BudgetExceededError`. A page that lacks what every page has is never an empty list.
 */
export interface AppStore {
  /** The page of an app. A page that lacks less than its title and id comes back, and `missing` names what it lacks. */
  fetchProduct(request: StoreAppRequest, options: StoreOptions): Promise<StoreProduct>;
  /**
   * Records by app id, in calls of 200. Ids that are not in the map are not sold in the storefront, or removed.
   * @param appIds digits
   */
  fetchLookup(appIds: readonly string[], storefront: string, options: StoreOptions): Promise<ReadonlyMap<string, LookupRecord>>;
  /** All similar apps (some 40), in their order. */
  fetchSimilar(request: StoreAppRequest, options: StoreOptions): Promise<readonly StoreLockup[]>;
  /** The charts of a category, up to 200 positions each, by one request. Category 36: the whole store. */
  fetchChart(
    request: {
      readonly categoryId: string;
      readonly chart: WebChart;
      readonly storefront: string;
      readonly device?: StoreDevice | undefined;
    },
    options: StoreOptions,
  ): Promise<ChartPage>;
  /** An editorial page. The id of a landing page is one of `LANDING_IDS`. */
  fetchShelves(
    request: {
      readonly kind: ShelvesPageKind;
      readonly id: string;
      readonly storefront: string;
      readonly device?: StoreDevice | undefined;
    },
    options: StoreOptions,
  ): Promise<ShelvesPage>;
  /** The store's own search, in its order. `switched_off` unless `STORE_A_SOURCES` names `search`. */
  fetchSearch(
    request: { readonly term: string; readonly storefront: string; readonly device?: StoreDevice | undefined },
    options: StoreOptions,
  ): Promise<readonly StoreLockup[]>;
  /** A chart feed, up to 100 positions. All but the whole store's `top-free` and `top-paid` on phones need the source `legacy_feed`. */
  fetchFeed(
    request: {
      readonly feed: FeedName;
      readonly storefront: string;
      readonly device?: StoreDevice | undefined;
      /** The whole store when left out. */
      readonly categoryId?: string | undefined;
      /** 1 to 100; 100 when left out. */
      readonly limit?: number | undefined;
    },
    options: StoreOptions,
  ): Promise<readonly FeedRow[]>;
}

export * from './types.ts';
export { AppStoreError, type AppStoreFailure } from './errors.ts';
