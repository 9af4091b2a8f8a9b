import { assistantRoutes } from './assistants/index.ts';
import { aiKeywordRoutes } from './keywords/ai-keywords.ts';
import { appDataRoutes } from './apps/app-data.ts';
import { appendixRoutes } from './appendix.ts';
import { backlinkHistoryRoutes } from './links/backlinks-history.ts';
import { backlinkListRoutes } from './links/backlinks-lists.ts';
import { backlinkRoutes } from './links/backlinks.ts';
import { googleAdsRoutes } from './keywords/google-ads.ts';
import { labsRoutes } from './keywords/labs.ts';
import { onPageRoutes } from './on-page.ts';
import type { ProviderRoute } from './route.ts';
import { organicRoutes } from './serp/serp-organic.ts';
import { placeRoutes } from './serp/serp-places.ts';
import { readyRoute } from './serp/serp-queue.ts';
import { familyRoutes, serpReferenceRoutes } from './serp/serp-utility.ts';

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
  ...assistantRoutes,
  ...backlinkRoutes,
  ...backlinkListRoutes,
  ...backlinkHistoryRoutes,
  ...familyRoutes('backlinks'),
  ...onPageRoutes,
  ...familyRoutes('on_page'),
  ...appDataRoutes,
  ...appendixRoutes,
];
