import type { ServicePrice } from '../services.ts';

/** Services that fetch pages for a price, where one is used. */
export const SCRAPERS: readonly ServicePrice[] = [
  { service: 'scraper_basic', priceUsd: 0.001, unit: 'request' },
  { service: 'scraper_premium', priceUsd: 0.01, unit: 'request' },
  { service: 'scraper_js_render', priceUsd: 0.005, unit: 'request' },
];

export const pages = { services: SCRAPERS };
