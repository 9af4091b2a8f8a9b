import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { estimateKeptList, refusedAsInvalid } from '#areas/keywords/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { askIndex, getIndex } from '../provider-index/get-index.ts';
import { IndexBody, IndexResponse, toIndexInput, toIndexResponse } from '../wire/provider-index.ts';

const postIndex = defineEndpoint({
  spec: '4',
  area: 'answers',
  access: 'key',
  method: 'POST',
  path: '/api/answers/index',
  summary: "Look up answers of the provider's own index: which questions name or cite a brand",
  description:
    "The provider's questions, asked by itself: for discovery, and never counted with the project's samples. What answers name is found by the brands of the project. A list that came less than 24 hours ago serves again without cost, also for a lower `limit`.",
  body: IndexBody,
  responses: { 200: IndexResponse.or(EstimateResponse) },
  failures: ['not_found', 'conflict', 'not_configured', 'payment_required', 'provider_failed', 'unavailable'],
  spends: true,
  handle: async (ctx, { body }) => {
    const asked = await askIndex(ctx, toIndexInput(body));
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateKeptList(ctx, asked.list, ctx.caller)) };
    const found = await refusedAsInvalid('targets', getIndex(ctx, asked, body.project_id));
    return { status: 200, body: toIndexResponse(body, asked, found), spent: found };
  },
});

export const indexEndpoints: AppEndpoint[] = [postIndex];
