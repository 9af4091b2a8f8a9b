import type { ServiceRate } from '../services.ts';

export const SERVICES = [
  { service: 'provider_app_info', rateUsd: 0.01, unit: 'request' },
  { service: 'provider_app_list', rateUsd: 0.02, unit: 'request' },
  { service: 'provider_serp', rateUsd: 0.0035, unit: 'request' },
  { service: 'provider_keywords', rateUsd: 0.005, unit: 'request' },
  { service: 'provider_referring_domains', rateUsd: 0.02, unit: 'request' },
  { service: 'provider_summary', rateUsd: null, unit: 'request' },
  { service: 'provider_backlinks', rateUsd: null, unit: 'request' },
  { service: 'provider_locations', rateUsd: 0, unit: 'request' },
  { service: 'provider_instant_pages', rateUsd: 0.000_125, unit: 'URL' },
] as const satisfies readonly ServiceRate[];

/** Under what a call of the provider is booked. */
export type SearchService = (typeof SERVICES)[number]['service'];
