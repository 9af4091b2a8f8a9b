import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { classifyDomain, findDataTier } from '#areas/domains/index.ts';
import { defineEndpoint, type AppEndpoint, type RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { sumUsd } from '#kernel/money.ts';
import { enqueueDomains } from '../queue/enqueue-domains.ts';
import { estimateClassification } from '../queue/estimate.ts';
import { loadVerbs } from '../queue/load-verbs.ts';
import { startForRequest, toRequestOptions } from '../queue/request.ts';
import { describe, type Described } from '../records/describe.ts';
import { keepKnownDomains } from '../records/keep-known.ts';
import { getDomainClassification } from '../records/get-domain-classification.ts';
import { PendingResponse, toFlags, toPendingBody } from '../wire/classification.ts';
import { DomainBody, DomainQuery, DomainResponse, DomainsBody, DomainsResponse, toDomainBody } from '../wire/domain.ts';

const common = { area: 'classification', spec: '4.7', access: 'admin' } as const;

const postDomain = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/classifier/domain',
  summary: 'Say what a domain is',
  description:
    'From free stages to paid ones, until one is sure. With `use_workflow` the end is waited for at most 25 s; then the answer is 202 and names where to ask. The domain is a known one from then on, which can be browsed and corrected.',
  body: DomainBody,
  responses: { 200: DomainResponse.or(EstimateResponse), 202: PendingResponse },
  spends: true,
  subjectOf: ({ body: { domain } }) => ({ domain }),
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    const flags = toFlags(body);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateClassification(ctx, flags, { items: 1 })) };
    if (body.use_workflow !== true && body.async !== true) return await toReply(ctx, await classifyNow(ctx, body.domain, flags));
    await keepKnownDomains(ctx, [{ host: body.domain }]);
    const input = { domain: body.domain, ...flags };
    const { ended, ...started } = await startForRequest(ctx, { type: 'domain-classify', input, isAsync: body.async === true });
    const [result] = ended?.results ?? [];
    return result === undefined ? { status: 202, body: toPendingBody(started) } : await toReply(ctx, result, started.workflowId);
  },
});

async function classifyNow(ctx: RequestContext, host: string, flags: ReturnType<typeof toFlags>): Promise<Described> {
  const { keepDomains } = await loadVerbs();
  await keepKnownDomains(ctx, [{ host }]);
  const [domain] = await keepDomains(ctx, [{ host }], toRequestOptions(ctx, flags));
  if (domain === undefined) throw new Error('the classification of a domain has no result');
  return describe(domain);
}

async function toReply(ctx: RequestContext, described: Described, workflowId?: string) {
  const tier = await findDataTier(ctx.postgres, described.subject);
  const body = { ...toDomainBody(described, tier), ...(workflowId === undefined ? {} : { workflow_id: workflowId }) };
  return { status: 200, body, spent: { costUsd: sumUsd([described.cost_usd]), isCached: described.cached } };
}

const postDomains = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/classifier/domains',
  summary: 'Queue domains for classification',
  body: DomainsBody,
  responses: { 200: EstimateResponse, 202: DomainsResponse },
  spends: true,
  subjectOf: ({ body: { domains } }) => ({ domains: domains.length }),
  handle: async (ctx, { body: { domains, dry_run: isDryRun, ...given } }) => {
    requireUnbound(ctx.caller);
    const flags = toFlags(given);
    const hosts = [...new Set(domains)];
    if (isDryRun) return { status: 200, body: toEstimateBody(await estimateClassification(ctx, flags, { items: hosts.length })) };
    await keepKnownDomains(
      ctx,
      hosts.map((host) => ({ host })),
    );
    const workflowIds = await enqueueDomains(ctx, hosts, flags);
    const statusUrls = workflowIds.map((id) => `/api/admin/workflow/domain-classify/${id}`);
    const queued = { queued: hosts.length, messages: workflowIds.length, queue: classifyDomain.queue.name };
    return { status: 202, body: { success: true, ...queued, workflow_ids: workflowIds, status_urls: statusUrls } };
  },
});

const stored = {
  ...common,
  method: 'GET',
  summary: 'What a domain was found to be, however long ago',
  responses: { 200: DomainResponse },
  failures: ['not_found'],
} as const;

const getDomain = defineEndpoint({
  ...stored,
  path: '/api/admin/classifier/domain/{domain}',
  params: DomainQuery,
  handle: async (ctx, { params: { domain } }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toDomainBody(await getDomainClassification(ctx, domain), await findDataTier(ctx.postgres, domain)) };
  },
});

const getDomainByQuery = defineEndpoint({
  ...stored,
  path: '/api/admin/classifier/domain',
  query: DomainQuery,
  handle: async (ctx, { query: { domain } }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toDomainBody(await getDomainClassification(ctx, domain), await findDataTier(ctx.postgres, domain)) };
  },
});

export const domainEndpoints: AppEndpoint[] = [postDomain, postDomains, getDomain, getDomainByQuery];
