import { findProviderCategory, listAncestors } from '#providers/search-data/categories.ts';
import type { RecommendedCategory } from '../runs/research-run.ts';

/** How many keywords the provider knows a site to rank for, by category, those below a category included; undefined: not known. */
export type CountKeywords = (categoryId: number) => number | undefined;

/** A category with at least this share of the keywords of the one above says what the site is about; that above only where it belongs. */
const MAIN_SHARE = 0.5;
/** What a category keeps of the confidence of one below it that is recommended too. */
export const PARENT_SHARE = 0.7;

/**
 * Settles which of several categories of one branch are recommended. One that is less likely than one above it is a part of
 * that one and left out, unless it holds most of its keywords; where both stay, the wider one is never as sure as
 * the narrower one. Each says how many keywords it adds to those below it.
 * @param candidates most likely first
 */
export function settleFamilies(candidates: readonly RecommendedCategory[], countKeywords: CountKeywords): RecommendedCategory[] {
  const kept: RecommendedCategory[] = [];
  for (const candidate of candidates) {
    const above = kept.filter(({ id }) => isBelow(candidate.id, id));
    if (above.every(({ id }) => isMain(candidate.id, id, countKeywords))) kept.push(candidate);
  }
  const settled = new Map<number, RecommendedCategory>();
  for (const category of kept.toSorted((one, other) => toDepth(other.id) - toDepth(one.id))) {
    const below = [...settled.values()].filter(({ id }) => isBelow(id, category.id));
    const confidence = Math.min(category.confidence, ...below.map((one) => PARENT_SHARE * one.confidence));
    const expectedKeywords = countAdded(category.id, below, countKeywords);
    settled.set(category.id, { ...category, confidence: Math.floor(confidence * 100) / 100, expectedKeywords });
  }
  return kept.flatMap(({ id }) => settled.get(id) ?? []).toSorted((one, other) => other.confidence - one.confidence);
}

function isMain(id: number, above: number, countKeywords: CountKeywords): boolean {
  const [own, all] = [countKeywords(id), countKeywords(above)];
  return own !== undefined && all !== undefined && all > 0 && own >= all * MAIN_SHARE;
}

/** Without what the recommended categories right below it hold. */
function countAdded(id: number, below: readonly RecommendedCategory[], countKeywords: CountKeywords): number | null {
  const all = countKeywords(id);
  if (all === undefined) return null;
  const next = below.filter((one) => !below.some((other) => isBelow(one.id, other.id)));
  return Math.max(0, all - next.reduce((sum, one) => sum + (countKeywords(one.id) ?? 0), 0));
}

function isBelow(id: number, above: number): boolean {
  return listAncestors(id).includes(above);
}

function toDepth(id: number): number {
  return findProviderCategory(id)?.path.split('/').length ?? 0;
}
