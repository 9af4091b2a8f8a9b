import { readBudgets, updateBudgets, type BudgetChanges, type BudgetLimits } from '#areas/costs/index.ts';
import type { Config } from '#config';
import type { RequestContext } from '#context';
import { countDrained } from '#workflows/drain.ts';
import { listSchedules, type KnownSchedule } from '#workflows/schedule-store.ts';
import { selectSetting, upsertSetting } from './store.ts';

const DRAIN_MODE = 'drain_mode';

export interface AppSettings {
  readonly drainMode: boolean;
  /** Messages that drain mode acknowledged without doing them. */
  readonly drainedCount: number;
  readonly budgets: BudgetLimits;
  readonly isProviderConfigured: boolean;
  readonly isLlmConfigured: boolean;
  readonly schedules: readonly KnownSchedule[];
}

type SettingsContext = Pick<RequestContext, 'postgres' | 'config'>;

/** The flags and budgets that hold now, and what is configured. */
export async function getAppSettings({ postgres, config }: SettingsContext): Promise<AppSettings> {
  const [drainMode, drainedCount, budgets, schedules] = await Promise.all([
    selectSetting(postgres, DRAIN_MODE),
    countDrained(postgres),
    readBudgets(postgres),
    listSchedules(postgres),
  ]);
  return {
    drainMode: drainMode === true,
    drainedCount,
    budgets,
    isProviderConfigured: hasProvider(config),
    isLlmConfigured: hasLlm(config),
    schedules,
  };
}

/** Sets the flags and budgets that are given, and leaves the others. */
export async function updateAppSettings(
  ctx: SettingsContext,
  changes: { drainMode: boolean | undefined; budgets: BudgetChanges | undefined },
): Promise<AppSettings> {
  if (changes.budgets !== undefined) await updateBudgets(ctx, changes.budgets);
  if (changes.drainMode !== undefined) await upsertSetting(ctx.postgres, DRAIN_MODE, changes.drainMode);
  return await getAppSettings(ctx);
}

export function hasProvider({ dataforseo }: Pick<Config, 'dataforseo'>): boolean {
  return dataforseo.login !== undefined && dataforseo.password !== undefined;
}

export function hasLlm({ llm }: Pick<Config, 'llm'>): boolean {
  return llm.baseUrl !== undefined && llm.model !== undefined;
}
