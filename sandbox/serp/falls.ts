import type { SerpQuery } from './query.ts';
import type { RankedPage } from './ranking.ts';

/** A site that loses places for some keywords from a day on. */
export interface Fall {
  readonly domain: string;
  /** Normalized. */
  readonly keywords: ReadonlySet<string>;
  readonly places: number;
  /** Days since 1970: the first one, and the first one without it. */
  readonly from: number;
  readonly until: number;
}

/** The organic results with the falls that hold on the day of the query. What would stand below the last result is gone. */
export function applyFalls(ranked: readonly RankedPage[], query: SerpQuery, falls: readonly Fall[]): readonly RankedPage[] {
  const places = new Map<string, number>();
  for (const fall of falls) {
    if (fall.keywords.has(query.facts.text) && query.day >= fall.from && query.day < fall.until)
      places.set(fall.domain, (places.get(fall.domain) ?? 0) + fall.places);
  }
  if (places.size === 0) return ranked;
  const fallen = ranked.map((page, at) => ({ page, at, lost: places.get(page.site.domain) ?? 0 }));
  const others = fallen.filter(({ lost }) => lost === 0).map(({ page }) => page);
  for (const { page, at, lost } of fallen) if (lost > 0 && at + lost < ranked.length) others.splice(at + lost, 0, page);
  return others;
}
