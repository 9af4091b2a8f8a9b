import { findProviderCategory, listProviderCategories } from '#providers/search-data/categories.ts';
import type { ConfirmedCategory, RecommendedCategory } from '../research-run.ts';

/** A category as a user named it: by the provider's number, or in words. */
export interface NamedCategory {
  readonly category: number | string;
  readonly confidence: number | undefined;
  readonly assignedBy: ConfirmedCategory['assignedBy'] | undefined;
}

const NUMBER = /^\d{1,9}$/u;

/**
 * A category of the provider's tree, by its number, path or, where only one has it, name; words that the tree does not
 * have stay the user's own category.
 * @returns undefined for a number that the tree does not have
 */
export function resolveCategory(named: NamedCategory, recommended: readonly RecommendedCategory[]): ConfirmedCategory | undefined {
  const { category } = named;
  const id = typeof category === 'string' && NUMBER.test(category) ? Number(category) : category;
  const known = typeof id === 'number' ? findProviderCategory(id) : findByWords(id, recommended);
  if (known === undefined && typeof id === 'number') return undefined;
  const advice = recommended.find((one) => one.id === known?.id);
  return {
    id: known?.id ?? null,
    name: known?.name ?? String(id),
    path: known?.path ?? `/${String(id)}`,
    confidence: named.confidence ?? advice?.confidence ?? 1,
    assignedBy: named.assignedBy ?? (advice === undefined ? 'user' : 'ai'),
  };
}

/** What was recommended comes before the rest of the tree, in which a name can stand more than once. */
function findByWords(words: string, recommended: readonly RecommendedCategory[]) {
  const wanted = toComparable(words);
  const advised = recommended.find(({ path, name }) => toComparable(path) === wanted || toComparable(name) === wanted);
  if (advised !== undefined) return advised;
  const all = listProviderCategories();
  const [named, ...others] = all.filter(({ name }) => toComparable(name) === wanted);
  return all.find(({ path }) => toComparable(path) === wanted) ?? (others.length === 0 ? named : undefined);
}

function toComparable(text: string): string {
  return text
    .split(/[/>]/u)
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
    .join('/');
}
