import type { KeywordTools } from '#areas/classification/index.ts';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import type { SitePage } from '../site/page-facts.ts';
import { toCoreWords } from './core-words.ts';
import { toStem } from './endings.ts';
import type { ListingPages } from './listing-pages.ts';

/** How much a word of a cluster counts by where a page has it. */
const WEIGHTS = { name: 1, heading: 0.5, text: 0.25 } as const;
/** From this mean over the cluster's words on, a page fits: most of them stand in its title, main heading or path. */
const FIT_MIN = 0.75;
const LENGTH_MAX = 300;

/** Finds the page of a site that is about a cluster, by its name. */
export type FindFittingPage = (cluster: { readonly name: string; readonly languageCode: string }) => string | undefined;

interface PageWords {
  readonly url: string;
  readonly fitMin: number;
  /** Of title, main heading and path. */
  readonly name: ReadonlySet<string>;
  readonly heading: ReadonlySet<string>;
  readonly text: ReadonlySet<string>;
}

export interface FittingTools {
  readonly tools: KeywordTools;
  readonly isListing: ListingPages['isListing'];
}

/**
 * Finds it among the pages that were read and those that they link to, which are known by the words of the link and the path
 * alone and fit only with every word. Front pages and lists of pages fit nothing. Of pages that fit alike the one
 * with the fewest words in its name: it speaks of the least else.
 */
export function makeFindFittingPage(pages: readonly SitePage[], { tools, isListing }: FittingTools): FindFittingPage {
  const byLanguage = new Map<string, readonly PageWords[]>();
  return ({ name, languageCode }) => {
    const known = byLanguage.get(languageCode) ?? listPages(pages, languageCode, { tools, isListing });
    byLanguage.set(languageCode, known);
    const words = toCoreWords(name, languageCode, tools);
    let best: { readonly page: PageWords; readonly fit: number } | undefined;
    for (const page of known) {
      const fit = words.reduce((sum, word) => sum + weigh(word, page), 0) / words.length;
      if (fit < page.fitMin || fit < (best?.fit ?? 0)) continue;
      if (best === undefined || fit > best.fit || page.name.size < best.page.name.size) best = { page, fit };
    }
    return best?.page.url;
  };
}

function weigh(word: string, { name, heading, text }: PageWords): number {
  if (name.has(word)) return WEIGHTS.name;
  if (heading.has(word)) return WEIGHTS.heading;
  return text.has(word) ? WEIGHTS.text : 0;
}

function listPages(pages: readonly SitePage[], languageCode: string, { tools, isListing }: FittingTools): PageWords[] {
  const read = pages.filter(({ finalUrl, facts }) => facts !== null && !isListing(finalUrl, facts));
  const seen = new Set(pages.map(({ finalUrl }) => finalUrl));
  const links = new Map<string, string>();
  for (const { finalUrl, facts } of pages)
    for (const { url, text } of facts?.outline.links ?? [])
      if (!seen.has(url) && !links.has(url) && isSameSite(url, finalUrl) && !isListing(url)) links.set(url, text);
  const linked = [...links].map(([url, text]) => ({
    url,
    fitMin: 1,
    name: toStemSet([text, URL.parse(url)?.pathname ?? ''], languageCode, tools),
    heading: new Set<string>(),
    text: new Set<string>(),
  }));
  return [...read.flatMap((page) => readWords(page, languageCode, tools)), ...linked];
}

function isSameSite(url: string, other: string): boolean {
  return toRegistrableDomain(new URL(url).hostname) === toRegistrableDomain(new URL(other).hostname);
}

function toStemSet(texts: readonly string[], languageCode: string, tools: KeywordTools): Set<string> {
  return new Set(texts.flatMap((part) => toStems(part, languageCode, tools)));
}

function readWords({ finalUrl: url, facts }: SitePage, languageCode: string, tools: KeywordTools): PageWords[] {
  if (facts === null) return [];
  const { title, h1, text, outline } = facts;
  const stem = (texts: readonly string[]): Set<string> => toStemSet(texts, languageCode, tools);
  return [
    {
      url,
      fitMin: FIT_MIN,
      name: stem([title ?? '', h1 ?? '', URL.parse(url)?.pathname ?? '']),
      heading: stem(outline.headings),
      text: stem(toParts(text)),
    },
  ];
}

/** Folding cuts a text, so a long one is folded in parts. */
function toParts(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${LENGTH_MAX}}(?:\\s|$)`, 'gu')) ?? [];
}

function toStems(text: string, languageCode: string, tools: KeywordTools): string[] {
  const language = languageCode.split('-')[0] ?? '';
  return tools
    .foldText(text)
    .split(' ')
    .map((word) => toStem(word, language));
}
