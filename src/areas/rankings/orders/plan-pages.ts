import type { AppContext } from '#context';
import type { SerpCheck } from '../check.ts';
import { findCachedRun } from '../live/plan-check.ts';

/** A keyword of a task by its place in it. */
export interface PlacedCheck {
  readonly place: number;
  readonly check: SerpCheck;
}

/** Keywords that want the same page, the first of them in front. */
export interface WantedPage extends PlacedCheck {
  readonly places: readonly number[];
}

export interface PagePlan {
  readonly toRead: readonly WantedPage[];
  /** Read within the hour. */
  readonly known: readonly (WantedPage & { readonly runId: string })[];
}

/**
 * Each page once, and which of them need not be read.
 * @param readFor a project: pages that were read for other organizations do not count
 */
export async function planPages(
  ctx: Pick<AppContext, 'postgres' | 'clock'>,
  keywords: readonly PlacedCheck[],
  readFor?: string,
): Promise<PagePlan> {
  const groups = Map.groupBy(keywords, ({ check }) => JSON.stringify([check.keywordId, check.engine, check.channel, check.depth]));
  const toRead: WantedPage[] = [];
  const known: (WantedPage & { runId: string })[] = [];
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue;
    const page = { ...first, places: [first.place, ...others.map(({ place }) => place)] };
    const run = await findCachedRun(ctx, first.check, readFor);
    if (run === undefined) toRead.push(page);
    else known.push({ ...page, runId: run.id });
  }
  return { toRead, known };
}
