import type { Service } from './metering.ts';

/** What a service costs before anybody has asked it (specification, section 8). The provider's own price always wins. */
export interface ServiceRate {
  readonly service: Service;
  /** USD for one unit; null where each operation has a price of its own. */
  readonly rateUsd: number | null;
  readonly unit: string;
  /** What is given without charge. */
  readonly free?: FreeTier;
}

export interface FreeTier {
  /** Units in a period; null: as many as are needed. */
  readonly limit: number | null;
  readonly period: 'day' | 'month';
}

const UNLIMITED: FreeTier = { limit: null, period: 'month' };

/** Every service of specification 2.12, once. What `edge_` names runs on one's own machines here. */
export const SERVICE_RATES: readonly ServiceRate[] = [
  { service: 'provider_app_info', rateUsd: 0.01, unit: 'request' },
  { service: 'provider_app_list', rateUsd: 0.02, unit: 'request' },
  { service: 'provider_serp', rateUsd: 0.0035, unit: 'request' },
  { service: 'provider_keywords', rateUsd: 0.005, unit: 'request' },
  { service: 'provider_referring_domains', rateUsd: 0.02, unit: 'request' },
  { service: 'provider_summary', rateUsd: null, unit: 'request' },
  { service: 'provider_backlinks', rateUsd: null, unit: 'request' },
  { service: 'provider_instant_pages', rateUsd: 0.000_125, unit: 'URL' },
  { service: 'scraper_basic', rateUsd: 0.001, unit: 'request' },
  { service: 'scraper_premium', rateUsd: 0.01, unit: 'request' },
  { service: 'scraper_js_render', rateUsd: 0.005, unit: 'request' },
  { service: 'rss_feed', rateUsd: 0, unit: 'request', free: UNLIMITED },
  { service: 'store_a_lookup_api', rateUsd: 0, unit: 'request', free: UNLIMITED },
  { service: 'edge_d1_read', rateUsd: 0, unit: 'request', free: UNLIMITED },
  { service: 'edge_d1_write', rateUsd: 0, unit: 'request', free: UNLIMITED },
  { service: 'edge_kv', rateUsd: 0, unit: 'request', free: UNLIMITED },
  { service: 'edge_worker', rateUsd: 0, unit: 'request', free: UNLIMITED },
  { service: 'edge_native_fetch', rateUsd: 0, unit: 'request', free: UNLIMITED },
  { service: 'edge_workers_ai', rateUsd: 0.02, unit: 'request' },
  { service: 'video_api', rateUsd: 0, unit: 'unit', free: { limit: 10_000, period: 'day' } },
];
