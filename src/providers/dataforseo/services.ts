import type { ServicePrice } from '../services.ts';

export const SERVICES = [
  { service: 'provider_app_info', priceUsd: 0.01, unit: 'request' },
  { service: 'provider_app_list', priceUsd: 0.02, unit: 'request' },
  { service: 'provider_answers', priceUsd: 0.0012, unit: 'answer' },
  { service: 'provider_model_answers', priceUsd: null, unit: 'answer' },
  { service: 'provider_answer_index', priceUsd: null, unit: 'request' },
  { service: 'provider_serp', priceUsd: 0.0035, unit: 'request' },
  { service: 'provider_keywords', priceUsd: 0.005, unit: 'request' },
  { service: 'provider_referring_domains', priceUsd: 0.02, unit: 'request' },
  { service: 'provider_summary', priceUsd: null, unit: 'request' },
  { service: 'provider_backlinks', priceUsd: null, unit: 'request' },
  { service: 'provider_locations', priceUsd: 0, unit: 'request' },
  { service: 'provider_instant_pages', priceUsd: 0.000_125, unit: 'URL' },
] as const satisfies readonly ServicePrice[];

/** Under what a call of the provider is booked. */
export type SearchService = (typeof SERVICES)[number]['service'];
