import type { PageKeyword, GetRankingsSeriesResponse } from '#client';
import type { RowMarket } from '../table/row-market.ts';

/** Days in a row on which one page had the position. */
export interface Stretch {
  readonly page: string;
  /** Places of days, both included. */
  readonly from: number;
  readonly to: number;
}

export interface Lane {
  readonly key: string;
  readonly keyword: string;
  readonly market: RowMarket;
  readonly stretches: readonly Stretch[];
}

/** An address without its host, which all pages of a site share. */
export function toPagePath(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? parsed.pathname + parsed.search : url;
}

/** Which page ranked when, for each of these keywords. A day without a page ends a stretch. */
export function toLanes(keywords: readonly PageKeyword[], { rows, days, pages }: GetRankingsSeriesResponse): Lane[] {
  if (!pages) return [];
  const wanted = new Set(keywords.map(toKey));
  return rows.flatMap((row, at) => {
    if (!wanted.has(toKey(row))) return [];
    const places = pages.places.slice(at * days.length, (at + 1) * days.length);
    return [{ key: toKey(row), keyword: row.keyword, market: row, stretches: toStretches(places, pages.list) }];
  });
}

function toStretches(places: readonly (number | null)[], list: readonly string[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [day, place] of places.entries()) {
    const page = list[place ?? -1];
    const before = stretches.at(-1);
    if (page === undefined) continue;
    if (before?.page === page && before.to === day - 1) stretches[stretches.length - 1] = { ...before, to: day };
    else stretches.push({ page, from: day, to: day });
  }
  return stretches;
}

function toKey({ keyword_id: id, engine, channel }: Pick<PageKeyword, 'keyword_id' | 'engine' | 'channel'>): string {
  return `${id}~${engine}~${channel}`;
}
