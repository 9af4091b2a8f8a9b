import { describeKeyword } from '#areas/keywords/index.ts';
import { findCanonicalKeyword } from '#areas/research/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { diagnoseRun } from '../diagnostics/diagnose-run.ts';
import { listSchema } from '../diagnostics/list-schema.ts';
import { findCategoryPath, getProviderCategory, listBundledCategories } from '../diagnostics/provider-categories.ts';
import {
  CategoriesQuery,
  CategoriesResponse,
  CategoryQuery,
  CategoryResponse,
  KeywordQuery,
  KeywordResponse,
  SchemaResponse,
  toProviderCategoriesBody,
  toCategoryBody,
  toKeywordBody,
  toSchemaBody,
} from '../wire/diagnostics.ts';
import { RunDiagnosisResponse, DiagnosedRunParams, toRunDiagnosisBody } from '../wire/run-diagnosis.ts';

const common = { spec: '4.12', area: 'operations', access: 'admin', method: 'GET' } as const;

const getKeyword = defineEndpoint({
  ...common,
  path: '/diagnostics/keyword',
  summary: 'What is known of a keyword text, over all places, languages and devices',
  query: KeywordQuery,
  responses: { 200: KeywordResponse },
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    const [tracked, canonical] = await Promise.all([describeKeyword(ctx, query.keyword), findCanonicalKeyword(ctx, query.keyword)]);
    return { status: 200, body: { success: true, keyword: toKeywordBody({ tracked, canonical }, findCategoryPath) } };
  },
});

const getRun = defineEndpoint({
  ...common,
  path: '/diagnostics/run/{runId}',
  summary: 'The whole state of a run, with stack traces',
  description: 'Takes the id of a workflow, a result page, a SERP task, a research run, or a request that spent.',
  params: DiagnosedRunParams,
  responses: { 200: RunDiagnosisResponse },
  handle: async (ctx, { params }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toRunDiagnosisBody(await diagnoseRun(ctx, params.runId)) };
  },
});

const getCategory = defineEndpoint({
  ...common,
  path: '/diagnostics/provider-category',
  summary: "One of the provider's categories of products and services",
  query: CategoryQuery,
  responses: { 200: CategoryResponse },
  failures: ['not_found'],
  handle: (ctx, { query }) => {
    requireUnbound(ctx.caller);
    const category = toCategoryBody(getProviderCategory(query.id));
    return Promise.resolve({
      status: 200,
      body: { success: true, ...category, provider_category_id: category.id, source: 'bundled' as const },
    });
  },
});

const getCategories = defineEndpoint({
  ...common,
  path: '/diagnostics/provider-category/fallback',
  summary: "The provider's categories that come with the service",
  query: CategoriesQuery,
  responses: { 200: CategoriesResponse },
  handle: (ctx, { query }) => {
    requireUnbound(ctx.caller);
    return Promise.resolve({ status: 200, body: toProviderCategoriesBody(listBundledCategories(), query) });
  },
});

const getSchema = defineEndpoint({
  ...common,
  path: '/api/debug/schema',
  summary: 'The tables of both stores and how many columns each has',
  responses: { 200: SchemaResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toSchemaBody(await listSchema(ctx)) };
  },
});

export const diagnosticEndpoints: AppEndpoint[] = [getKeyword, getRun, getCategory, getCategories, getSchema];
