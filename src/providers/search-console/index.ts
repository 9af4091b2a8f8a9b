/** Google Search Console: what Google itself counts of a property (docs/sandbox.md, "Search Console", for its twin). */

export { SearchConsoleFault, type SearchConsoleFaultKind } from './faults.ts';
export { readServiceAccount, ServiceAccountProblem } from './service-account.ts';

/** What proves that we may read. Comes out of the secret store, and goes nowhere but to the token endpoint. */
export type Credentials =
  | {
      readonly kind: 'oauth';
      readonly refreshToken: string;
      /** When the token ends by itself; undefined: not that we know. */
      readonly endsAt: Date | undefined;
    }
  | { readonly kind: 'service_account'; readonly account: ServiceAccount };

/** The JSON key of a service account, read and repaired. */
export interface ServiceAccount {
  readonly email: string;
  readonly keyId: string | undefined;
  /** PKCS #8 as PEM. */
  readonly privateKey: string;
}

/** A person who has granted access. */
export interface GrantedAccess {
  readonly refreshToken: string;
  /** Set when the token ends by itself, as it does while the consent screen is in "Testing". */
  readonly endsAt: Date | undefined;
}

export interface Property {
  /** Byte for byte as Google lists it: `sc-domain:example.com`, or a prefix with its slash. */
  readonly siteUrl: string;
  readonly permission: string;
  /** Whether its data can be read. */
  readonly canRead: boolean;
}

export type SearchType = 'web' | 'image' | 'video' | 'news' | 'discover' | 'googleNews';
export type Dimension = 'date' | 'hour' | 'query' | 'page' | 'country' | 'device' | 'searchAppearance';

export interface PerformanceRequest {
  /** Pacific days, both included, as `2026-11-21`. */
  readonly startDate: string;
  readonly endDate: string;
  readonly dimensions: readonly Dimension[];
  readonly type: SearchType;
  /** `all`: days that are not final too. */
  readonly dataState: 'final' | 'all' | 'hourly_all';
  readonly aggregation: 'auto' | 'byPage' | 'byProperty';
  /** 1 to 25,000. */
  readonly rowLimit: number;
  readonly startRow: number;
}

export interface PerformanceRow {
  /** One for each dimension, in their order. */
  readonly keys: readonly string[];
  readonly clicks: number;
  readonly impressions: number;
  /** Average over impressions, from 1; 0 for a type that has none (`discover`, `googleNews`). */
  readonly position: number;
}

export interface Performance {
  readonly rows: readonly PerformanceRow[];
  /** The first day that is not final, where days were asked for and the answer holds such. */
  readonly firstIncompleteDate: string | undefined;
  readonly firstIncompleteHour: string | undefined;
}

export interface Sitemap {
  readonly path: string;
  readonly lastSubmittedAt: Date | undefined;
  readonly lastDownloadedAt: Date | undefined;
  readonly isPending: boolean;
  readonly isIndex: boolean;
  readonly warnings: number;
  readonly errors: number;
  /** Addresses that it names, by their kind. */
  readonly submitted: Readonly<Record<string, number>>;
}

/** What Google's index says of an address. What it does not say is undefined. */
export interface Inspection {
  readonly verdict: string;
  readonly coverage: string | undefined;
  readonly robots: string | undefined;
  readonly indexing: string | undefined;
  readonly fetch: string | undefined;
  readonly lastCrawledAt: Date | undefined;
  readonly googleCanonical: string | undefined;
  readonly userCanonical: string | undefined;
  /** Where people see the same in Search Console. */
  readonly link: string | undefined;
}

/** The address that a browser is sent to, and what its answer is checked by. */
export interface Consent {
  readonly url: string;
  readonly state: string;
  readonly verifier: string;
}

export interface CodeAnswer {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/**
 * Makes single calls, never again by itself. Access tokens are kept in memory until shortly before they end.
 * Every method that asks throws `SearchConsoleFault` where Google says no, and `OutsideError` where it does not answer.
 */
export interface SearchConsole {
  /** Whether people can sign in: an OAuth client is set. */
  readonly canSignIn: boolean;
  /** Begins a sign-in of a person; `redirectUri` must be listed at Google byte for byte. */
  beginConsent(redirectUri: string): Consent;
  takeCode(answer: CodeAnswer, signal?: AbortSignal): Promise<GrantedAccess>;
  listProperties(credentials: Credentials, signal?: AbortSignal): Promise<readonly Property[]>;
  fetchPerformance(credentials: Credentials, siteUrl: string, request: PerformanceRequest, signal?: AbortSignal): Promise<Performance>;
  listSitemaps(credentials: Credentials, siteUrl: string, signal?: AbortSignal): Promise<readonly Sitemap[]>;
  inspect(credentials: Credentials, siteUrl: string, url: string, signal?: AbortSignal): Promise<Inspection>;
}
