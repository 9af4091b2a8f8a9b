import { mix } from '../hashing.ts';
import { rankBusinesses, type Business, type BusinessBook } from '../world/businesses.ts';
import { isShown, paidCounts } from './features.ts';
import { queryHash, type SerpQuery } from './query.ts';
import type { RankedPage } from './ranking.ts';
import { addressOf } from './texts.ts';

/** One element of a result page. What it says in words is written when it is sent. */
export interface ResultItem {
  readonly type: string;
  /** Place among its own type, over all pages. */
  readonly rankGroup: number;
  /** Place among everything, over all pages. */
  readonly rankAbsolute: number;
  readonly page: number;
  readonly side: 'left' | 'right';
  readonly domain: string | null;
  readonly url: string | null;
  /** The page of a site it points at. */
  readonly source: RankedPage | undefined;
  readonly business: Business | undefined;
  readonly isFeatured: boolean;
}

export interface ResultPages {
  readonly query: SerpQuery;
  /** All organic results; worked out when first asked for. */
  readonly ranked: readonly RankedPage[];
  /** Pages of ten organic results. */
  readonly pageCount: number;
  /** A page by its number from 1; pages are laid out when first asked for. */
  page(number: number): readonly ResultItem[];
}

export const ORGANIC_PER_PAGE = 10;
const LOCAL_PACK_SIZE = 3;
const FEATURED_FROM_SECOND = 4;

/** Organic results: how many is known at once, which ones when they are asked for. */
export interface Ranking {
  readonly count: number;
  rank(): readonly RankedPage[];
}

/** Lays a result out: elements are numbered through over all pages, so a page needs those before it. */
export function layOut(query: SerpQuery, { count, rank }: Ranking, businesses: BusinessBook): ResultPages {
  const pages: ResultItem[][] = [];
  const desk = makeDesk(query);
  const pageCount = Math.ceil(count / ORGANIC_PER_PAGE);
  let known: readonly RankedPage[] | undefined;
  let bidders: readonly RankedPage[] | undefined;
  const ranked = (): readonly RankedPage[] => (known ??= rank());

  const layNext = (): void => {
    const page = pages.length + 1;
    const sellers = (bidders ??= listSellers(query, ranked()));
    const organic = ranked().slice((page - 1) * ORGANIC_PER_PAGE, page * ORGANIC_PER_PAGE);
    const paid = paidCounts(query, page);
    desk.startPage(page);
    putPaid(desk, sellers, paid.top);
    if (page === 1) layFirstPage(desk, organic, businesses);
    else for (const result of organic) desk.put('organic', { source: result });
    putPaid(desk, sellers, paid.bottom);
    if (page === 1 && isShown('related_searches', query)) desk.put('related_searches');
    pages.push(desk.items());
  };

  return {
    query,
    get ranked() {
      return ranked();
    },
    pageCount,
    page(number) {
      while (pages.length < Math.min(number, pageCount)) layNext();
      return pages[number - 1] ?? [];
    },
  };
}

interface Content {
  readonly source?: RankedPage;
  readonly business?: Business;
  readonly isFeatured?: boolean;
  readonly side?: 'right';
  readonly url?: string;
}

interface Desk {
  readonly query: SerpQuery;
  startPage(page: number): void;
  put(type: string, content?: Content): void;
  items(): ResultItem[];
}

function makeDesk(query: SerpQuery): Desk {
  const groups = new Map<string, number>();
  let items: ResultItem[] = [];
  let absolute = 0;
  let page = 1;
  return {
    query,
    startPage(number) {
      page = number;
      items = [];
    },
    put(type, content = {}) {
      const rankGroup = (groups.get(type) ?? 0) + 1;
      groups.set(type, rankGroup);
      absolute += 1;
      const { source, business } = content;
      items.push({
        type,
        rankGroup,
        rankAbsolute: absolute,
        page,
        side: content.side ?? 'left',
        domain: source?.host ?? business?.host ?? null,
        url: source === undefined ? (content.url ?? business?.url ?? null) : addressOf(source, query),
        source,
        business,
        isFeatured: content.isFeatured ?? false,
      });
    },
    items: () => items,
  };
}

function layFirstPage(desk: Desk, organic: readonly RankedPage[], businesses: BusinessBook): void {
  const { query } = desk;
  if (isShown('ai_overview', query)) desk.put('ai_overview');
  const featured = isShown('featured_snippet', query) ? organic[mix(queryHash(query), 15) % FEATURED_FROM_SECOND === 0 ? 1 : 0] : undefined;
  if (featured !== undefined) desk.put('featured_snippet', { source: featured });
  const hash = queryHash(query);
  const asked = 1 + (mix(hash, 17) % 4);
  if (query.facts.isLocal && query.engine === 'google') putLocalPack(desk, businesses);
  organic.forEach((result, index) => {
    desk.put('organic', { source: result, isFeatured: result === featured });
    if (index + 1 === asked && isShown('people_also_ask', query)) desk.put('people_also_ask');
    if (index === 0 && isShown('top_stories', query)) desk.put('top_stories');
    if (index === 0 && query.facts.isLocal && query.engine === 'bing') putLocalPack(desk, businesses);
    if (index === 4 && isShown('images', query)) desk.put('images');
    if (index === 6 && isShown('video', query)) desk.put('video');
  });
  const owner = query.facts.brand ?? organic[0]?.site;
  if (owner !== undefined && isShown('knowledge_graph', query))
    desk.put('knowledge_graph', { side: 'right', url: `https://${owner.host}/` });
}

function putLocalPack(desk: Desk, businesses: BusinessBook): void {
  const { facts, place, day } = desk.query;
  for (const business of rankBusinesses(businesses.list(facts.topic, place), facts.hash, day).slice(0, LOCAL_PACK_SIZE))
    desk.put('local_pack', { business });
}

const SELLING_ROLES: ReadonlySet<string> = new Set(['saas', 'ecommerce', 'local', 'service', 'marketplace', 'game']);
const SELLERS_AMONG = 60;
const AUCTION_DAYS = 3;

/** Who advertises: sites that sell something and rank at all, in an order that changes every few days. */
function listSellers(query: SerpQuery, ranked: readonly RankedPage[]): readonly RankedPage[] {
  const round = Math.floor(query.day / AUCTION_DAYS);
  const bid = (page: RankedPage): number => mix(mix(page.site.hash, query.facts.hash), round);
  return ranked
    .slice(0, SELLERS_AMONG)
    .filter((page) => page.ordinal === 0 && SELLING_ROLES.has(page.site.role))
    .toSorted((left, right) => bid(left) - bid(right) || left.site.index - right.site.index);
}

function putPaid(desk: Desk, sellers: readonly RankedPage[], count: number): void {
  const first = desk.query.day + desk.items().length;
  for (let index = 0; index < Math.min(count, sellers.length); index += 1) {
    const seller = sellers[(index + first) % sellers.length];
    if (seller !== undefined) desk.put('paid', { source: seller });
  }
}
