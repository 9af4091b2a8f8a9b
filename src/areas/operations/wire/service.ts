import { z } from 'zod';
import { BudgetChanges, BudgetLimits } from '#areas/costs/index.ts';
import type { Config } from '#config';
import { integerField } from '#http/fields.ts';
import { TIER_LIMITS } from '#http/rate-limit.ts';
import { SERP_PRIORITIES } from '#providers/search-data/index.ts';
import type { AppSettings, SettingsChanges } from '../app-settings.ts';
import { CHECK_NAMES, type Health, type HealthCheck } from '../get-health.ts';
import { readVersion } from '../../../version.ts';

const Check = z.object({
  status: z.enum(['ok', 'degraded', 'down', 'not_configured']),
  latency_ms: z.number().optional(),
  detail: z.string().optional(),
});

export const HealthResponse = z.object({
  status: z.enum(['ok', 'degraded', 'down']),
  version: z.string(),
  uptime_s: z.number(),
  sandbox: z.boolean().meta({ description: 'Whether every outside source is simulated' }),
  checks: z.object(Object.fromEntries(CHECK_NAMES.map((name) => [name, Check]))),
});

export function toHealthBody({ status, checks }: Health, config: Pick<Config, 'sandbox'>): z.infer<typeof HealthResponse> {
  return {
    status,
    version: VERSION,
    uptime_s: Math.round(process.uptime() * 10) / 10,
    sandbox: config.sandbox !== undefined,
    checks: Object.fromEntries(CHECK_NAMES.map((name) => [name, toCheckBody(checks[name])])),
  };
}

const VERSION = readVersion();

function toCheckBody({ status, latencyMs, detail }: HealthCheck): z.infer<typeof Check> {
  return { status, latency_ms: latencyMs, detail };
}

const AUDIT_DAYS_MAX = 3_650;

export const UpdateConfigBody = z.object({
  drain_mode: z.boolean().optional().meta({ description: 'While on, messages are acknowledged without being processed' }),
  serp_priority: z
    .enum(SERP_PRIORITIES)
    .optional()
    .meta({ description: "How urgently the provider's queue does checks; `high` costs double" }),
  audit_retention_days: integerField({ min: 1, max: AUDIT_DAYS_MAX })
    .optional()
    .meta({ description: 'For how many days the audit log keeps its entries' }),
  budgets: BudgetChanges.optional().meta({ description: 'Only what is named changes' }),
});

export const ConfigResponse = z.object({
  success: z.boolean(),
  drain_mode: z.boolean(),
  drained: z.int().meta({ description: 'Messages that drain mode acknowledged, as far as their state is kept' }),
  provider_configured: z.boolean(),
  llm_configured: z.boolean(),
  serp_priority: z.enum(SERP_PRIORITIES),
  audit_retention_days: z.int(),
  budgets: BudgetLimits,
  rate_limits: z.record(
    z.string(),
    z.object({ per_minute: z.int().nullable(), per_second: z.int().nullable(), burst: z.int().nullable() }),
  ),
  schedules: z.array(z.object({ name: z.string(), cron: z.string(), last_fired_at: z.string().nullable() })),
  version: z.string(),
});

export function toSettingsChanges(body: z.infer<typeof UpdateConfigBody>): SettingsChanges {
  return {
    drainMode: body.drain_mode,
    budgets: body.budgets,
    serpPriority: body.serp_priority,
    auditRetentionDays: body.audit_retention_days,
  };
}

export function toConfigBody(settings: AppSettings): z.infer<typeof ConfigResponse> {
  return {
    success: true,
    drain_mode: settings.drainMode,
    drained: settings.drainedCount,
    provider_configured: settings.isProviderConfigured,
    llm_configured: settings.isLlmConfigured,
    serp_priority: settings.serpPriority,
    audit_retention_days: settings.auditRetentionDays,
    budgets: settings.budgets,
    rate_limits: RATE_LIMITS,
    schedules: settings.schedules.map(({ name, cron, lastFiredAt }) => ({ name, cron, last_fired_at: lastFiredAt?.toISOString() ?? null })),
    version: VERSION,
  };
}

const RATE_LIMITS = {
  ...Object.fromEntries(Object.entries(TIER_LIMITS).map(([tier, limits]) => [tier, toLimitBody(limits)])),
  enterprise: { per_minute: null, per_second: null, burst: null },
};

function toLimitBody({ perMinute, perSecond, allowance }: (typeof TIER_LIMITS)['free']) {
  return { per_minute: perMinute, per_second: perSecond ?? null, burst: perSecond ?? perMinute + (allowance ?? 0) };
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
