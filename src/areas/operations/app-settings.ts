import type { Setting } from '#area/setting.ts';
import type { Config } from '#config';
import type { RequestContext } from '#context';
import { countDrained } from '#workflows/queues/drain.ts';
import { listSchedules, type KnownSchedule } from '#workflows/dbos/read/schedules.ts';

export interface AppSettings {
  /** By the names of the settings. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Messages that drain mode acknowledged without doing them. */
  readonly drainedCount: number;
  readonly isProviderConfigured: boolean;
  readonly isLlmConfigured: boolean;
  readonly schedules: readonly KnownSchedule[];
}

type SettingsContext = Pick<RequestContext, 'postgres' | 'searchData'> & { readonly config: Config };

/** The settings that hold now, and what is configured. */
export async function getAppSettings(
  { postgres, config, searchData }: SettingsContext,
  settings: readonly Setting[],
): Promise<AppSettings> {
  const [values, drainedCount, schedules] = await Promise.all([
    Promise.all(settings.map(async (setting) => [setting.name, await setting.read(postgres)] as const)),
    countDrained(postgres),
    listSchedules(postgres),
  ]);
  return {
    values: Object.fromEntries(values),
    drainedCount,
    isProviderConfigured: searchData.isConfigured,
    isLlmConfigured: hasLlm(config),
    schedules,
  };
}

/** Sets all that is given, or nothing, and leaves the rest. */
export async function updateAppSettings(
  ctx: SettingsContext,
  settings: readonly Setting[],
  changes: Readonly<Record<string, unknown>>,
): Promise<AppSettings> {
  await ctx.postgres.transaction(async (tx) => {
    for (const setting of settings) {
      const change = changes[setting.name];
      if (change !== undefined) await setting.update(tx, change as never);
    }
  });
  return await getAppSettings(ctx, settings);
}

function hasLlm({ llm }: Pick<Config, 'llm'>): boolean {
  return llm.baseUrl !== undefined && llm.model !== undefined;
}
