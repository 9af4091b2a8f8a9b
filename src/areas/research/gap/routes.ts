import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { estimateGap, findGap } from './find-gap.ts';
import { GapBody, GapResponse, toGapBody, toGapInput } from './wire.ts';

const postGap = defineEndpoint({
  method: 'POST',
  path: '/api/keywords/gap',
  spec: '4.3',
  area: 'keywords',
  summary: 'Compare what a site ranks for with up to four competitors',
  description:
    'Kinds of keywords: `missing`: all competitors rank, the site does not. `untapped`: some competitor ranks, the site does not. `shared`: all rank. `weak`: all rank, the site last. `strong`: all rank, the site first. `unique`: only the site ranks. A keyword can have several kinds. ' +
    'By the stored ranked keywords of each site, organic places alone; `domains` says how old and how complete they are. A site that was never fetched takes no part. `fetch` buys its keywords; `dry_run` answers the price alone.',
  access: 'key',
  body: GapBody,
  responses: { 200: GapResponse.or(EstimateResponse) },
  failures: ['not_found', 'not_configured', 'provider_failed', 'payment_required'],
  spends: true,
  handle: async (ctx, { body }) => {
    const input = toGapInput(body);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateGap(ctx, input)) };
    const gap = await findGap(ctx, input);
    const isCached = gap.costUsd === 0;
    return { status: 200, body: toGapBody(input, gap, ctx.clock.now()), spent: { costUsd: gap.costUsd, isCached } };
  },
});

export const gapEndpoints: AppEndpoint[] = [postGap];
