import { readFileSync } from 'node:fs';
import type { BusinessType, TopicLanguage } from '../world/topics.ts';

/** A page that the navigation of sites may offer. */
export interface SitePage {
  readonly name: string;
  /** A type of the vocabulary of page types. */
  readonly pageType: string;
  readonly paths: Readonly<Record<TopicLanguage, string>>;
  /** How many in a hundred sites of a kind have it. */
  readonly shares: Readonly<Record<BusinessType, number>>;
}

const [, ...LINES] = readFileSync(new URL('site-pages.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n');

export const SITE_PAGES: readonly SitePage[] = LINES.map((line) => {
  const [name = '', pageType = '', en = '', de = '', fr = '', es = '', ...shares] = line.split('\t');
  const [saas = 0, ecommerce = 0, local = 0, service = 0, marketplace = 0, game = 0, content = 0] = shares.map(Number);
  return { name, pageType, paths: { en, de, fr, es }, shares: { saas, ecommerce, local, service, marketplace, game, content } };
});

const BY_FOLDER = new Map(SITE_PAGES.flatMap((page) => Object.values(page.paths).map((path) => [path, page] as const)));

/** The page at a path, or in whose folder the path lies. */
export function findSitePage(path: string): SitePage | undefined {
  return BY_FOLDER.get(`/${path.split('/')[1] ?? ''}`);
}
