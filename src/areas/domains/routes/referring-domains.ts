import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { estimateReferringFetch, fetchReferringDomains } from '../links/fetch-referring-domains.ts';
import { listLinkChanges } from '../links/list-link-changes.ts';
import { listReferringDomains } from '../links/list-referring-domains.ts';
import { estimateLinkRelay, relayLinks } from '../links/relay-links.ts';
import { LinkChangesQuery, LinkChangesResponse, toLinkChangesBody } from '../wire/link-changes.ts';
import {
  LinkRelayBody,
  LinkRelayResponse,
  ReferringFetchBody,
  ReferringFetchEstimate,
  ReferringFetchResponse,
  ReferringListQuery,
  ReferringListResponse,
  toReferringEstimateBody,
  toReferringFetchBody,
  toReferringListBody,
  toReferringPage,
} from '../wire/referring-domains.ts';

const admin = { area: 'domains', spec: '4.6', access: 'admin' } as const;
const spending = { ...admin, method: 'POST', spends: true, failures: ['not_configured', 'provider_failed', 'payment_required'] } as const;

const postFetch = defineEndpoint({
  ...spending,
  path: '/api/admin/referring-domains/fetch',
  summary: 'Fetch a page of the domains that link to a target, and store it',
  description:
    'Asks for the classification of those that are new. With `status: all` and `since` what has gone becomes known as well. A target that is not known yet gets a record.',
  body: ReferringFetchBody,
  responses: { 200: ReferringFetchResponse.or(ReferringFetchEstimate) },
  subjectOf: ({ body: { target, dry_run } }) => ({ target, dry_run }),
  handle: async (ctx, { body: { dry_run: isDryRun, since, ...rest } }) => {
    requireUnbound(ctx.caller);
    const order = { ...rest, since };
    if (isDryRun) return { status: 200, body: toReferringEstimateBody(order.target, estimateReferringFetch(ctx, order)) };
    const done = await fetchReferringDomains(ctx, order);
    return { status: 200, body: toReferringFetchBody(order, done), spent: { costUsd: done.costUsd, isCached: false } };
  },
});

const getList = defineEndpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/referring-domains/list',
  summary: 'List the stored domains that link to a target, the highest rank first',
  query: ReferringListQuery,
  responses: { 200: ReferringListResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toReferringListBody(query, await listReferringDomains(ctx, toReferringPage(query))) };
  },
});

const getChanges = defineEndpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/referring-domains/changes',
  summary: 'New and lost referring domains and links',
  description:
    '`counts` say what the provider counts over the whole profile, in the time that was looked at: `look` names it, and a count of no such time is null. The lists have what is stored, newest first; `knowledge` says how much that is.',
  query: LinkChangesQuery,
  responses: { 200: LinkChangesResponse },
  failures: ['not_found'],
  handle: async (ctx, { query: { target, since, limit, offset } }) => {
    requireUnbound(ctx.caller);
    const page = { limit, offset };
    return { status: 200, body: toLinkChangesBody(page, await listLinkChanges(ctx, { target, since, ...page })) };
  },
});

const postDebug = defineEndpoint({
  ...spending,
  path: '/api/admin/referring-domains/debug',
  summary: "Ask the provider's index of links about a target",
  description: 'Answers what the provider answers, unchanged, errors too. Budgets hold, and the cost is booked.',
  body: LinkRelayBody,
  responses: { 200: LinkRelayResponse.or(ReferringFetchEstimate) },
  subjectOf: ({ body: { target, endpoint, dry_run } }) => ({ target, endpoint, dry_run }),
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    if (body.dry_run) return { status: 200, body: toReferringEstimateBody(body.target, estimateLinkRelay(ctx, body)) };
    const { answer, costUsd } = await relayLinks(ctx, body);
    return { status: 200, body: answer as Record<string, unknown>, spent: { costUsd, isCached: false } };
  },
});

export const referringDomainEndpoints: AppEndpoint[] = [postFetch, getList, getChanges, postDebug];
