import { SERP_PRIORITIES, type SerpPriority } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { findSetting, upsertSetting } from './store.ts';

const NAME = 'serp_priority';

/** The priority of posts to the provider's queue; `normal` unless an operator changed it. */
export async function readSerpPriority(sql: Sql): Promise<SerpPriority> {
  const kept = await findSetting(sql, NAME);
  return SERP_PRIORITIES.find((priority) => priority === kept) ?? 'normal';
}

/** Takes effect from the next post on, in every process. */
export async function updateSerpPriority(sql: Sql, priority: SerpPriority): Promise<void> {
  await upsertSetting(sql, NAME, priority);
}
