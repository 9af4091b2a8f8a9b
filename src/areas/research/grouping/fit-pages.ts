import type { KeywordTools } from '#areas/classification/index.ts';
import type { SitePage } from '../site/page-facts.ts';
import { toCoreWords } from './core-words.ts';
import { toStem } from './endings.ts';

/** How much a word of a cluster counts by where a page has it. */
const WEIGHTS = { name: 1, heading: 0.8, text: 0.4 } as const;
/** From this mean over the cluster's words on, a page fits: they stand in its title or headings, not only in its text. */
const FIT_MIN = 0.75;
const LENGTH_MAX = 300;

/** Finds the page of a site that is about a cluster, by its name. */
export type FindFittingPage = (cluster: { readonly name: string; readonly languageCode: string }) => string | undefined;

interface PageWords {
  readonly url: string;
  /** Of title, main heading and path. */
  readonly name: ReadonlySet<string>;
  readonly heading: ReadonlySet<string>;
  readonly text: ReadonlySet<string>;
}

/** Of pages that fit alike the one with the fewest words in its name: it speaks of the least else. */
export function makeFindFittingPage(pages: readonly SitePage[], tools: KeywordTools): FindFittingPage {
  const byLanguage = new Map<string, readonly PageWords[]>();
  return ({ name, languageCode }) => {
    const known = byLanguage.get(languageCode) ?? pages.flatMap((page) => readWords(page, languageCode, tools));
    byLanguage.set(languageCode, known);
    const words = toCoreWords(name, languageCode, tools);
    let best: { readonly page: PageWords; readonly fit: number } | undefined;
    for (const page of known) {
      const fit = words.reduce((sum, word) => sum + weigh(word, page), 0) / words.length;
      if (fit < FIT_MIN || fit < (best?.fit ?? 0)) continue;
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

function readWords({ finalUrl: url, facts }: SitePage, languageCode: string, tools: KeywordTools): PageWords[] {
  if (facts === null) return [];
  const { title, h1, text, outline } = facts;
  const stem = (texts: readonly string[]): Set<string> => new Set(texts.flatMap((part) => toStems(part, languageCode, tools)));
  return [
    {
      url,
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
