import { defineEndpoint, type AppEndpoint } from '#context';
import { CSV_TYPE, toAttachment } from '#http/csv.ts';
import { toDay } from '#kernel/clock.ts';
import { toListFields } from '#http/paging.ts';
import { listBusinessTypes } from '../entities/list-business-types.ts';
import { listRunClusters } from '../runs/lists/list-run-clusters.ts';
import { listRunKeywords } from '../runs/lists/list-run-keywords.ts';
import { getRawPage, listPagesOfRun } from '../runs/lists/read-run-pages.ts';
import { BusinessTypesResponse, toBusinessTypesBody } from '../wire/business-types.ts';
import { RunParams } from '../wire/fields.ts';
import {
  RunKeywordsCsvQuery,
  RunKeywordsQuery,
  RunKeywordsResponse,
  toKeywordFilter,
  toKeywordOrder,
  toKeywordsCsv,
  toRunKeywordBody,
} from '../wire/run-keywords.ts';
import { RunClustersQuery, RunClustersResponse, RunPageParams, RunPagesResponse, toClusterBody, toPageBody } from '../wire/run-parts.ts';
import { z } from 'zod';

const common = { spec: '4.5', area: 'research', access: 'key', method: 'GET' } as const;

const getKeywords = defineEndpoint({
  ...common,
  path: '/run/{runId}/keywords',
  summary: 'List the keywords of a run, the best first',
  description: 'Those that are kept unless `status` says otherwise; irrelevant ones carry the reason. What is unknown is null.',
  params: RunParams,
  query: RunKeywordsQuery,
  responses: { 200: RunKeywordsResponse },
  handle: async (ctx, { params: { runId }, query }) => {
    const page = { ...toKeywordOrder(query), limit: query.limit, offset: query.offset };
    const { keywords, total } = await listRunKeywords(ctx, toKeywordFilter(runId, query), page);
    return {
      status: 200,
      body: { success: true, run_id: runId, keywords: keywords.map(toRunKeywordBody), ...toListFields(keywords, query, total) },
    };
  },
});

const getKeywordsCsv = defineEndpoint({
  ...common,
  path: '/run/{runId}/keywords.csv',
  summary: 'The keywords of a run as CSV',
  description:
    'All of them in one answer, with the filters of the list. A text that a spreadsheet would run as a formula begins with an apostrophe.',
  params: RunParams,
  query: RunKeywordsCsvQuery,
  contentType: CSV_TYPE,
  responses: { 200: z.string() },
  handle: async (ctx, { params: { runId }, query }) => {
    const page = { ...toKeywordOrder(query), limit: query.limit, offset: query.offset };
    const { keywords } = await listRunKeywords(ctx, toKeywordFilter(runId, query), page);
    return { status: 200, body: toKeywordsCsv(keywords), headers: toAttachment('keywords', runId, toDay(ctx.clock.now())) };
  },
});

const getClusters = defineEndpoint({
  ...common,
  path: '/run/{runId}/clusters',
  summary: 'List the groups of keywords of a run, the most searched first',
  params: RunParams,
  query: RunClustersQuery,
  responses: { 200: RunClustersResponse },
  handle: async (ctx, { params: { runId }, query }) => {
    const { clusters, total } = await listRunClusters(ctx, runId, query);
    return {
      status: 200,
      body: { success: true, run_id: runId, clusters: clusters.map(toClusterBody), ...toListFields(clusters, query, total) },
    };
  },
});

const getPages = defineEndpoint({
  ...common,
  path: '/run/{runId}/pages',
  rows: 'pages',
  summary: 'List the pages that a run has read',
  params: RunParams,
  responses: { 200: RunPagesResponse },
  handle: async (ctx, { params: { runId } }) => {
    const pages = await listPagesOfRun(ctx, runId);
    return { status: 200, body: { success: true, run_id: runId, pages: pages.map(toPageBody), count: pages.length } };
  },
});

const getPage = defineEndpoint({
  ...common,
  path: '/run/{runId}/pages/{number}',
  summary: 'The raw copy of a page that a run has read',
  description: 'The text as it was received, decoded. Never answered as HTML.',
  params: RunPageParams,
  contentType: 'text/plain; charset=utf-8',
  responses: { 200: z.string() },
  handle: async (ctx, { params: { runId, number } }) => ({
    status: 200,
    body: await getRawPage(ctx, runId, number),
    headers: { 'x-content-type-options': 'nosniff' },
  }),
});

const getBusinessTypes = defineEndpoint({
  ...common,
  access: 'admin',
  path: '/admin/business-types',
  summary: 'List the types of businesses',
  responses: { 200: BusinessTypesResponse },
  handle: async (ctx) => ({ status: 200, body: toBusinessTypesBody(await listBusinessTypes(ctx)) }),
});

export const runListEndpoints: AppEndpoint[] = [getKeywords, getKeywordsCsv, getClusters, getPages, getPage, getBusinessTypes];
