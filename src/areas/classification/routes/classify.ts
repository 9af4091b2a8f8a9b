import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { findDataTier } from '#areas/domains/index.ts';
import { defineEndpoint, type AppEndpoint, type RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { toUrlItem, type UrlItem } from '../pipelines/items.ts';
import { estimateClassification } from '../queue/estimate.ts';
import { loadAskAboutUrl, loadClassifyTexts, loadVerbs } from '../queue/load-verbs.ts';
import { startForRequest, toRequestOptions } from '../queue/request.ts';
import { describe } from '../records/describe.ts';
import { keepKnownUrls } from '../records/keep-known.ts';
import { PendingResponse, toFlags, toPendingBody } from '../wire/classification.ts';
import { RulesResponse, toRulesBody } from '../wire/rules.ts';
import { postDebugContent } from './debug-content.ts';
import { toUrlBody, UrlBody, UrlLlmBody, UrlResponse, UrlRulesBody } from '../wire/url.ts';

const common = { area: 'classification', spec: '4.7', access: 'admin', method: 'POST' } as const;

const postClassify = defineEndpoint({
  ...common,
  path: '/api/admin/classifier/classify',
  summary: 'Say what a page is, after its domain',
  description:
    'From free stages to paid ones, until one is sure. With `use_workflow` the end is waited for at most 25 s; then the answer is 202 and names where to ask. The page is a known one from then on, which can be browsed and corrected.',
  body: UrlBody,
  responses: { 200: UrlResponse.or(EstimateResponse), 202: PendingResponse },
  spends: true,
  subjectOf: ({ body: { url } }) => ({ url }),
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    const flags = toFlags(body);
    // A page and its domain may each take a call.
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateClassification(ctx, flags, { items: 2 })) };
    if (body.use_workflow !== true && body.async !== true) return { status: 200, ...(await classifyNow(ctx, body.url, flags)) };
    await keepKnownUrls(ctx, [toItem(body.url)]);
    const input = { url: body.url, ...flags };
    const { ended, ...started } = await startForRequest(ctx, { type: 'url-classify', input, isAsync: body.async === true });
    const [result] = ended?.results ?? [];
    if (result === undefined) return { status: 202, body: toPendingBody(started) };
    const { domain, ...described } = result;
    return {
      status: 200,
      body: { ...toUrlBody(described, domain, await findDataTier(ctx.postgres, toItem(body.url).host)), workflow_id: started.workflowId },
      spent: { costUsd: described.cost_usd, isCached: described.cached },
    };
  },
});

async function classifyNow(ctx: RequestContext, url: string, flags: ReturnType<typeof toFlags>) {
  const item = toItem(url);
  const { keepUrls } = await loadVerbs();
  await keepKnownUrls(ctx, [item]);
  const { urls, domains } = await keepUrls(ctx, [item], toRequestOptions(ctx, flags));
  const [page] = urls;
  const domain = domains.get(item.host);
  if (page === undefined) throw new Error('the classification of a page has no result');
  const costUsd = page.costUsd + (domain?.costUsd ?? 0);
  return {
    body: toUrlBody(describe({ ...page, costUsd }), domain && describe(domain), await findDataTier(ctx.postgres, item.host)),
    spent: { costUsd, isCached: page.isCached },
  };
}

const postRules = defineEndpoint({
  ...common,
  path: '/api/admin/classifier/classify-rules',
  summary: 'Say what pages are by rules and the shipped models alone',
  description: 'Nothing outside is called, and nothing is stored.',
  body: UrlRulesBody,
  responses: { 200: RulesResponse },
  audited: false,
  handle: async (ctx, { body: { urls } }) => {
    requireUnbound(ctx.caller);
    const classifyTexts = await loadClassifyTexts();
    return { status: 200, body: toRulesBody(await classifyTexts('url', urls)) };
  },
});

const postLlm = defineEndpoint({
  ...common,
  path: '/api/admin/classifier/classify-llm',
  summary: 'Say what a page is by the language model alone',
  description:
    'The model is shown what is read of the page, unless `skip_fetch`. Without a model the answer is 400 `AI binding not configured`.',
  body: UrlLlmBody,
  responses: { 200: UrlResponse.or(EstimateResponse) },
  spends: true,
  subjectOf: ({ body: { url } }) => ({ url }),
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateClassification(ctx, {}, { items: 1, pages: 0 })) };
    const askAboutUrl = await loadAskAboutUrl();
    const page = await askAboutUrl(ctx, toItem(body.url), toRequestOptions(ctx, { ...toFlags(body), skip_llm: false }));
    return { status: 200, body: toUrlBody(describe(page), undefined, 'prospect'), spent: { costUsd: page.costUsd, isCached: false } };
  },
});

function toItem(url: string): UrlItem {
  const item = toUrlItem(url);
  // The field is an address that can be called.
  if (item === undefined) throw new Error('an address was accepted that cannot be read');
  return item;
}

export const classifyEndpoints: AppEndpoint[] = [postClassify, postRules, postDebugContent, postLlm];
