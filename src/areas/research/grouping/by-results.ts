/** How many of the first ten organic results two keywords share when one page can serve both. */
export const SHARED_URLS_MIN = 3;

/**
 * Puts keywords together that show the same pages. The most important keyword that is left takes all that share enough
 * results with it: each keyword is compared with the middle of its cluster, so that chains of neighbours do not join
 * subjects that have nothing in common.
 * @param pages result addresses of each keyword, the most important keyword first
 * @returns indexes in `pages`, the middle first
 */
export function groupByResults(pages: readonly (readonly string[])[]): number[][] {
  const indexesByUrl = new Map<string, number[]>();
  pages.forEach((urls, index) => {
    for (const url of new Set(urls)) {
      const indexes = indexesByUrl.get(url);
      if (indexes === undefined) indexesByUrl.set(url, [index]);
      else indexes.push(index);
    }
  });
  const taken = new Uint8Array(pages.length);
  return pages.flatMap((urls, index) => {
    if (taken[index] === 1) return [];
    const group = [index, ...listSharing(urls, index, { indexesByUrl, taken })];
    for (const member of group) taken[member] = 1;
    return [group];
  });
}

interface ResultIndex {
  readonly indexesByUrl: ReadonlyMap<string, readonly number[]>;
  readonly taken: Uint8Array;
}

function listSharing(urls: readonly string[], of: number, { indexesByUrl, taken }: ResultIndex): number[] {
  const shared = new Map<number, number>();
  for (const url of new Set(urls)) {
    for (const index of indexesByUrl.get(url) ?? [])
      if (index !== of && taken[index] === 0) shared.set(index, (shared.get(index) ?? 0) + 1);
  }
  return [...shared].filter(([, count]) => count >= SHARED_URLS_MIN).map(([index]) => index);
}
