import type { KeywordTools } from '#areas/classification/index.ts';
import { listAncestors } from '#providers/search-data/categories.ts';

/** A category that keywords can be put into. */
export interface TargetCategory {
  /** cat_ */
  readonly id: string;
  /** The provider's number; null: a person's own words. */
  readonly providerCategoryId: number | null;
  readonly name: string;
  /** False: it holds others that keywords fit better by their words. */
  readonly isLeaf: boolean;
}

export interface CategorizedKeyword {
  readonly keyword: string;
  /** The provider's. */
  readonly providerCategoryIds: readonly number[];
  /** Of the category whose ideas held it; null: it came from elsewhere. */
  readonly ideaCategoryId: string | null;
}

export interface CategoryAssignment {
  readonly categoryId: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** How sure each kind of evidence is. */
const CONFIDENCE = { same: 0.95, descendant: 0.85, ancestor: 0.6, idea: 0.7, neighbours: 0.65, embedding: 0.6 } as const;
/** From this cosine on a keyword fits a category by its words. */
const FIT_MIN = 0.3;

/**
 * Puts each keyword into one of the categories: by the provider's own categories of it (the same, one below or one
 * above), else by the category whose ideas held it, else by what most of its cluster is in, else by its embedding
 * beside those of the category's name and of the keywords that are in it already.
 * @param clusters indexes of keywords that belong together
 * @returns for each keyword; undefined: it fits none
 */
export function assignCategories(
  keywords: readonly CategorizedKeyword[],
  categories: readonly TargetCategory[],
  { clusters, tools }: { readonly clusters: readonly (readonly number[])[]; readonly tools: Pick<KeywordTools, 'embedKeyword'> },
): (CategoryAssignment | undefined)[] {
  const assigned = keywords.map((keyword) => findByProvider(keyword, categories) ?? findByIdea(keyword, categories));
  for (const members of clusters) assignByNeighbours(assigned, members);
  const rest = assigned.flatMap((assignment, index) => (assignment === undefined ? [index] : []));
  if (rest.length === 0 || categories.length === 0) return assigned;
  const centres = toCentres(keywords, assigned, { categories, tools });
  for (const index of rest) assigned[index] = findByEmbedding(tools.embedKeyword(keywords[index]?.keyword ?? ''), centres);
  return assigned;
}

function findByProvider(
  { providerCategoryIds }: CategorizedKeyword,
  categories: readonly TargetCategory[],
): CategoryAssignment | undefined {
  let best: (CategoryAssignment & { readonly distance: number }) | undefined;
  for (const { id: categoryId, providerCategoryId } of categories) {
    if (providerCategoryId === null) continue;
    for (const id of providerCategoryIds) {
      const kinship = toKinship(id, providerCategoryId);
      if (kinship === undefined) continue;
      const isBetter =
        best === undefined ||
        kinship.confidence > best.confidence ||
        (kinship.confidence === best.confidence && kinship.distance < best.distance);
      if (isBetter) best = { categoryId, ...kinship };
    }
  }
  return best && { categoryId: best.categoryId, confidence: best.confidence };
}

interface Kinship {
  readonly confidence: number;
  /** Levels of the tree between them. */
  readonly distance: number;
}

function toKinship(id: number, wanted: number): Kinship | undefined {
  if (id === wanted) return { confidence: CONFIDENCE.same, distance: 0 };
  const below = listAncestors(id).indexOf(wanted);
  if (below >= 0) return { confidence: CONFIDENCE.descendant, distance: below + 1 };
  const above = listAncestors(wanted).indexOf(id);
  return above < 0 ? undefined : { confidence: CONFIDENCE.ancestor, distance: above + 1 };
}

function findByIdea({ ideaCategoryId }: CategorizedKeyword, categories: readonly TargetCategory[]): CategoryAssignment | undefined {
  const found = categories.find(({ id }) => id === ideaCategoryId);
  return found && { categoryId: found.id, confidence: CONFIDENCE.idea };
}

/** The category of more than half of the cluster's keywords that have one goes to those that have none. */
function assignByNeighbours(assigned: (CategoryAssignment | undefined)[], members: readonly number[]): void {
  const counts = new Map<string, number>();
  for (const index of members) {
    const id = assigned[index]?.categoryId;
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const most = [...counts].find(([, count]) => count * 2 > known);
  if (most === undefined) return;
  for (const index of members) assigned[index] ??= { categoryId: most[0], confidence: (CONFIDENCE.neighbours * most[1]) / known };
}

interface Centre {
  readonly categoryId: string;
  readonly vector: Float32Array;
}

/** The middle of the category's name and of the keywords that are in it. */
function toCentres(
  keywords: readonly CategorizedKeyword[],
  assigned: readonly (CategoryAssignment | undefined)[],
  { categories, tools }: { readonly categories: readonly TargetCategory[]; readonly tools: Pick<KeywordTools, 'embedKeyword'> },
): Centre[] {
  const centres = categories
    .filter(({ isLeaf }) => isLeaf)
    .map(({ id, name }) => ({ categoryId: id, vector: tools.embedKeyword(name).slice() }));
  const byId = new Map(centres.map((centre) => [centre.categoryId, centre.vector]));
  assigned.forEach((assignment, index) => {
    const sum = byId.get(assignment?.categoryId ?? '');
    if (sum !== undefined) tools.embedKeyword(keywords[index]?.keyword ?? '').forEach((value, at) => (sum[at] = (sum[at] ?? 0) + value));
  });
  for (const { vector } of centres) {
    const length = Math.hypot(...vector);
    if (length > 0) vector.forEach((value, at) => (vector[at] = value / length));
  }
  return centres;
}

function findByEmbedding(vector: Float32Array, centres: readonly Centre[]): CategoryAssignment | undefined {
  let best: CategoryAssignment | undefined;
  let bestFit = FIT_MIN;
  for (const { categoryId, vector: centre } of centres) {
    const fit = vector.reduce((sum, value, at) => sum + value * (centre[at] ?? 0), 0);
    if (fit < bestFit) continue;
    bestFit = fit;
    best = { categoryId, confidence: CONFIDENCE.embedding * Math.min(1, fit) };
  }
  return best;
}
