import { z } from 'zod';
import { defineEndpoint } from '#context';
import { AppBody, toAppBody } from '../catalogue/wire/app-body.ts';
import { toAppKey } from '../catalogue/choose-storefront.ts';
import { appFields, AppParams, toAppRef } from '../catalogue/wire/fields.ts';
import { RecommendationBody, toRecommendationBody } from '../catalogue/wire/recommendations.ts';
import { lookUpApp } from './look-up-app.ts';

const LookupQuery = AppParams.extend(appFields);

const LookupResponse = z.object({ success: z.boolean(), ...AppBody.shape, app: AppBody, recommendations: z.array(RecommendationBody) });

const getLookup = defineEndpoint({
  area: 'apps',
  spec: '4.8',
  method: 'GET',
  access: 'key',
  path: '/api/app-store/lookup',
  summary: 'An app with all details and what it recommends',
  description:
    'An app that was never read is read from its store first: `store_a` for nothing, `store_b` for the price of one record of the provider. ' +
    'One of `store_a` is read again after a day. A key without the scope `write` gets what is stored, and 403 for an app that was never seen.',
  query: LookupQuery,
  responses: { 200: LookupResponse },
  failures: ['payment_required', 'unavailable', 'provider_failed'],
  handle: async (ctx, { query }) => {
    const { app, recommendations } = await lookUpApp(ctx, await toAppKey(ctx, toAppRef(query, query)));
    const body = toAppBody(app);
    return { status: 200, body: { success: true, ...body, app: body, recommendations: recommendations.map(toRecommendationBody) } };
  },
});

export const detailsEndpoints = [getLookup];
