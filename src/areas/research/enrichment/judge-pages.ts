import type { Enrichment, RecommendedCategory } from '../runs/research-run.ts';
import type { PageFacts } from '../site/page-facts.ts';
import { findBrandNames, fold } from './brand-names.ts';
import { judgeBusinessType, type BusinessJudgement } from './judge-business-type.ts';
import { listPhrases, type SitePhrase } from './list-phrases.ts';
import { loadTopics } from './find-topics.ts';

const FOCUS_SEEDS = 3;
const LENGTH_MAX = 100;

const SEEDS_MAX = 30;
/** Fewer are filled up with phrases that say little. */
const SEEDS_MIN = 10;
/** What a phrase weighs that a title, or several parts of the page, hold. */
const TELLING_WEIGHT = 1.4;
/** People search for what names a topic. */
const TOPIC_FACTOR = 2;

/** What the pages of a site say without anything outside. */
export interface PagesJudgement {
  readonly business: BusinessJudgement;
  readonly languageCode: string;
  readonly brandNames: readonly string[];
  /** Most telling first. */
  readonly phrases: readonly SitePhrase[];
  readonly seedKeywords: readonly string[];
  /** Of the start page. */
  readonly title: string | null;
  /** The main texts of the pages. */
  readonly texts: readonly string[];
}

const LANGUAGE_DEFAULT = 'en';

/** @param pages the start page first; at least one */
export async function judgePages(pages: readonly PageFacts[], host: string): Promise<PagesJudgement> {
  const languageCode = pages.find((page) => page.languageCode !== null)?.languageCode ?? LANGUAGE_DEFAULT;
  const brandNames = await findBrandNames(pages, host);
  const phrases = await listPhrases(pages, { brandNames, languageCode });
  return {
    business: await judgeBusinessType(pages, host),
    languageCode,
    brandNames,
    phrases,
    seedKeywords: await chooseSeeds(phrases),
    title: pages[0]?.title ?? null,
    texts: pages.map(({ text }) => text),
  };
}

const CATEGORIES_MAX = 10;

/** The judgement with its categories as an answer, without anything outside. */
export function toEnrichment(
  { business, seedKeywords, title, brandNames, languageCode }: PagesJudgement,
  candidates: readonly RecommendedCategory[],
): Enrichment {
  return {
    businessType: business.type,
    businessTypeConfidence: business.confidence,
    businessFocus: describeFocus(seedKeywords, title),
    categories: candidates.slice(0, CATEGORIES_MAX),
    seedKeywords,
    brandNames,
    languageCode,
    by: ['rules', 'embedding'],
    notes: [],
  };
}

/** The seed keywords of a site, most telling first: at most 30, of those that differ only in number or spelling the first. */
async function chooseSeeds(phrases: readonly SitePhrase[]): Promise<string[]> {
  const { matcher } = await loadTopics();
  const weighed = phrases
    .map(({ text, weight }) => ({ text, weight: matcher.find(text).length > 0 ? weight * TOPIC_FACTOR : weight }))
    .toSorted((one, other) => other.weight - one.weight);
  const taken = new Map<string, string>();
  for (const { text, weight } of weighed) {
    const key = text.split(' ').map(toStem).toSorted().join(' ');
    if (taken.has(key)) continue;
    if (taken.size >= SEEDS_MAX || (taken.size >= SEEDS_MIN && weight < TELLING_WEIGHT)) break;
    taken.set(key, text);
  }
  return [...taken.values()];
}

/** Near enough to compare words by. */
function toStem(word: string): string {
  return fold(word).replace(/(?<=.{3})(?:es|en|s|e|n)$/u, '');
}

/** What a site is about, in a few words: its most telling seeds that say different things, else its title. */
function describeFocus(seeds: readonly string[], title: string | null): string {
  const chosen: string[] = [];
  for (const seed of seeds) {
    const isNew = chosen.every((known) => !known.includes(seed) && !seed.includes(known));
    if (isNew && chosen.length < FOCUS_SEEDS) chosen.push(seed);
  }
  return (chosen.join(', ') || title || '').slice(0, LENGTH_MAX);
}
