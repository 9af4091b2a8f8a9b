import { lockProject } from '#areas/projects/index.ts';
import type { Clock } from '#kernel/clock.ts';
import { findProviderCategory } from '#providers/search-data/categories.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { PARENT_SHARE } from '../enrichment/settle-families.ts';
import type { ConfirmedCategory } from '../runs/research-run.ts';
import { toCategoryId, toSlug, type TaxonomyCategory } from './category.ts';
import { listTaxonomyCategories, upsertTaxonomyCategories } from './store/categories.ts';

export type GivenCategory = Pick<ConfirmedCategory, 'id' | 'name' | 'path' | 'confidence'>;

/**
 * Makes sure that a project's taxonomy has these categories, each with those above it in the provider's tree. Ids are
 * the same in every run; a category that is there keeps its slug.
 * @returns the given categories, in their order, as they are stored
 */
export async function ensureTaxonomy(
  { tx, clock }: { readonly tx: Transaction; readonly clock: Clock },
  projectId: string,
  given: readonly GivenCategory[],
): Promise<TaxonomyCategory[]> {
  // Two runs of one project would choose the same slug for different categories.
  await lockProject(tx, projectId);
  const known = await listTaxonomyCategories(tx, projectId);
  const categories = withSlugs(withParents(projectId, given), known);
  await upsertTaxonomyCategories(tx, { projectId, categories, now: clock.now() });
  const byId = new Map(categories.map((category) => [category.id, category]));
  return given.flatMap((category) => byId.get(toCategoryId(projectId, category)) ?? []);
}

type Unnamed = Omit<TaxonomyCategory, 'slug'>;

/** Parents before their children, each once; a parent that was not given is less likely than the likeliest below it. */
function withParents(projectId: string, given: readonly GivenCategory[]): Unnamed[] {
  const categories = new Map<string, Unnamed>();
  const own = new Map(given.map((category) => [toCategoryId(projectId, category), category.confidence]));
  const add = (category: GivenCategory): string => {
    const { id, name, path, confidence } = category;
    const parent = findProviderCategory(findProviderCategory(id ?? 0)?.parentId ?? 0);
    const parentCategoryId = parent === undefined ? null : add({ ...parent, confidence: PARENT_SHARE * confidence });
    const categoryId = toCategoryId(projectId, category);
    const before = categories.get(categoryId)?.confidence ?? 0;
    const known = { id: categoryId, name, path, parentCategoryId, providerCategoryId: id };
    categories.set(categoryId, { ...known, confidence: own.get(categoryId) ?? Math.max(before, confidence) });
    return categoryId;
  };
  for (const category of given) add(category);
  return [...categories.values()];
}

/** The name as a slug; where another category has it, with the name above, and then with a number. */
function withSlugs(categories: readonly Unnamed[], known: readonly TaxonomyCategory[]): TaxonomyCategory[] {
  const slugs = new Map(known.map(({ id, slug }) => [id, slug]));
  const taken = new Set(slugs.values());
  return categories.map((category) => {
    const slug = slugs.get(category.id) ?? findFreeSlug(category, taken);
    taken.add(slug);
    return { ...category, slug };
  });
}

function findFreeSlug({ name, path }: Unnamed, taken: ReadonlySet<string>): string {
  const [parent = '', own = name] = path.split('/').slice(-2);
  const wishes = [toSlug(name), toSlug(`${parent} ${own}`)];
  for (let number = 2; ; number += 1) {
    const wish = wishes.find((one) => !taken.has(one));
    if (wish !== undefined) return wish;
    wishes.push(`${toSlug(name)}-${number}`);
  }
}
