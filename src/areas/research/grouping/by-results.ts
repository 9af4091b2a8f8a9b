/** How many of the first ten organic results two keywords share when one page can serve both. */
export const SHARED_URLS_MIN = 3;

/**
 * Puts keywords together that show the same pages. The most important keyword that is left takes all that share enough
 * results with it: each keyword is compared with the middle of its cluster, so that chains of neighbours do not join
 * subjects that have nothing in common.
 * @param pages result addresses of each keyword, the most important keyword first
 * @returns places in `pages`, the middle first
 */
export function groupByResults(pages: readonly (readonly string[])[]): number[][] {
  const placesByUrl = new Map<string, number[]>();
  pages.forEach((urls, place) => {
    for (const url of new Set(urls)) {
      const places = placesByUrl.get(url);
      if (places === undefined) placesByUrl.set(url, [place]);
      else places.push(place);
    }
  });
  const taken = new Uint8Array(pages.length);
  return pages.flatMap((urls, place) => {
    if (taken[place] === 1) return [];
    const group = [place, ...listSharing(urls, place, { placesByUrl, taken })];
    for (const member of group) taken[member] = 1;
    return [group];
  });
}

interface ResultIndex {
  readonly placesByUrl: ReadonlyMap<string, readonly number[]>;
  readonly taken: Uint8Array;
}

function listSharing(urls: readonly string[], of: number, { placesByUrl, taken }: ResultIndex): number[] {
  const shared = new Map<number, number>();
  for (const url of new Set(urls)) {
    for (const place of placesByUrl.get(url) ?? []) if (place !== of && taken[place] === 0) shared.set(place, (shared.get(place) ?? 0) + 1);
  }
  return [...shared].filter(([, count]) => count >= SHARED_URLS_MIN).map(([place]) => place);
}
