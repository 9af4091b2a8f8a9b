import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { CSV_TYPE, toAttachment } from '#http/csv.ts';
import { toDay } from '#kernel/clock.ts';
import { toListStorefront } from '../choose-storefront.ts';
import { describeCatalogue } from '../describe-catalogue.ts';
import { listCategories, listChildCategories } from '../list-categories.ts';
import { listTopApps } from '../list-top-apps.ts';
import {
  CatalogueQuery,
  CatalogueResponse,
  CategoriesQuery,
  CategoriesResponse,
  ChildCategoriesQuery,
  ChildCategoriesResponse,
  toCatalogueBody,
  toAppCategoriesBody,
  toCategoryQuestion,
} from '../wire/categories.ts';
import { toTopAppsBody, toTopAppsCsv, toTopAppsQuestion, TopAppsQuery, TopAppsResponse } from '../wire/top-apps.ts';

const common = { area: 'apps', spec: '4.8', method: 'GET', access: 'key' } as const;

const getTopApps = defineEndpoint({
  ...common,
  path: '/api/top-apps',
  summary: 'The top of a chart or editorial list',
  description:
    'As it was last read, or last read in a week. Without `category_id` it is the chart of the section, or of the whole store; ' +
    'where that was never read, all charts of the section together, each app at its best place.',
  query: TopAppsQuery,
  responses: { 200: TopAppsResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    const question = toTopAppsQuestion(query, await toListStorefront(ctx, query));
    const page = { limit: query.limit, offset: query.offset };
    return { status: 200, body: toTopAppsBody({ ...question, ...page }, await listTopApps(ctx, { ...question, ...page })) };
  },
});

const getTopAppsCsv = defineEndpoint({
  ...common,
  path: '/api/top-apps.csv',
  summary: 'The top of a chart or editorial list as CSV',
  query: TopAppsQuery,
  contentType: CSV_TYPE,
  responses: { 200: z.string() },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    const question = toTopAppsQuestion(query, await toListStorefront(ctx, query));
    const found = await listTopApps(ctx, { ...question, limit: query.limit, offset: query.offset });
    return {
      status: 200,
      body: toTopAppsCsv(question, found),
      headers: toAttachment('top-apps', question.platform, toDay(ctx.clock.now())),
    };
  },
});

const getCategories = defineEndpoint({
  ...common,
  path: '/api/app-store/categories',
  summary: 'The categories of a store: genres, hubs, rooms, stories',
  description: 'By section, type and name. Genres and landing pages are known beforehand; hubs, rooms and stories come from crawls.',
  query: CategoriesQuery,
  responses: { 200: CategoriesResponse },
  handle: async (ctx, { query }) => {
    const question = toCategoryQuestion(query, await toListStorefront(ctx, query));
    return { status: 200, body: toAppCategoriesBody(question, await listCategories(ctx, question)) };
  },
});

const getChildren = defineEndpoint({
  ...common,
  path: '/api/app-store/child-categories',
  summary: 'The categories below another one',
  query: ChildCategoriesQuery,
  responses: { 200: ChildCategoriesResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    const question = { ...toCategoryQuestion(query, await toListStorefront(ctx, query)), parentId: query.parent_id };
    const found = await listChildCategories(ctx, question);
    return { status: 200, body: { ...toAppCategoriesBody(question, found), parent_id: query.parent_id } };
  },
});

const debugCatalogue = defineEndpoint({
  ...common,
  access: 'admin',
  path: '/api/app-store/catalog/debug',
  summary: 'How the tree of categories stands',
  query: CatalogueQuery,
  responses: { 200: CatalogueResponse },
  handle: async (ctx, { query }) => {
    const storefront = await toListStorefront(ctx, query);
    return { status: 200, body: toCatalogueBody(storefront, await describeCatalogue(ctx, storefront)) };
  },
});

export const categoryEndpoints: AppEndpoint[] = [getTopApps, getTopAppsCsv, getCategories, getChildren, debugCatalogue];
