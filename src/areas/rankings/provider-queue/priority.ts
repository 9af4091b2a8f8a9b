import { SERP_PRIORITIES, type SerpPriority } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { findSetting, upsertSetting } from './store/settings.ts';

const NAME = 'serp_priority';

/** How urgently the provider's queue does checks; `normal` unless an operator said otherwise. */
export async function readSerpPriority(sql: Sql): Promise<SerpPriority> {
  const kept = await findSetting(sql, NAME);
  return SERP_PRIORITIES.find((priority) => priority === kept) ?? 'normal';
}

/** Holds from the next post on, in every process. */
export async function updateSerpPriority(sql: Sql, priority: SerpPriority): Promise<void> {
  await upsertSetting(sql, NAME, priority);
}
