import { z } from 'zod';
import { hostField } from '#areas/domains/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { browseUrls, sampleUnsureUrls } from '../records/browse-urls.ts';
import { getClassifierStatistics, getDomainStatistics, getStatistics } from '../records/get-statistics.ts';
import { listOwnPages } from '../targets/list-own-pages.ts';
import { TargetPagesQuery, TargetPagesResponse, toTargetPagesBody } from '../wire/target-pages.ts';
import { BulkLoadQuery, LoadResponse, toLoadBody } from '../wire/learning.ts';
import {
  BrowseQuery,
  ClassifierStatsResponse,
  DomainStatsResponse,
  SamplesQuery,
  StatisticsQuery,
  StatisticsResponse,
  toClassifierStatsBody,
  toDomainStatsBody,
  toStatisticsBody,
  toUrlListBody,
  toUrlPage,
  UrlListResponse,
} from '../wire/statistics.ts';

const common = { area: 'classification', spec: '4.7', access: 'admin' } as const;

const getDomainStats = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/classifier/domain-stats',
  summary: 'What known domains were classified as',
  responses: { 200: DomainStatsResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toDomainStatsBody(await getDomainStatistics(ctx)) };
  },
});

const getStats = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/classifier/stats',
  summary: 'The classifier at a glance: what it classified, what it knows, what people said of it',
  responses: { 200: ClassifierStatsResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toClassifierStatsBody(await getClassifierStatistics(ctx)) };
  },
});

const getClassificationStats = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/classification-stats',
  summary: 'How much of the known pages and domains is classified, how surely, and as what',
  query: StatisticsQuery,
  responses: { 200: StatisticsResponse },
  failures: ['not_found'],
  handle: async (ctx, { query: { source, domain_id: domainId } }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toStatisticsBody(await getStatistics(ctx, { source, domainId })) };
  },
});

const getSamples = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/classifier/url-samples',
  summary: 'Pages whose labels are unsure, the least sure first',
  query: SamplesQuery,
  responses: { 200: UrlListResponse },
  handle: async (ctx, { query: { max_confidence: confidenceMax, ...page } }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toUrlListBody(page, await sampleUnsureUrls(ctx, { confidenceMax, ...page })) };
  },
});

const getBrowse = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/urls/browse',
  summary: 'Browse known pages by what they were classified as',
  query: BrowseQuery,
  responses: { 200: UrlListResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toUrlListBody(query, await browseUrls(ctx, toUrlPage(query))) };
  },
});

/** Free, and by rules: what links and keywords bring visitors to. */
const getOwnPages = defineEndpoint({
  method: 'GET',
  area: 'classification',
  spec: '2.10',
  access: 'key',
  path: '/api/domains/{domain}/pages',
  rows: 'pages',
  summary: 'Own pages that links lead to or that rank, and what they are to their owner',
  description: 'Those with the most links first. They are looked through after an onboarding and every night; `judged_at` says when.',
  params: z.object({ domain: hostField() }),
  query: TargetPagesQuery,
  responses: { 200: TargetPagesResponse },
  handle: async (ctx, { params: { domain }, query }) => {
    const { money_pages: moneyPages, target_page_type: type, target_page_category: category, ...page } = query;
    const found = await listOwnPages(ctx, { domain, moneyPages, type, category }, page);
    return { status: 200, body: toTargetPagesBody(page, found) };
  },
});

/** Examples are embedded, so the models come with them. */
async function loadExampleVerbs() {
  return await import('../similarity/load-examples.ts');
}

const postInit = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/classifier/init-vectorize',
  summary: 'Put the examples that ship with the service into the similarity index',
  description: 'A second call changes nothing.',
  responses: { 200: LoadResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    const { loadSeedExamples } = await loadExampleVerbs();
    return { status: 200, body: toLoadBody(await loadSeedExamples(ctx)) };
  },
});

const postBulkLoad = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/classifier/bulk-load-vectorize',
  summary: 'Put classified domains into the similarity index, the surest first',
  query: BulkLoadQuery,
  responses: { 200: LoadResponse },
  subjectOf: ({ query: { min_confidence } }, { loaded }) => ({ min_confidence, loaded }),
  handle: async (ctx, { query: { min_confidence: confidenceMin, limit } }) => {
    requireUnbound(ctx.caller);
    const { loadClassifiedDomains } = await loadExampleVerbs();
    return { status: 200, body: toLoadBody(await loadClassifiedDomains(ctx, { confidenceMin, limit })) };
  },
});

export const statisticsEndpoints: AppEndpoint[] = [
  getDomainStats,
  getStats,
  getClassificationStats,
  getSamples,
  getBrowse,
  getOwnPages,
  postInit,
  postBulkLoad,
];
