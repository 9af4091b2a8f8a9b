import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { estimateSearch, searchApps } from './search-apps.ts';
import { SearchAppsBody, SearchAppsResponse, toAppSearchBody, toSearchInput } from './wire.ts';

const postSearch = defineEndpoint({
  spec: '4.8',
  area: 'apps',
  access: 'key',
  method: 'POST',
  path: '/api/apps/search',
  summary: 'Find apps of a store by words',
  description:
    "From the provider's own list of apps: at once, and not in the order of the store. What was asked within the last hour is answered again without cost. The places of an app in the store's own search are those of its tracked keywords.",
  body: SearchAppsBody,
  responses: { 200: SearchAppsResponse.or(EstimateResponse) },
  failures: ['not_found', 'not_configured', 'payment_required', 'provider_failed', 'unavailable'],
  spends: true,
  handle: async (ctx, { body }) => {
    const input = toSearchInput(body);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateSearch(ctx, input)) };
    const found = await searchApps(ctx, input);
    return { status: 200, body: toAppSearchBody(body, found), spent: found };
  },
});

export const searchEndpoints: AppEndpoint[] = [postSearch];
