import { aiKeywordRoutes } from './ai-keywords.ts';
import { appDataRoutes } from './app-data.ts';
import { appendixRoutes } from './appendix.ts';
import { backlinkHistoryRoutes } from './backlinks-history.ts';
import { backlinkListRoutes } from './backlinks-lists.ts';
import { backlinkRoutes } from './backlinks.ts';
import { googleAdsRoutes } from './google-ads.ts';
import { labsRoutes } from './labs.ts';
import { onPageRoutes } from './on-page.ts';
import type { ProviderRoute } from './route.ts';
import { organicRoutes } from './serp-organic.ts';
import { placeRoutes } from './serp-places.ts';
import { readyRoute } from './serp-queue.ts';
import { familyRoutes, serpReferenceRoutes } from './serp-utility.ts';

/** Every operation the sandbox serves. A family is added by adding its list. */
export const providerRoutes: readonly ProviderRoute[] = [
  ...organicRoutes,
  ...placeRoutes,
  readyRoute('/v3/serp'),
  ...familyRoutes('serp'),
  ...serpReferenceRoutes,
  ...labsRoutes,
  ...familyRoutes('dataforseo_labs'),
  ...googleAdsRoutes,
  ...familyRoutes('keywords_data'),
  ...aiKeywordRoutes,
  ...backlinkRoutes,
  ...backlinkListRoutes,
  ...backlinkHistoryRoutes,
  ...familyRoutes('backlinks'),
  ...onPageRoutes,
  ...familyRoutes('on_page'),
  ...appDataRoutes,
  ...appendixRoutes,
];
