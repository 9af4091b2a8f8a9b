import { toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { listClassificationFailures } from '../classification-queue/list-classification-failures.ts';
import { classifyDomainUrls, estimateDomainUrls } from '../classification-queue/classify-domain-urls.ts';
import {
  FailuresQuery,
  FailuresResponse,
  QueueClassificationBody,
  QueueClassificationResponse,
  ReclassifyBody,
  toClassificationFailuresBody,
  toQueueClassificationBody,
} from '../wire/classification-queue.ts';

const common = { area: 'domains', spec: '4.6', access: 'admin' } as const;
const WAITING = 'Messages wait on the queue until something takes them; the answer says whether something does.';

const postQueue = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/domains/queue-classification',
  summary: 'Queue pages of a domain, and pages that link to it, that are not classified',
  description: WAITING,
  body: QueueClassificationBody,
  responses: { 200: QueueClassificationResponse },
  failures: ['not_found'],
  subjectOf: ({ body: { domain } }, reply) => ({ domain, queued: 'queued' in reply ? reply.queued : 0 }),
  handle: async (ctx, { body: { domain, limit, dry_run: isDryRun, ...flags } }) => {
    requireUnbound(ctx.caller);
    const order = { domain, limit, pageType: null, isForced: false, flags };
    if (isDryRun) return { status: 200, body: toEstimateBody(await estimateDomainUrls(ctx, order)) };
    const result = await classifyDomainUrls(ctx, order);
    return { status: 200, body: toQueueClassificationBody(result) };
  },
});

const postReclassify = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/domains/reclassify-all',
  summary: 'Queue such pages again, classified or not',
  description: `Those first that were not classified for the longest time. ${WAITING}`,
  body: ReclassifyBody,
  responses: { 200: QueueClassificationResponse },
  failures: ['not_found'],
  subjectOf: ({ body: { domain } }, reply) => ({ domain, queued: 'queued' in reply ? reply.queued : 0 }),
  handle: async (ctx, { body: { domain, limit, page_type: pageType, dry_run: isDryRun, ...flags } }) => {
    requireUnbound(ctx.caller);
    const order = { domain, limit, pageType, isForced: true, flags };
    if (isDryRun) return { status: 200, body: toEstimateBody(await estimateDomainUrls(ctx, order)) };
    const result = await classifyDomainUrls(ctx, order);
    return { status: 200, body: toQueueClassificationBody(result) };
  },
});

const getFailures = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/domains/classification-failures',
  summary: 'What could not be classified after all tries, newest first',
  query: FailuresQuery,
  responses: { 200: FailuresResponse },
  handle: async (ctx, { query: { entity_type: entityType, since, ...page } }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toClassificationFailuresBody(page, await listClassificationFailures(ctx, { ...page, entityType, since })) };
  },
});

export const classificationQueueEndpoints: AppEndpoint[] = [postQueue, postReclassify, getFailures];
