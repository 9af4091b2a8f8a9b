import { z } from 'zod';
import type { HealthCheck } from '#area/health-check.ts';
import type { Setting } from '#area/setting.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { getAppSettings, updateAppSettings } from '../app-settings.ts';
import { getHealth } from '../get-health.ts';
import { checkClickHouse, initClickHouse, migrateStores } from '../maintain-stores.ts';
import {
  ClickHouseCheckResponse,
  InitClickHouseResponse,
  makeConfigResponse,
  makeHealthResponse,
  makeUpdateConfigBody,
  MigrateResponse,
  toConfigBody,
  toHealthBody,
} from '../wire/service.ts';

const common = { spec: '4.12', area: 'operations' } as const;

const makeGetHealth = (checks: readonly HealthCheck[]) => {
  const Response = makeHealthResponse(checks);
  return defineEndpoint({
    ...common,
    method: 'GET',
    path: '/health',
    summary: 'How the service is',
    description:
      '503 while `down`, and from the first moment of a stop. Without the analytics store the service is `degraded`: rows wait, history is missing. Without the provider too: nothing new is measured. The provider is asked at most once a minute.',
    access: 'open',
    rateLimited: false,
    responses: { 200: Response, 503: Response },
    handle: async (ctx) => {
      const health = await getHealth(ctx, checks);
      const body = toHealthBody(health, ctx);
      return { status: body.status === 'down' ? 503 : 200, body };
    },
  });
};

const getMetrics = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/metrics',
  summary: 'Counters in the text format of Prometheus',
  description: 'Open to this machine itself; from elsewhere it takes an admin key.',
  access: 'local',
  rateLimited: false,
  contentType: 'text/plain; version=0.0.4; charset=utf-8',
  responses: { 200: z.string() },
  handle: async (ctx) => ({ status: 200, body: await ctx.metrics.read() }),
});

const makeGetConfig = (settings: readonly Setting[]) =>
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/admin/config',
    summary: 'Flags, budgets, limits and schedules',
    access: 'admin',
    responses: { 200: makeConfigResponse(settings) },
    handle: async (ctx) => {
      requireUnbound(ctx.caller);
      return { status: 200, body: toConfigBody(await getAppSettings(ctx, settings)) };
    },
  });

const makePutConfig = (settings: readonly Setting[]) =>
  defineEndpoint({
    ...common,
    method: 'PUT',
    path: '/api/admin/config',
    summary: 'Set drain mode and budgets',
    access: 'admin',
    body: makeUpdateConfigBody(settings),
    refusesUnknown: true,
    responses: { 200: makeConfigResponse(settings) },
    subjectOf: ({ body }) => ({ changes: body }),
    handle: async (ctx, { body }) => {
      requireUnbound(ctx.caller);
      return { status: 200, body: toConfigBody(await updateAppSettings(ctx, settings, body)) };
    },
  });

const testClickHouse = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/test/clickhouse',
  summary: 'Whether the analytics store answers and has its tables',
  access: 'admin',
  responses: { 200: ClickHouseCheckResponse, 503: ClickHouseCheckResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    const check = await checkClickHouse(ctx);
    if (!check.isConnected) return { status: 503, body: { status: 'error' as const, clickhouse_connected: false, error: check.error } };
    return {
      status: 200,
      body: {
        status: check.missing.length === 0 ? ('ok' as const) : ('error' as const),
        clickhouse_connected: true,
        sample_query_result: check.tables.map(({ name, rows }) => ({ table: name, rows })),
        missing_tables: [...check.missing],
      },
    };
  },
});

const initEndpoint = (method: 'GET' | 'POST') =>
  defineEndpoint({
    ...common,
    method,
    path: '/init/clickhouse',
    summary: 'Make the analytics tables that are missing',
    access: 'admin',
    audited: true,
    ...(method === 'GET' ? { refusesSessions: true } : {}),
    responses: { 200: InitClickHouseResponse },
    handle: async (ctx) => {
      requireUnbound(ctx.caller);
      const { tables, created } = await initClickHouse(ctx);
      return { status: 200, body: { status: 'ok' as const, tables_created: tables, tables_new: created } };
    },
  });

const postMigrate = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/migrate',
  summary: 'Bring both stores to the newest schema',
  access: 'admin',
  responses: { 200: MigrateResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: { success: true, applied: await migrateStores(ctx) } };
  },
});

export interface ServiceLists {
  readonly healthChecks: readonly HealthCheck[];
  readonly settings: readonly Setting[];
}

export function makeServiceEndpoints({ healthChecks, settings }: ServiceLists): AppEndpoint[] {
  return [
    makeGetHealth(healthChecks),
    getMetrics,
    makeGetConfig(settings),
    makePutConfig(settings),
    testClickHouse,
    initEndpoint('GET'),
    initEndpoint('POST'),
    postMigrate,
  ];
}
