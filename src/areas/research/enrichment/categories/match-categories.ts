import { listWords, loadCategoryIndex, loadVectors, toCategoryStem, type CategoryIndex, type IndexedCategory } from './category-index.ts';
import type { SitePhrase } from '../list-phrases.ts';

const PHRASES_MAX = 40;
const WORDS_MAX = 60;
/** Words whose vectors are less alike mean different things. */
const LIKENESS_MIN = 0.45;
/** Alike is never the same. */
const LIKENESS_SHARE = 0.9;
const SAME_STEM = 0.95;
/** Added to the rarity of a name, so that names of one common word do not win. */
const NAME_REST = 3;
/** How much the names above a category count beside its own. */
const ABOVE_SHARE = 0.35;

/** How well each category of the provider fits the words of a site: 0 to about 1.3, by its id. */
export async function matchCategories(phrases: readonly SitePhrase[]): Promise<Map<number, number>> {
  const index = await loadCategoryIndex();
  const likeness = await compareWords(index, phrases.slice(0, PHRASES_MAX));
  return new Map(index.categories.map((one) => [one.category.id, scoreCategory(one, index, likeness)]));
}

function scoreCategory({ name, above }: IndexedCategory, { rarities }: CategoryIndex, likeness: Float32Array): number {
  const share = (indexes: readonly number[]): number => {
    let found = 0;
    let whole = NAME_REST;
    for (const index of indexes) {
      found += (likeness[index] ?? 0) * (rarities[index] ?? 0);
      whole += rarities[index] ?? 0;
    }
    return found / whole;
  };
  return share(name) + ABOVE_SHARE * share(above);
}

/** For each word of the index, how much the likest word of the site is like it, by how much the site says that word. */
async function compareWords({ words, vectors, dimensions }: CategoryIndex, phrases: readonly SitePhrase[]): Promise<Float32Array> {
  const { findVector } = await loadVectors();
  const said = weighWords(phrases).map(([word, weight]) => ({ word, weight, stem: toCategoryStem(word), vector: findVector(word) }));
  return Float32Array.from(words, (word, index) => {
    const stem = toCategoryStem(word);
    let best = 0;
    for (const one of said) {
      if (one.weight <= best) continue;
      const like = one.word === word ? 1 : one.stem === stem ? SAME_STEM : toLikeness(one.vector, vectors, index * dimensions);
      best = Math.max(best, like * one.weight);
    }
    return best;
  });
}

/** The weights of the words of phrases, from 0 to 1, highest first. */
function weighWords(phrases: readonly SitePhrase[]): (readonly [word: string, weight: number])[] {
  const sums = new Map<string, number>();
  for (const { text, weight } of phrases) for (const word of new Set(listWords(text))) sums.set(word, (sums.get(word) ?? 0) + weight);
  const highest = Math.max(...sums.values());
  return [...sums]
    .map(([word, sum]) => [word, Math.sqrt(sum / highest)] as const)
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, WORDS_MAX);
}

function toLikeness(vector: Float32Array | undefined, vectors: Float32Array, from: number): number {
  if (vector === undefined) return 0;
  let product = 0;
  for (let at = 0; at < vector.length; at += 1) product += (vector[at] ?? 0) * (vectors[from + at] ?? 0);
  return product < LIKENESS_MIN ? 0 : ((product - LIKENESS_MIN) / (1 - LIKENESS_MIN)) * LIKENESS_SHARE;
}
