import { loadPageKinds } from '../site/page-kinds.ts';
import type { PageFacts } from '../site/page-facts.ts';

/** What pages of a site are about everything. */
export interface ListingPages {
  /** A front page, or the list of all articles, products or tags. */
  readonly isFront: (url: string) => boolean;
  /** The same, and what lists other pages: of a category, a tag, an author. */
  readonly isListing: (url: string, facts?: Pick<PageFacts, 'outline'> | null) => boolean;
}

/** What menus call pages that list others (`page-words.tsv`). */
const LISTING_KINDS: ReadonlySet<string> = new Set(['blog', 'categories', 'listings', 'products', 'shop', 'games', 'sitemap']);
/** Folders whose pages list others, and how deep these lie. */
const LISTING_FOLDERS =
  /^\/(?:[a-z]{2}\/)?(?:[\w-]+\/)?(?:tags?|category|categories|topics?|authors?|archives?|page|search)(?:\/[^/]+){0,2}$/iu;
const LANGUAGE_ROOT = /^\/(?:[a-z]{2}(?:-[a-z]{2})?)?$/iu;
const INDEX_FILE = /\/(?:(?:index|default)\.\w+)?$/iu;
/** A page that links to so many pages below it is a list of them. */
const BELOW_MIN = 5;

export async function loadListingPages(): Promise<ListingPages> {
  const findKind = await loadPageKinds();
  const isFront = (url: string): boolean => {
    const path = toPath(url);
    if (path === '' || LANGUAGE_ROOT.test(path)) return true;
    const isTop = path.split('/').filter((part) => part !== '').length === 1;
    return isTop && LISTING_KINDS.has(findKind({ url, text: '' })?.kind ?? '');
  };
  const isListing: ListingPages['isListing'] = (url, facts) =>
    isFront(url) || LISTING_FOLDERS.test(toPath(url)) || (facts !== undefined && facts !== null && countBelow(url, facts) >= BELOW_MIN);
  return { isFront, isListing };
}

function toPath(url: string): string {
  return URL.parse(url)?.pathname.replace(INDEX_FILE, '') ?? '';
}

function countBelow(url: string, { outline }: Pick<PageFacts, 'outline'>): number {
  const { hostname } = new URL(url);
  const path = toPath(url);
  return outline.links.filter((link) => {
    const target = URL.parse(link.url);
    return target?.hostname === hostname && target.pathname.startsWith(`${path}/`) && target.pathname.length > path.length + 1;
  }).length;
}
