import { ORGANIC_PER_PAGE, type ResultItem, type ResultPages } from '../../serp/layout.ts';

/** Which results stop the crawl, or are wanted at all. */
export interface HostMatcher {
  readonly value: string;
  readonly kind: 'domain' | 'with_subdomains' | 'wildcard';
}

export interface CrawlOrder {
  /** Organic results asked for. */
  readonly depth: number;
  readonly pagesMax: number | undefined;
  readonly stopAt: readonly HostMatcher[];
}

export interface Crawled {
  readonly items: readonly ResultItem[];
  readonly pages: number;
}

const STOPPING_TYPES: ReadonlySet<string> = new Set(['organic', 'featured_snippet']);

/** How many pages `crawl` would read. */
export function countPages(result: ResultPages, order: CrawlOrder): number {
  return order.stopAt.length > 0 ? crawl(result, order).pages : wantedPages(result, order);
}

function wantedPages({ pageCount }: ResultPages, { depth, pagesMax = Infinity }: CrawlOrder): number {
  return Math.min(Math.ceil(depth / ORGANIC_PER_PAGE), pagesMax, pageCount);
}

/** Reads page after page as the vendor does: never beyond the depth, the page limit, the first hit or the end. */
export function crawl(result: ResultPages, order: CrawlOrder): Crawled {
  const wanted = wantedPages(result, order);
  const items: ResultItem[] = [];
  let pages = 0;
  while (pages < wanted) {
    pages += 1;
    const page = result.page(pages);
    for (const item of page) if (item.type !== 'organic' || item.rankGroup <= order.depth) items.push(item);
    if (order.stopAt.length > 0 && hasMatch(page, order.stopAt)) break;
  }
  return { items, pages };
}

function hasMatch(page: readonly ResultItem[], matchers: readonly HostMatcher[]): boolean {
  return page.some((item) => STOPPING_TYPES.has(item.type) && matchers.some((matcher) => matches(matcher, item)));
}

export function matches(matcher: HostMatcher, item: Pick<ResultItem, 'domain' | 'url'>): boolean {
  const host = bare(item.domain ?? '');
  const value = bare(matcher.value);
  if (matcher.kind === 'domain') return host === value;
  if (matcher.kind === 'with_subdomains') return host === value || host.endsWith(`.${value}`);
  const pattern = new RegExp(`^${value.replaceAll(/[.+?^${}()|[\]\\]/gu, '\\$&').replaceAll('*', '.*')}$`, 'u');
  return pattern.test(host) || pattern.test(bare(item.url ?? ''));
}

/** `undefined`: one of the entries makes no sense. */
export function parseMatchers(value: unknown): readonly HostMatcher[] | undefined {
  if (value === undefined || value === null) return [];
  const matchers: HostMatcher[] = [];
  for (const entry of value as readonly Readonly<Record<string, unknown>>[]) {
    const { match_value: text, match_type: kind } = entry;
    if (typeof text !== 'string' || text.trim() === '') return undefined;
    if (kind !== 'domain' && kind !== 'with_subdomains' && kind !== 'wildcard') return undefined;
    matchers.push({ value: text, kind });
  }
  return matchers;
}

function bare(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//u, '')
    .replace(/^www\./u, '')
    .replace(/\/$/u, '');
}
