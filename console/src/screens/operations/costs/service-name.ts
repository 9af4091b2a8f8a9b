const NAMES: Readonly<Record<string, string>> = {
  provider_serp: 'Result pages',
  provider_keywords: 'Keyword metrics',
  provider_referring_domains: 'Referring domains',
  provider_summary: 'Link summaries',
  provider_backlinks: 'Backlinks',
  provider_instant_pages: 'Pages read by the provider',
  provider_app_info: 'App records',
  provider_app_list: 'App lists',
  scraper_basic: 'Scraper, basic',
  scraper_premium: 'Scraper, premium',
  scraper_js_render: 'Scraper with JavaScript',
  edge_workers_ai: 'Language models',
  edge_native_fetch: 'Pages read by this service',
  store_a_lookup_api: 'Apple lookups',
  rss_feed: 'Store feeds',
  video_api: 'Videos',
  edge_d1_read: 'Database reads',
  edge_d1_write: 'Database writes',
  edge_kv: 'Cache',
  edge_worker: 'Requests served',
};

/** What a service of the ledger is for, in words. */
export function toServiceName(service: string): string {
  return NAMES[service] ?? service.replaceAll('_', ' ');
}
