import type { AppContext } from '#context';
import type { SerpCheck } from '../check.ts';
import { findCachedRuns } from '../live/cached-runs.ts';

/** A keyword of a task by its index in it. */
export interface IndexedCheck {
  readonly index: number;
  readonly check: SerpCheck;
}

/** Keywords that want the same page, the first of them in front. */
export interface WantedPage extends IndexedCheck {
  readonly indexes: readonly number[];
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
  keywords: readonly IndexedCheck[],
  readFor?: string,
): Promise<PagePlan> {
  const groups = Map.groupBy(keywords, ({ check }) => JSON.stringify([check.keywordId, check.engine, check.channel, check.depth]));
  const pages = [...groups.values()].flatMap(([first, ...others]): WantedPage[] =>
    first === undefined ? [] : [{ ...first, indexes: [first.index, ...others.map(({ index }) => index)] }],
  );
  const checks = pages.map(({ check }) => check);
  const runs = await findCachedRuns(
    ctx,
    checks,
    checks.map(() => readFor),
  );
  return {
    toRead: pages.filter((_page, at) => runs[at] === undefined),
    known: pages.flatMap((page, at) => {
      const run = runs[at];
      return run === undefined ? [] : [{ ...page, runId: run.id }];
    }),
  };
}
