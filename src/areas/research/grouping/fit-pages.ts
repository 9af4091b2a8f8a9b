import type { KeywordTools } from '#areas/classification/index.ts';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import type { SitePage } from '../site/page-facts.ts';
import { toCoreWords } from './core-words.ts';
import { toStem } from './endings.ts';
import type { ListingPages } from './listing-pages.ts';

/** Finds the page of a site that is about a cluster, by its name. */
export type FindFittingPage = (cluster: { readonly name: string; readonly languageCode: string }) => string | undefined;

export interface FittingTools {
  readonly tools: KeywordTools;
  readonly isListing: ListingPages['isListing'];
}

/** A page by what it calls itself. */
interface NamedPage {
  readonly url: string;
  /** Title and main heading, or the text of the link that leads there. */
  readonly name: string;
}

interface PageWords {
  readonly url: string;
  /** Of name and path. */
  readonly all: ReadonlySet<string>;
  /** Core words of the last part of the path. */
  readonly own: ReadonlySet<string>;
}

/**
 * Finds it among the pages that were read and those that they link to: one fits with every word of the cluster in its title,
 * main heading, link or path, unless its path names something narrower. Front pages and lists of pages fit nothing. Of
 * several the one with the fewest words: it speaks of the least else.
 */
export function makeFindFittingPage(pages: readonly SitePage[], { tools, isListing }: FittingTools): FindFittingPage {
  const named = listNamed(pages, isListing);
  const byLanguage = new Map<string, readonly PageWords[]>();
  return ({ name, languageCode }) => {
    const known = byLanguage.get(languageCode) ?? named.map((page) => readWords(page, languageCode, tools));
    byLanguage.set(languageCode, known);
    const words = toCoreWords(name, languageCode, tools);
    const fitting = known.filter((page) => words.every((word) => page.all.has(word)) && !isNarrower(page, words));
    return fitting.toSorted((one, other) => one.all.size - other.all.size)[0]?.url;
  };
}

/** "Packing list with kids" is no page for "packing list". */
function isNarrower({ own }: PageWords, words: readonly string[]): boolean {
  return own.size > words.length && words.every((word) => own.has(word));
}

function listNamed(pages: readonly SitePage[], isListing: ListingPages['isListing']): NamedPage[] {
  const read = pages.flatMap(({ finalUrl: url, facts }) =>
    facts === null || isListing(url, facts) ? [] : [{ url, name: `${facts.title ?? ''} ${facts.h1 ?? ''}` }],
  );
  const seen = new Set(pages.map(({ finalUrl }) => finalUrl));
  const linked = new Map<string, string>();
  for (const { finalUrl, facts } of pages)
    for (const { url, text } of facts?.outline.links ?? [])
      if (!seen.has(url) && !linked.has(url) && isSameSite(url, finalUrl) && !isListing(url)) linked.set(url, text);
  return [...read, ...[...linked].map(([url, name]) => ({ url, name }))];
}

function isSameSite(url: string, other: string): boolean {
  return toRegistrableDomain(new URL(url).hostname) === toRegistrableDomain(new URL(other).hostname);
}

function readWords({ url, name }: NamedPage, languageCode: string, tools: KeywordTools): PageWords {
  const path = toWords(URL.parse(url)?.pathname ?? '');
  const last = path.split('/').findLast((part) => part.trim() !== '') ?? '';
  return {
    url,
    all: new Set([...toStems(name, languageCode, tools), ...toStems(path, languageCode, tools)]),
    own: new Set(toCoreWords(last, languageCode, tools)),
  };
}

function toWords(path: string): string {
  return path.replaceAll(/\.\w{2,5}$/gu, '').replaceAll(/[-_+]+/gu, ' ');
}

function toStems(text: string, languageCode: string, tools: KeywordTools): string[] {
  const language = languageCode.split('-')[0] ?? '';
  return tools
    .foldText(text)
    .split(' ')
    .map((word) => toStem(word, language));
}
