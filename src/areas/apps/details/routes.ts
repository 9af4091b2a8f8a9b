import { z } from 'zod';
import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint } from '#context';
import { booleanParam } from '#http/fields.ts';
import { AppBody, toAppBody } from '../catalogue/wire/app-body.ts';
import { toAppKey } from '../catalogue/choose-storefront.ts';
import { appFields, AppParams, toAppRef } from '../catalogue/wire/fields.ts';
import { RecommendationBody, toRecommendationBody } from '../catalogue/wire/recommendations.ts';
import { estimateLookUp, lookUpApp } from './look-up-app.ts';

const LookupQuery = AppParams.extend({
  ...appFields,
  dry_run: booleanParam().default(false).meta({ description: 'Only answer what it would cost.' }),
});

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
    'One of `store_a` is read again after a day. A key without the scope `write` gets what is stored, and 403 for an app that was never seen. Readings of one organization take turns with those of others; with a cookie it answers pages of this service only.',
  query: LookupQuery,
  canSpend: true,
  // Those who may not spend are answered with what is known.
  right: 'look',
  responses: { 200: LookupResponse.or(EstimateResponse) },
  failures: ['payment_required', 'unavailable', 'provider_failed'],
  handle: async (ctx, { query }) => {
    const key = await toAppKey(ctx, toAppRef(query, query));
    if (query.dry_run) return { status: 200, body: toEstimateBody(await estimateLookUp(ctx, key)) };
    const { app, recommendations } = await lookUpApp(ctx, key);
    const body = toAppBody(app);
    return { status: 200, body: { success: true, ...body, app: body, recommendations: recommendations.map(toRecommendationBody) } };
  },
});

export const detailsEndpoints = [getLookup];
