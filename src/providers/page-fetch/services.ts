import type { ServiceRate } from '../services.ts';

/** Services that fetch pages for a price, where one is used. */
export const SCRAPERS: readonly ServiceRate[] = [
  { service: 'scraper_basic', rateUsd: 0.001, unit: 'request' },
  { service: 'scraper_premium', rateUsd: 0.01, unit: 'request' },
  { service: 'scraper_js_render', rateUsd: 0.005, unit: 'request' },
];

export const pages = { services: SCRAPERS };
