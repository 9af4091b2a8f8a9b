import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { listClassificationFailures } from '../classification-queue/list-classification-failures.ts';
import { classifyDomainUrls } from '../classification-queue/classify-domain-urls.ts';
import {
  FailuresQuery,
  FailuresResponse,
  QueueClassificationBody,
  QueueClassificationResponse,
  ReclassifyBody,
  toFailuresBody,
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
  subjectOf: (_input, { domain, queued }) => ({ domain, queued }),
  handle: async (ctx, { body: { domain, limit, ...flags } }) => {
    requireUnbound(ctx.caller);
    const result = await classifyDomainUrls(ctx, { domain, limit, pageType: null, isForced: false, flags });
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
  subjectOf: (_input, { domain, queued }) => ({ domain, queued }),
  handle: async (ctx, { body: { domain, limit, page_type: pageType, ...flags } }) => {
    requireUnbound(ctx.caller);
    const result = await classifyDomainUrls(ctx, { domain, limit, pageType, isForced: true, flags });
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
    return { status: 200, body: toFailuresBody(page, await listClassificationFailures(ctx, { ...page, entityType, since })) };
  },
});

export const classificationQueueEndpoints: AppEndpoint[] = [postQueue, postReclassify, getFailures];
