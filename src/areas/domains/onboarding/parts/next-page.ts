import { LINK_ROWS_PER_CALL } from '#providers/search-data/links.ts';
import type { DomainFetch } from '../store/fetches.ts';
import type { ListPart } from './plan-parts.ts';

/** Up to here the provider takes an offset for links; further pages need a token. */
const LINKS_BY_OFFSET_MAX = 20_000;

/** Where the next page of a list begins. */
export interface PageStart {
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly token?: string | undefined;
}

/**
 * The next page of a list. Up to 20,000 links, and everything else, are paged by offset, with the last
 * page as long as what is still wanted. More links are paged by token from the first page on:
 * with a token the provider wants every other field as it was, the limit too.
 */
export function nextPage(part: ListPart, { rowsWanted, rowsFetched, nextToken }: DomainFetch): PageStart {
  const wanted = rowsWanted ?? 0;
  if (part !== 'backlinks' || wanted <= LINKS_BY_OFFSET_MAX)
    return { limit: Math.min(LINK_ROWS_PER_CALL, wanted - rowsFetched), offset: rowsFetched };
  if (nextToken !== null) return { limit: LINK_ROWS_PER_CALL, token: nextToken };
  return { limit: LINK_ROWS_PER_CALL, offset: rowsFetched };
}

/** What a page says about the end of its list. */
export interface PageEnd {
  readonly isLast: boolean;
  /** Everything there is has come. */
  readonly isWhole: boolean;
}

/**
 * @param fetched rows with this page's, at most those wanted
 * @param page.limit that was asked for
 */
export function toPageEnd(
  { part, wanted, fetched }: { readonly part: ListPart; readonly wanted: number; readonly fetched: number },
  page: { readonly limit: number; readonly came: number; readonly total: number | null; readonly nextToken: string | null },
): PageEnd {
  const isFull = page.came >= page.limit;
  const isWhole = page.total === null ? !isFull : fetched >= page.total;
  // Without a token the pages further back cannot be requested.
  const isStuck = part === 'backlinks' && page.nextToken === null && fetched > LINKS_BY_OFFSET_MAX;
  return { isLast: isWhole || fetched >= wanted || !isFull || isStuck, isWhole };
}
