/** How often, and how widely, the paid provider may be called by all processes of this service together. */
export interface ProviderLimits {
  /** Calls that are under way at once. */
  readonly concurrency: number;
  readonly perSecond: number;
  readonly perMinute: number;
  /** Live calls for the metrics of Google Ads. */
  readonly adsPerMinute: number;
}

/** The most that an account may do at the provider. */
export const PROVIDER_LIMITS: ProviderLimits = { concurrency: 20, perSecond: 30, perMinute: 2_000, adsPerMinute: 12 };
