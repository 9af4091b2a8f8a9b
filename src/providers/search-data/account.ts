import type { SpendScope } from '../metering.ts';

/** The present entry of one task in the provider's record. */
export interface ProviderTaskState {
  readonly taskId: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'unknown';
  /** The provider's own status code. */
  readonly code: number | null;
  readonly endpoint: string | null;
  readonly costUsd: number | null;
  readonly postedAt: Date | null;
  readonly doneAt: Date | null;
}

/** What the provider says of itself and of the account; free, and few times a minute. @throws OutsideError */
export interface AccountData {
  /** Whether the ads planner's metrics of the last month are out. */
  fetchAdsStatus(signal?: AbortSignal): Promise<{
    readonly isUpToDate: boolean;
    /** A day as `YYYY-MM-DD`. */
    readonly updatedOn: string | null;
    readonly lastMonth: { readonly year: number; readonly month: number } | null;
  }>;
  /** Which of the provider's own APIs have a problem by its own word; none when all is well. */
  fetchTroubles(signal?: AbortSignal): Promise<readonly string[]>;
  /** Nulls where the account has no such limit. */
  fetchAccount(signal?: AbortSignal): Promise<{ readonly balanceUsd: number | null; readonly dailyLimit: number | null }>;
  /** Looks for a task of the family of `endpoint` among those posted in a span of the provider's time. */
  findProviderTask(
    endpoint: string,
    taskId: string,
    span: { readonly since: Date; readonly until: Date },
    signal?: AbortSignal,
  ): Promise<ProviderTaskState | undefined>;
}

/** A location that the provider takes keywords for. */
export interface ProvidedLocation {
  readonly locationCode: number;
  /** From the location up to its country: `Berlin,Germany`. */
  readonly name: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  /** The provider's word for its kind, such as `City` or `Postal Code`. */
  readonly type: string;
}

export interface LocationLists {
  /**
   * Every location of a country: one free call. None when the provider does not serve the country.
   * @throws OutsideError
   */
  fetchLocations(
    countryCode: string,
    scope: SpendScope,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<readonly ProvidedLocation[]>;
}
