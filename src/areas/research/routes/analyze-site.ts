import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { analyzeSite, estimateAnalysis } from '../site/analyze-site.ts';
import { previewSite } from '../site/preview-site.ts';
import { AnalyzeSiteBody, AnalyzeSiteResponse, toAnalyzeBody, toAnalyzeInput } from '../wire/analyze-site.ts';
import { SitePreviewQuery, SitePreviewResponse, toSitePreviewBody } from '../wire/site-preview.ts';

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

const getSitePreview = defineEndpoint({
  method: 'GET',
  path: '/api/site-preview',
  spec: '4.5',
  area: 'research',
  summary: 'Say what a new project about a website can begin with',
  description:
    'By the name of the site alone: nothing of it is read, and nothing is bought. Of a service on the sandbox also whether the simulated world ' +
    'knows the site, and one that it knows.',
  access: 'key',
  query: SitePreviewQuery,
  responses: { 200: SitePreviewResponse },
  failures: ['provider_failed'],
  handle: async (ctx, { query }) => ({ status: 200, body: toSitePreviewBody(await previewSite(ctx, query.url.host)) }),
});

export const analyzeSiteEndpoints: AppEndpoint[] = [postAnalyzeSite, getSitePreview];
