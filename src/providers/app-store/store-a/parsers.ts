/** Pure readers of what `store_a` answers: text in, typed result out. */
export { parseChartPage } from './chart-page.ts';
export { parseLegacyFeed, parseMarketingFeed } from './feeds.ts';
export { parseLookup } from './lookup.ts';
export { parseProductPage } from './product-page.ts';
export { parseAppList, parseShelvesPage } from './shelves-page.ts';
