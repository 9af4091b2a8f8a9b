import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { analyzeSite, estimateAnalysis } from '../site/analyze-site.ts';
import { AnalyzeSiteBody, AnalyzeSiteResponse, toAnalyzeBody, toAnalyzeInput } from '../wire/analyze-site.ts';

const postAnalyzeSite = defineEndpoint({
  method: 'POST',
  path: '/api/analyze-site',
  spec: '4.5',
  area: 'research',
  summary: 'Say what a site is and which keywords belong to it, without a run',
  description:
    'Reads the start page and up to five pages that its navigation offers and keeps nothing of the answer. ' +
    'Figures are bought where the provider is configured and a budget has room; without them they are null, and `notes` say why. ' +
    'A site that cannot be read is 400, or 502 when its server is to blame; `reason` in the details names the problem.',
  access: 'key',
  body: AnalyzeSiteBody,
  responses: { 200: AnalyzeSiteResponse.or(EstimateResponse) },
  failures: ['provider_failed'],
  spends: true,
  handle: async (ctx, { body }) => {
    const input = toAnalyzeInput(body);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateAnalysis(ctx, input)) };
    const analysis = await analyzeSite(ctx, input);
    const { costUsd } = analysis;
    return { status: 200, body: toAnalyzeBody(input.url, analysis), spent: { costUsd, isCached: costUsd === 0 } };
  },
});

export const analyzeSiteEndpoints: AppEndpoint[] = [postAnalyzeSite];
