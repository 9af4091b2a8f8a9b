import { readBudgets, updateBudgets, type BudgetChanges, type BudgetLimits } from '#areas/costs/index.ts';
import type { Config } from '#config';
import type { RequestContext } from '#context';
import { readSerpPriority, updateSerpPriority } from '#areas/rankings/index.ts';
import type { SerpPriority } from '#providers/search-data/index.ts';
import { countDrained } from '#workflows/drain.ts';
import { listSchedules, type KnownSchedule } from '#workflows/schedule-store.ts';
import { AUDIT_RETENTION, readAuditRetention } from './audit/prune-audit.ts';
import { findAppSetting, upsertSetting } from './store/keys-and-settings.ts';

const DRAIN_MODE = 'drain_mode';

export interface AppSettings {
  readonly drainMode: boolean;
  /** Messages that drain mode acknowledged without doing them. */
  readonly drainedCount: number;
  readonly budgets: BudgetLimits;
  readonly serpPriority: SerpPriority;
  /** For how many days the audit log keeps its entries. */
  readonly auditRetentionDays: number;
  readonly isProviderConfigured: boolean;
  readonly isLlmConfigured: boolean;
  readonly schedules: readonly KnownSchedule[];
}

/** What is given changes, the rest stays. */
export interface SettingsChanges {
  readonly drainMode: boolean | undefined;
  readonly budgets: BudgetChanges | undefined;
  readonly serpPriority: SerpPriority | undefined;
  readonly auditRetentionDays: number | undefined;
}

type SettingsContext = Pick<RequestContext, 'postgres' | 'config'>;

/** The flags and budgets that hold now, and what is configured. */
export async function getAppSettings({ postgres, config }: SettingsContext): Promise<AppSettings> {
  const [drainMode, drainedCount, budgets, serpPriority, auditRetentionDays, schedules] = await Promise.all([
    findAppSetting(postgres, DRAIN_MODE),
    countDrained(postgres),
    readBudgets(postgres),
    readSerpPriority(postgres),
    readAuditRetention({ postgres }),
    listSchedules(postgres),
  ]);
  return {
    drainMode: drainMode === true,
    drainedCount,
    budgets,
    serpPriority,
    auditRetentionDays,
    isProviderConfigured: hasProvider(config),
    isLlmConfigured: hasLlm(config),
    schedules,
  };
}

/** Sets the flags and budgets that are given, and leaves the others. */
export async function updateAppSettings(ctx: SettingsContext, changes: SettingsChanges): Promise<AppSettings> {
  if (changes.budgets !== undefined) await updateBudgets(ctx, changes.budgets);
  if (changes.drainMode !== undefined) await upsertSetting(ctx.postgres, DRAIN_MODE, changes.drainMode);
  if (changes.serpPriority !== undefined) await updateSerpPriority(ctx.postgres, changes.serpPriority);
  if (changes.auditRetentionDays !== undefined) await upsertSetting(ctx.postgres, AUDIT_RETENTION, changes.auditRetentionDays);
  return await getAppSettings(ctx);
}

export function hasProvider({ dataforseo }: Pick<Config, 'dataforseo'>): boolean {
  return dataforseo.login !== undefined && dataforseo.password !== undefined;
}

export function hasLlm({ llm }: Pick<Config, 'llm'>): boolean {
  return llm.baseUrl !== undefined && llm.model !== undefined;
}
