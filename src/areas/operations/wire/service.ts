import { z } from 'zod';
import type { Health, HealthCheck } from '#area/health-check.ts';
import type { Setting } from '#area/setting.ts';
import type { RequestContext } from '#context';
import { TIER_LIMITS } from '#http/limits/rate-limit.ts';
import type { AppSettings } from '../app-settings.ts';
import type { ServiceHealth } from '../get-health.ts';
import { readVersion } from '../../../version.ts';

const Check = z.object({
  status: z.enum(['ok', 'degraded', 'down', 'not_configured']),
  latency_ms: z.number().optional(),
  detail: z.string().optional(),
});

export function makeHealthResponse(checks: readonly HealthCheck[]) {
  return z.object({
    status: z.enum(['ok', 'degraded', 'down']),
    version: z.string(),
    uptime_s: z.number(),
    checked_at: z
      .string()
      .meta({ description: 'When this was found: a second ago at most, and longer while a store keeps the next check waiting' }),
    stopping: z
      .boolean()
      .meta({ description: 'Whether this process takes its last requests; then it answers 503, so that others get the next ones' }),
    sandbox: z.boolean().meta({ description: 'Whether every outside source is simulated' }),
    checks: z.object(Object.fromEntries(checks.map(({ name }) => [name, Check]))),
  });
}

export function toHealthBody(
  { status, checks, checkedAt }: ServiceHealth,
  { config, isStopping }: Pick<RequestContext, 'config' | 'isStopping'>,
) {
  return {
    status: isStopping ? ('down' as const) : status,
    version: VERSION,
    uptime_s: Math.round(process.uptime() * 10) / 10,
    checked_at: checkedAt.toISOString(),
    stopping: isStopping,
    sandbox: config.sandbox !== undefined,
    checks: Object.fromEntries([...checks].map(([name, health]) => [name, toCheckBody(health)])),
  };
}

const VERSION = readVersion();

function toCheckBody({ status, latencyMs, detail }: Health): z.infer<typeof Check> {
  return { status, latency_ms: latencyMs, detail };
}

export function makeUpdateConfigBody(settings: readonly Setting[]) {
  return z.object(Object.fromEntries(settings.map(({ name, value, change = value }) => [name, change.optional()])));
}

export function makeConfigResponse(settings: readonly Setting[]) {
  return z.object({
    success: z.boolean(),
    ...Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    drained: z.int().meta({ description: 'Messages that drain mode acknowledged, as far as their state is kept' }),
    provider_configured: z.boolean(),
    llm_configured: z.boolean(),
    rate_limits: z.record(
      z.string(),
      z.object({ per_minute: z.int().nullable(), per_second: z.int().nullable(), burst: z.int().nullable() }),
    ),
    schedules: z.array(z.object({ name: z.string(), cron: z.string(), last_fired_at: z.string().nullable() })),
    version: z.string(),
  });
}

export function toConfigBody(settings: AppSettings) {
  return {
    success: true,
    ...settings.values,
    drained: settings.drainedCount,
    provider_configured: settings.isProviderConfigured,
    llm_configured: settings.isLlmConfigured,
    rate_limits: RATE_LIMITS,
    schedules: settings.schedules.map(({ name, cron, lastFiredAt }) => ({ name, cron, last_fired_at: lastFiredAt?.toISOString() ?? null })),
    version: VERSION,
  };
}

const RATE_LIMITS = {
  ...Object.fromEntries(Object.entries(TIER_LIMITS).map(([tier, limits]) => [tier, toLimitBody(limits)])),
  enterprise: { per_minute: null, per_second: null, burst: null },
};

function toLimitBody({ perMinute, perSecond, burst }: (typeof TIER_LIMITS)['free']) {
  return { per_minute: perMinute, per_second: perSecond ?? null, burst: perSecond ?? perMinute + (burst ?? 0) };
}

export const ClickHouseCheckResponse = z.object({
  status: z.enum(['ok', 'error']),
  clickhouse_connected: z.boolean(),
  sample_query_result: z.array(z.object({ table: z.string(), rows: z.number() })).optional(),
  missing_tables: z.array(z.string()).optional(),
  error: z.string().optional(),
});
export const InitClickHouseResponse = z.object({
  status: z.enum(['ok']),
  tables_created: z.array(z.string()).meta({ description: 'The tables that exist now' }),
  tables_new: z.array(z.string()).meta({ description: 'Those that this call has made' }),
});
export const MigrateResponse = z.object({ success: z.boolean(), applied: z.array(z.string()) });
