import type { SerpItem } from '#providers/search-data/index.ts';
import { fromOverviewText } from './overview-text.ts';
import type { ResultDetails } from './result-details.ts';

/** A result as the columns of `serp_runs` in ClickHouse say it; empty texts stand where there was none. */
export interface ResultRow {
  readonly type: string;
  readonly rankAbsolute: number;
  readonly rankGroup: number;
  readonly domain: string;
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  readonly isPaid: boolean;
  readonly isFeaturedSnippet: boolean;
  readonly ratingValue: number | null;
  readonly ratingCount: number | null;
  readonly cid: string;
  readonly placeId: string;
  /** Of an AI overview: its references (`toOverviewText`). */
  readonly overview: string;
}

/** The columns of a result themselves. What is empty may be left out. */
export interface ResultColumns {
  readonly type: string;
  readonly rank_absolute: number;
  readonly rank_group: number;
  readonly domain?: string;
  readonly url?: string;
  readonly title?: string;
  readonly snippet?: string;
  readonly is_paid?: number;
  readonly is_featured_snippet?: number;
  readonly rating_value?: number | null;
  readonly rating_count?: number | null;
  readonly cid?: string;
  readonly place_id?: string;
  readonly overview?: string;
  readonly previous_position?: number | null;
}

/** A JSON line of `serp_runs`. */
export function fromResultLine(line: string): ResultRow {
  return toResultRow(JSON.parse(line) as ResultColumns);
}

export function toResultRow(row: ResultColumns): ResultRow {
  return {
    type: row.type,
    rankAbsolute: row.rank_absolute,
    rankGroup: row.rank_group,
    domain: row.domain ?? '',
    url: row.url ?? '',
    title: row.title ?? '',
    snippet: row.snippet ?? '',
    isPaid: row.is_paid === 1,
    isFeaturedSnippet: row.is_featured_snippet === 1,
    ratingValue: row.rating_value ?? null,
    ratingCount: row.rating_count ?? null,
    cid: row.cid ?? '',
    placeId: row.place_id ?? '',
    overview: row.overview ?? '',
  };
}

/** What distinguishes a result from the others of its page. */
export function toRowName({ type, rankAbsolute, rankGroup, url }: ResultRow): string {
  return `${type}|${rankAbsolute}|${rankGroup}|${url}`;
}

/** The results of a page in its order; without details by their place among everything. */
export function toItems(rows: readonly ResultRow[], details: readonly ResultDetails[] | undefined): SerpItem[] {
  const sorted = rows.toSorted(byPlace);
  if (details === undefined) return sorted.map((row) => toItem(row, [row.rankAbsolute, null, null, null]));
  const byRank = Map.groupBy(sorted, ({ rankAbsolute }) => rankAbsolute);
  return details.flatMap((one) => {
    const row = byRank.get(one[0])?.shift();
    return row === undefined ? [] : [toItem(row, one)];
  });
}

function byPlace(one: ResultRow, other: ResultRow): number {
  return (
    one.rankAbsolute - other.rankAbsolute || one.rankGroup - other.rankGroup || compare(one.type, other.type) || compare(one.url, other.url)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function toItem(row: ResultRow, [, page, side, xpath, shownDomain = row.domain]: ResultDetails): SerpItem {
  return {
    type: row.type,
    rankGroup: row.rankGroup,
    rankAbsolute: row.rankAbsolute,
    page,
    position: side,
    xpath,
    domain: shownDomain === '' ? null : shownDomain,
    url: row.url === '' ? null : row.url,
    title: row.title === '' ? null : row.title,
    description: row.snippet === '' ? null : row.snippet,
    isPaid: row.isPaid,
    isFeaturedSnippet: row.isFeaturedSnippet,
    ratingValue: row.ratingValue,
    ratingCount: row.ratingCount,
    cid: row.cid === '' ? null : row.cid,
    placeId: row.placeId === '' ? null : row.placeId,
    ...(row.overview === '' ? {} : { overview: fromOverviewText(row.overview) }),
  };
}
