import type { Enrichment, RecommendedCategory } from '../runs/research-run.ts';
import type { PageFacts } from '../site/page-facts.ts';
import { findBrandNames } from './brand-names.ts';
import { chooseSeeds } from './choose-seeds.ts';
import { describeFocus } from './describe-focus.ts';
import { judgeBusinessType, type BusinessJudgement } from './judge-business-type.ts';
import { listPhrases, type SitePhrase } from './list-phrases.ts';

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
