import { toSlug } from '../world/names.ts';
import { readFileSync } from 'node:fs';
import { findSitePage } from '../pages/site-pages.ts';

/** A type of page: where it lies on a site, and what its head declares. */
export interface PageKind {
  readonly pageType: string;
  readonly pageBucket: string;
  /** Its address, `{s}` standing for the subject. */
  readonly path: string;
  /** Empty: declares none, or is no page. */
  readonly schemaType: string;
  readonly ogType: string;
  readonly bodyClass: string;
}

const KINDS = readFileSync(new URL('page-kinds.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line): PageKind => {
    const [pageType = '', pageBucket = '', path = '', ...declared] = line.split('\t');
    const [schemaType = '', ogType = '', bodyClass = ''] = declared.map((value) => (value === '-' ? '' : value));
    return { pageType, pageBucket, path, schemaType, ogType, bodyClass };
  });

const BY_TYPE = new Map(KINDS.map((kind) => [kind.pageType, kind]));
const MATCHERS = KINDS.map((kind) => ({ kind, pattern: toPattern(kind.path) }));

/** First folders of the addresses that sites of the world have on result pages and that no kind has. */
const FOLDERS: Readonly<Record<string, string>> = {
  solutions: 'service_page',
  topics: 'category_page',
  prices: 'pricing_page',
  insights: 'blog_post',
  cases: 'case_study',
  offers: 'product_page',
  play: 'download_page',
  games: 'product_page',
  topic: 'category_page',
  entry: 'wiki_page',
  t: 'forum_thread',
  c: 'listing',
  watch: 'video_page',
  channel: 'profile_page',
  shorts: 'video_page',
  story: 'news_article',
  live: 'news_article',
  news: 'news_article',
  section: 'listing',
  best: 'review_page',
  resources: 'article',
  research: 'article',
};

export function getPageKind(pageType: string): PageKind {
  const kind = BY_TYPE.get(pageType);
  if (kind === undefined) throw new Error(`no page type ${pageType}`);
  return kind;
}

export function listPageKinds(): readonly PageKind[] {
  return KINDS;
}

/** What lies at a path of a site of this world; a language before it makes no difference. */
export function findPageKind(path: string): PageKind | undefined {
  return findAt(path) ?? findAt(path.replace(/^\/[a-z]{2}(?=\/[^/])/u, ''));
}

function findAt(path: string): PageKind | undefined {
  return (
    MATCHERS.find(({ pattern }) => pattern.test(path))?.kind ??
    BY_TYPE.get(FOLDERS[path.split('/')[1] ?? ''] ?? findSitePage(path)?.pageType ?? '')
  );
}

/** With or without its last segment, where that is nothing but the subject. */
function toPattern(path: string): RegExp {
  const escaped = path.replaceAll('.', '\\.');
  const source = escaped.endsWith('/{s}') ? `${escaped.slice(0, -4)}(?:/[^/]+)?/?` : escaped.replace('{s}', '[^/]+');
  return new RegExp(`^${source}$`, 'u');
}

/** An address of a page of this type about a subject. */
export function toPageAddress(host: string, path: string, subject: string): string {
  return `https://${host}${path.replace('{s}', toSlug(subject))}`;
}
