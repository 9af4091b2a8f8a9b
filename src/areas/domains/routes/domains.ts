import { requireOrganization } from '#areas/projects/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { DomainParams } from '../fields.ts';
import { getDomainStatus, getDomainSummary, listDomains } from '../records/get-domain-summary.ts';
import { listDomainKeywords } from '../keywords/list-domain-keywords.ts';
import { DomainKeywordsQuery, DomainKeywordsResponse, toDomainKeywordsBody, toRankedKeywordPage } from '../wire/domain-keywords.ts';
import { DomainStatusQuery, DomainStatusResponse, toDomainStatusBody } from '../wire/domain-status.ts';
import {
  DomainsQuery,
  DomainsResponse,
  OrganizationDomainsQuery,
  OrganizationParams,
  OwnDomainsResponse,
  toOwnDomainsBody,
  DomainSummaryResponse,
  toDomainsBody,
  toDomainSummaryBody,
} from '../wire/domains.ts';

const common = { area: 'domains', spec: '4.6', method: 'GET' } as const;

const getSummary = defineEndpoint({
  ...common,
  path: '/api/domains/{domain}/summary',
  summary: 'What is known of a domain in numbers',
  description: 'A count that is not known yet is null; `sources` says where each comes from, and `missing` what was not fetched.',
  access: 'key',
  params: DomainParams,
  responses: { 200: DomainSummaryResponse },
  handle: async (ctx, { params }) => ({ status: 200, body: toDomainSummaryBody(await getDomainSummary(ctx, params.domain)) }),
});

const getKeywords = defineEndpoint({
  ...common,
  path: '/api/domains/{domain}/keywords',
  rows: 'keywords',
  summary: 'What a domain ranks for',
  description: "By the provider's own database, as it was when the domain was last fetched.",
  access: 'key',
  params: DomainParams,
  query: DomainKeywordsQuery,
  responses: { 200: DomainKeywordsResponse },
  handle: async (ctx, { params, query }) => {
    const page = toRankedKeywordPage(query);
    return { status: 200, body: toDomainKeywordsBody(page, await listDomainKeywords(ctx, { ...page, domain: params.domain })) };
  },
});

const getDomains = defineEndpoint({
  ...common,
  path: '/api/admin/domains',
  summary: 'Read the record of a domain, or list the known ones by name',
  description: 'With `domain` its fields stand at the top as well, and the filters do not count.',
  access: 'admin',
  query: DomainsQuery,
  responses: { 200: DomainsResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    const { domain, onboard_status: onboardStatus, data_tier: dataTier, search, limit, offset } = query;
    if (domain !== undefined) {
      const found = { domains: [await getDomainSummary(ctx, domain)], total: 1 };
      return { status: 200, body: toDomainsBody({ limit, offset: 0 }, found, true) };
    }
    const page = { limit, offset };
    return { status: 200, body: toDomainsBody(page, await listDomains(ctx, { ...page, onboardStatus, dataTier, search }), false) };
  },
});

const getStatus = defineEndpoint({
  ...common,
  path: '/api/admin/domains/status',
  summary: 'How far the onboarding of a domain is',
  access: 'admin',
  query: DomainStatusQuery,
  responses: { 200: DomainStatusResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toDomainStatusBody(await getDomainStatus(ctx, query.domain)) };
  },
});

const getOwn = defineEndpoint({
  ...common,
  path: '/api/organizations/{organization_id}/domains',
  rows: 'domains',
  summary: 'Domains of the projects of an organization, by name',
  description:
    'The websites of the projects that the caller sees, competitors among them. Who links to each stands at `GET /api/domains/{domain}/referring-domains`.',
  access: 'key',
  params: OrganizationParams,
  query: OrganizationDomainsQuery,
  responses: { 200: OwnDomainsResponse },
  handle: async (ctx, { params: { organization_id: organizationId }, query }) => {
    await requireOrganization(ctx, organizationId);
    const { onboard_status: onboardStatus, data_tier: dataTier, search, ...page } = query;
    const reader = { ...ctx, caller: { ...ctx.caller, organizationId } };
    return { status: 200, body: toOwnDomainsBody(page, await listDomains(reader, { ...page, onboardStatus, dataTier, search })) };
  },
});

export const domainEndpoints: AppEndpoint[] = [getSummary, getKeywords, getDomains, getStatus, getOwn];
