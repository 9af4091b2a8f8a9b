import type { AppContext } from '#context';
import { toGroups } from '#kernel/lists.ts';
import { WORKFLOW_THRESHOLDS } from '../engine/stage.ts';
import { readPageService } from '../settings.ts';
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
  ctx: Pick<AppContext, 'postgres' | 'searchData'>,
  { items, options }: { readonly items: readonly Item[]; readonly options: ClassifyOptions },
  keep: (items: readonly Item[], options: ClassifyOptions) => Promise<readonly Classified[]>,
): Promise<Classified[]> {
  const free = await keep(items, { ...options, skipFetch: true, skipLlm: true, forceLlm: false });
  if (listCosts(options).length === 1) return [...free];
  const results = new Map(items.map((item, at) => [item, free[at] as Classified]));
  const enough = options.thresholds.otherwise;
  const listOpen = (): Item[] => items.filter((item) => options.forceLlm === true || (results.get(item)?.confidence ?? 0) < enough);
  const keepGroups = async (size: number, allowed: ClassifyOptions): Promise<void> => {
    for (const group of toGroups(listOpen(), size)) {
      const judged = await keep(group, allowed);
      for (const [at, item] of group.entries()) results.set(item, judged[at] as Classified);
    }
  };
  // What the page service reads stays in the cache of pages, so a crash loses none of it: as many go together as it takes.
  const isAsked = options.skipFetch !== true && (await readPageService(ctx.postgres)) !== 'off';
  const paid = new Map<string, number>();
  if (isAsked) await keepGroups(ctx.searchData.pagesPerBatch, { ...options, skipLlm: true, forceLlm: false, paid });
  if (!isAsked || options.skipLlm !== true) await keepGroups(PER_ROUND, { ...options, areShellsAsked: isAsked, paid });
  return [...results.values()];
}

/** Options of a workflow. */
export function forWorkflow(options: Omit<ClassifyOptions, 'thresholds'>): ClassifyOptions {
  return { ...options, thresholds: WORKFLOW_THRESHOLDS };
}
