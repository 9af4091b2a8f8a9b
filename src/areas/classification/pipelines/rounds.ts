import { toGroups } from '#kernel/lists.ts';
import { WORKFLOW_THRESHOLDS } from '../engine/stage.ts';
import type { Classified } from './classified.ts';
import { listCosts, type ClassifyOptions } from './options.ts';

/** Items that go through the costly stages together: what a crash can lose is one such group. */
const PER_ROUND = 10;

/**
 * Classifies and keeps items: first all of them by the free stages, so that none is lost whatever happens to the
 * costly ones, then those that are not sure in small groups. When it is repeated after a crash, what was kept comes
 * from the cache.
 * @param keep classifies items and stores what they are, in their order
 */
export async function inRounds<Item>(
  items: readonly Item[],
  options: ClassifyOptions,
  keep: (items: readonly Item[], options: ClassifyOptions) => Promise<readonly Classified[]>,
): Promise<Classified[]> {
  const free = await keep(items, { ...options, skipFetch: true, skipLlm: true, forceLlm: false });
  if (listCosts(options).length === 1) return [...free];
  const results = new Map(items.map((item, at) => [item, free[at] as Classified]));
  const enough = options.thresholds.otherwise;
  const open = items.filter((item) => options.forceLlm === true || (results.get(item)?.confidence ?? 0) < enough);
  for (const group of toGroups(open, PER_ROUND)) {
    const judged = await keep(group, options);
    for (const [at, item] of group.entries()) results.set(item, judged[at] as Classified);
  }
  return [...results.values()];
}

/** Options of a workflow. */
export function forWorkflow(options: Omit<ClassifyOptions, 'thresholds'>): ClassifyOptions {
  return { ...options, thresholds: WORKFLOW_THRESHOLDS };
}
