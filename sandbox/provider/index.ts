import { appendixRoutes } from './appendix.ts';
import type { ProviderRoute } from './route.ts';
import { organicRoutes } from './serp-organic.ts';
import { placeRoutes } from './serp-places.ts';
import { idListRoute, serpReferenceRoutes } from './serp-utility.ts';

/** Every operation the sandbox serves. A family is added by adding its list. */
export const providerRoutes: readonly ProviderRoute[] = [
  ...organicRoutes,
  ...placeRoutes,
  idListRoute('serp'),
  ...serpReferenceRoutes,
  ...appendixRoutes,
];
