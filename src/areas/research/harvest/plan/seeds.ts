import { listAncestors } from '#providers/search-data/categories.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { ConfirmedCategory } from '../../runs/research-run.ts';
import { toCategoryId } from '../../taxonomy/category.ts';
import type { HarvestOrder } from '../harvest-order.ts';

/** Categories that are harvested; the confirmed ones beyond that are left out, the least likely first. */
export const CATEGORIES_MAX = 20;
const SEEDS_MAX = 200;

/** The confirmed categories, the user's own before those that were recommended, then the most likely first. */
export function listSeedCategories({ confirmation }: Pick<HarvestOrder, 'confirmation'>): ConfirmedCategory[] {
  const isOwn = ({ assignedBy }: ConfirmedCategory): number => (assignedBy === 'user' ? 1 : 0);
  return confirmation.categories
    .toSorted((one, other) => isOwn(other) - isOwn(one) || other.confidence - one.confidence)
    .slice(0, CATEGORIES_MAX);
}

/**
 * Those of them that keywords are asked for. One that was recommended above another one would bring what is beside that: it
 * is asked where the site is known to rank for more in it. What a person has chosen always is.
 */
export function listAskedCategories(order: Pick<HarvestOrder, 'confirmation' | 'enrichment'>): ConfirmedCategory[] {
  const confirmed = listSeedCategories(order);
  const above = new Set(confirmed.flatMap(({ id }) => (id === null ? [] : listAncestors(id))));
  const adds = new Set(order.enrichment.categories.filter(({ expectedKeywords }) => (expectedKeywords ?? 0) > 0).map(({ id }) => id));
  return confirmed.filter(({ id, assignedBy }) => id === null || assignedBy === 'user' || !above.has(id) || adds.has(id));
}

/** What the provider is asked for ideas from: the site's seeds, as they were confirmed, and categories in the user's own words. None twice. */
export function listSeeds(order: Pick<HarvestOrder, 'confirmation' | 'enrichment'>): string[] {
  const own = listSeedCategories(order).flatMap(({ id, name }) => (id === null ? [name] : []));
  const texts = [...own, ...(order.confirmation.seedKeywords ?? order.enrichment.seedKeywords)].map(normalizeKeyword);
  return [...new Set(texts)].filter((text) => text !== '').slice(0, SEEDS_MAX);
}

/** How a category stands in `research_keywords.idea_category_id`: as in the taxonomy. */
export function toIdeaCategoryId({ id, projectId }: Pick<HarvestOrder, 'id' | 'projectId'>, category: ConfirmedCategory): string {
  return toCategoryId(projectId ?? id, category);
}
