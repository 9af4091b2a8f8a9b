import { defineEndpoint, type AppEndpoint } from '#context';
import { getDomainMetrics, listCategoryMetrics } from '../reports/get-domain-metrics.ts';
import { getTopDomains } from '../reports/get-top-domains.ts';
import { DomainMetricsQuery, DomainMetricsResponse, toMetricsBody } from '../wire/reports/domain-metrics.ts';
import { toTopDomainsBody, TopDomainsQuery, TopDomainsResponse } from '../wire/reports/top-domains.ts';

/** Endpoints over the domains that stand in stored results. */
export const domainEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/domain-metrics',
    rows: 'domains',
    spec: '4.6',
    area: 'domains',
    summary: 'How a domain stands in the organic results that were read, or which domains stand best in a category',
    description:
      'Counts the keywords that were checked in the span, by their newest results; trends compare with the oldest ones. A key that is bound counts its own keywords only. ' +
      'With `category_id`: the domains that stand in the results of the keywords that the provider has put into the category.',
    access: 'key',
    query: DomainMetricsQuery,
    responses: { 200: DomainMetricsResponse },
    handle: async (ctx, { query }) => {
      const { domain, category_id: categoryId, start_date: startDate, end_date: endDate, limit } = query;
      if (domain === undefined)
        return { status: 200, body: toMetricsBody(await listCategoryMetrics(ctx, { categoryId: categoryId ?? 0, limit }), false) };
      return { status: 200, body: toMetricsBody(await getDomainMetrics(ctx, domain, { startDate, endDate }), true) };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/top-domains',
    spec: '4.6',
    area: 'domains',
    summary: 'The domains that stand in the results of the most keywords',
    description:
      'By the newest organic results of each keyword that were read in the last 38 days. A key that is bound counts its own keywords only, and gets the links of its own domains.',
    access: 'key',
    query: TopDomainsQuery,
    responses: { 200: TopDomainsResponse },
    failures: ['not_found'],
    handle: async (ctx, { query }) => {
      const { project_id: projectId, location_code: locationCode, ...page } = query;
      return { status: 200, body: toTopDomainsBody(page, await getTopDomains(ctx, { ...page, projectId, locationCode })) };
    },
  }),
];
