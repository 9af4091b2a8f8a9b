import { findProviderCategory } from '#providers/search-data/categories.ts';
import type { RecommendedCategory } from '../../runs/research-run.ts';
import { findTopics } from '../find-topics.ts';
import type { SitePhrase } from '../list-phrases.ts';
import { matchCategories } from './match-categories.ts';

/** The smallest share of the best category's score; weaker categories are left out. */
const SHARE_MIN = 0.2;
/** How much each source counts. */
const WORDS_SHARE = 0.7;
const TOPICS_SHARE = 1;
const PROVIDER_SHARE = 0.9;
const SEEDS_SHARE = 0.5;

/** What a site's categories follow from. */
export interface CategoryEvidence {
  readonly phrases: readonly SitePhrase[];
  /** The main texts of the pages. */
  readonly texts: readonly string[];
  /** Categories that the provider knows the domain by, each with its share of the domain's keywords, 0 to 1. */
  readonly ofDomain?: ReadonlyMap<number, number> | undefined;
  /** Categories of the site's own seed keywords, each with its share of these, 0 to 1. */
  readonly ofSeeds?: ReadonlyMap<number, number> | undefined;
}

/** The provider's categories that fit a site, most likely first. */
export async function recommendCategories(
  { phrases, texts, ofDomain, ofSeeds }: CategoryEvidence,
  countMax: number,
): Promise<RecommendedCategory[]> {
  const scores = new Map<number, number>();
  const add = (shares: ReadonlyMap<number, number> | undefined, factor: number): void => {
    for (const [id, share] of shares ?? []) scores.set(id, (scores.get(id) ?? 0) + factor * share);
  };
  if (phrases.length > 0) add(await matchCategories(phrases), WORDS_SHARE);
  add(await findTopics(phrases, texts), TOPICS_SHARE);
  add(ofDomain, PROVIDER_SHARE);
  add(ofSeeds, SEEDS_SHARE);
  const ordered = [...scores].filter(([, score]) => score > 0).toSorted((one, other) => other[1] - one[1] || one[0] - other[0]);
  const best = ordered[0]?.[1] ?? 0;
  return ordered
    .slice(0, countMax)
    .filter(([, score]) => score >= best * SHARE_MIN)
    .flatMap(([id, score]) => {
      const category = findProviderCategory(id);
      return category === undefined ? [] : [{ id, name: category.name, path: category.path, confidence: toConfidence(score) }];
    });
}

/** Confidence of a score from 0 to 1; a score of 1 is right nine times of ten. */
function toConfidence(score: number): number {
  return Math.round(Math.min(0.95, 1 - Math.exp(-2.3 * score ** 2)) * 100) / 100;
}
